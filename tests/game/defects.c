/* SPDX-License-Identifier: MIT */
#include "conformance.h"
#include "toy.h"

/*
 * The toy game with one defect, named by the environment variable
 * TOY_DEFECT, to show that the conformance suite finds each of them. Without
 * it the toy game is sound.
 */

static struct game_rules broken;
const struct game_rules *const game_registry[] = { &broken, NULL };
const char *const conformance_options[] = { "-", NULL };
const char *const conformance_data = TOY_DATA;

static void
legal_twice(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	toy_rules.legal(d, pos, seat, out);
	if (out->n > 0) {
		struct move m = out->at[0];

		*moves_add(out) = m;
	}
}

static void
legal_too_many(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	toy_rules.legal(d, pos, seat, out);
	if (out->n == 3)
		*moves_add(out) = toy_move(TOY_PASS, 0);
}

static void
legal_peeps(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	const uint8_t *bytes = pos;

	toy_rules.legal(d, pos, seat, out);
	/* The deck lies at the 9th byte. */
	if (out->n > 1 && bytes[8] > 6)
		out->n--;
}

static int
apply_dirty(const struct game_data *d, void *pos, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int rc = toy_rules.apply(d, pos, seat, m, out, why);

	if (rc != 0 && m->n > 3)
		((uint8_t *)pos)[toy_rules.position_size - 1] ^= 1;
	return rc;
}

static int
apply_forgets(const struct game_data *d, void *pos, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int rc = toy_rules.apply(d, pos, seat, m, out, why);

	if (rc == 0 && out != NULL)
		out->beyond = false;
	return rc;
}

static int
apply_unlike(const struct game_data *d, void *pos, int seat,
    const struct move *m, struct events *out, struct refusal *why)
{
	int rc = toy_rules.apply(d, pos, seat, m, out, why);

	if (rc == 0 && out != NULL && m->verb == TOY_PLAY)
		((uint8_t *)pos)[toy_rules.position_size - 1] ^= 1;
	return rc;
}

static void
facts_leak(const struct game_data *d, const void *pos, int reader,
    struct json *out)
{
	toy_rules.facts(d, pos, reader == 2 ? ARCHIVE : reader, out);
}

static enum redaction
redact_archive(const struct game_data *d, const void *now,
    const struct event *ev, int reader)
{
	return reader == ARCHIVE && ev->verb == TOY_STAKE ?
	    REDACT_HIDE :
	    toy_rules.redact(d, now, ev, reader == ARCHIVE ? 1 : reader);
}

static int
choose_peeps(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out)
{
	int rc = toy_rules.wits.choose(d, pos, seat, own, out);

	if (rc == 0 && ((const uint8_t *)pos)[8] % 2 == 1)
		*out = toy_move(TOY_TAKE, 0);
	return rc;
}

static struct ending
scores_wrong(const struct game_data *d, const void *pos)
{
	struct ending e = toy_rules.ending(d, pos);

	e.score[1] += e.score[1] > 20;
	return e;
}

static int
chance_lax(const struct game_data *d, void *pos, const struct event *ev,
    struct events *out, struct err *e)
{
	struct event copy = *ev;

	if (copy.verb == TOY_DIE && copy.n == 0)
		copy.n = 1;
	return toy_rules.chance(d, pos, &copy, out, e);
}

static int
read_lax(const struct game_data *d, const void *pos, int seat, const char *text,
    size_t len, struct move *out)
{
	if (len > 0 && text[len - 1] == ' ')
		len--;
	return toy_rules.read(d, pos, seat, text, len, out);
}

static void
describe_twice(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct cJSON *out)
{
	toy_rules.describe(d, pos, seat, m, out);
	toy_rules.describe(d, pos, seat, m, out);
}

static int
audit_strict(const struct game_data *d, const void *pos, struct err *e)
{
	if (game_turn(pos) == 6)
		return err_set(e, ERR_CORRUPT, "the fifth turn is unlucky");
	return toy_rules.audit(d, pos, e);
}

__attribute__((constructor)) static void
break_it(void)
{
	const char *defect = getenv("TOY_DEFECT");

	broken = toy_rules;
	if (defect == NULL)
		return;
#define DEFECT(name, member, function) \
	if (strcmp(defect, name) == 0) \
	broken.member = function
	DEFECT("legal-twice", legal, legal_twice);
	DEFECT("legal-too-many", legal, legal_too_many);
	DEFECT("legal-peeps", legal, legal_peeps);
	DEFECT("apply-dirty", apply, apply_dirty);
	DEFECT("apply-forgets", apply, apply_forgets);
	DEFECT("apply-unlike", apply, apply_unlike);
	DEFECT("facts-leak", facts, facts_leak);
	DEFECT("redact-archive", redact, redact_archive);
	DEFECT("choose-peeps", wits.choose, choose_peeps);
	DEFECT("scores-wrong", ending, scores_wrong);
	DEFECT("chance-lax", chance, chance_lax);
	DEFECT("read-lax", read, read_lax);
	DEFECT("describe-twice", describe, describe_twice);
	DEFECT("audit-strict", audit, audit_strict);
#undef DEFECT
}
