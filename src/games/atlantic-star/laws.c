/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

#include "base/buf.h"
#include "base/utf8.h"

/*
 * The laws of the data file, as the game's page lists them (Components, Data
 * file, Laws). A table that owns the original may swap in its own cards and
 * ports, but not break what the rules stand on. Each failure begins "law: ".
 */

#define LAW(holds, ...) \
	do { \
		if (!(holds)) \
			return err_set(e, ERR_CORRUPT, "law: " __VA_ARGS__); \
	} while (0)

static const char *const sea_ids[STAR_SEAS] = { "baltic", "mediterranean",
	"atlantic", "pacific" };
static const uint8_t sea_legs[STAR_SEAS] = { 3, 4, 5, 6 };
static const uint8_t sea_bonus[STAR_SEAS] = { 3, 4, 5, 6 };

static int
law_figures(const struct game_data *d, struct err *e)
{
	static const int32_t price[STAR_FIELDS] = { 3000, 2000, 1000, 0 };

	LAW(strcmp(d->name, "atlantic-star") == 0, "the name is atlantic-star");
	LAW(d->version == 1, "the version is 1");
	LAW(d->min_seats == 2 && d->max_seats == 6, "seats are 2 to 6");
	for (int n = 2; n <= SEATS_MAX; n++) {
		LAW(d->money[n] == (n <= 3 ? 36000 : 18000),
		    "money with %d seats is %d (R1)", n,
		    n <= 3 ? 36000 : 18000);
		LAW(d->voyages[n] == (n <= 3 ? 2 : 1),
		    "voyages per sea with %d seats are %d (R2)", n,
		    n <= 3 ? 2 : 1);
	}
	for (int n = 0; n < STAR_FIELDS; n++)
		LAW(d->price[n] == price[n],
		    "agency prices are 3000, 2000, 1000, 0 (R4)");
	LAW(d->replace_price == 2000, "replacing costs 2000 (R7)");
	LAW(d->loan_unit == 1000 && d->loan_max == 10000,
	    "a loan's unit is 1000 and its maximum 10000 (R6)");
	LAW(d->spare == STAR_SPARE, "two cards may be spare (R9, R10)");
	LAW(d->mail_value == 1, "a mail ship scores 1 (R10)");
	return 0;
}

/* Every sea is a round trip that calls at each of its ports once. */
static int
law_ports(const struct star_sea *sea, struct err *e)
{
	for (int i = 0; i < sea->legs; i++) {
		LAW(sea->leg[i].id[0] == 'A' + i && sea->leg[i].id[1] == '\0',
		    "legs are named from A on (%s)", sea->id);
		LAW(strcmp(sea->leg[i].to,
			sea->leg[(i + 1) % sea->legs].from) == 0,
		    "each leg starts where the one before ends (%s)", sea->id);
		for (int j = 0; j < i; j++)
			LAW(strcmp(sea->leg[i].from, sea->leg[j].from) != 0,
			    "every port of a sea once (%s, %s)", sea->id,
			    sea->leg[i].from);
	}
	return 0;
}

static int
law_seas(const struct game_data *d, struct err *e)
{
	static const char *const baltic[3] = { "Kiel", "St Petersburg",
		"Stockholm" };
	const struct star_sea *pacific = &d->sea[STAR_SEAS - 1];
	int found = 0;

	for (int i = 0; i < STAR_SEAS; i++) {
		LAW(strcmp(d->sea[i].id, sea_ids[i]) == 0,
		    "the seas are baltic, mediterranean, atlantic, pacific");
		LAW(d->sea[i].legs == sea_legs[i], "the %s has %d legs",
		    sea_ids[i], sea_legs[i]);
		LAW(d->sea[i].bonus == sea_bonus[i],
		    "the bonus of the %s is %d", sea_ids[i], sea_bonus[i]);
		if (law_ports(&d->sea[i], e) < 0)
			return -1;
	}
	for (int i = 0; i < 3; i++)
		LAW(strcmp(d->sea[0].leg[i].from, baltic[i]) == 0,
		    "the Baltic is Kiel, St Petersburg, Stockholm");
	for (int i = 0; i < pacific->legs; i++)
		found += strcmp(pacific->leg[i].from, "Valparaíso") == 0 &&
		    strcmp(pacific->leg[i].to, "Acapulco") == 0;
	LAW(found == 1, "one Pacific leg is Valparaíso to Acapulco");
	return 0;
}

/* R3, and that each sea ends with six plaques. */
static int
law_neutrals(const struct game_data *d, struct err *e)
{
	int want;

	for (int n = 2; n <= SEATS_MAX; n++)
		for (int s = 0; s < STAR_SEAS; s++) {
			LAW(n * d->voyages[n] + d->neutrals[n][s] ==
				STAR_PLACES,
			    "six plaques in every sea (%s, %d seats)",
			    sea_ids[s], n);
			for (int i = 0; i < d->neutrals[n][s]; i++) {
				want = n == 5 ? 15 + 5 * s : 13 + 5 * s + 4 * i;
				LAW(d->neutral[n][s][i] == want,
				    "the neutral operators of the %s with %d "
				    "seats (R3)",
				    sea_ids[s], n);
			}
		}
	return 0;
}

static int
law_classes(const struct game_data *d, struct err *e)
{
	static const uint8_t points[STAR_CLASSES][STAR_PLACES] = {
		{ 14, 12, 10, 8, 6, 4 },
		{ 16, 13, 10, 8, 5, 3 },
		{ 18, 14, 10, 7, 4, 2 },
		{ 20, 15, 10, 7, 3, 1 },
		{ 22, 16, 10, 6, 2, 0 },
	};

	for (int i = 1; i <= STAR_CLASSES; i++)
		LAW(memcmp(d->points[i], points[i - 1], STAR_PLACES) == 0,
		    "the points of class %d", i);
	return 0;
}

/* An id is its name without accents, in lower case, all else a hyphen. */
static bool
id_of_name(const struct star_ship *ship)
{
	struct buf folded = BUF_INIT;
	const char *s = ship->id;
	size_t i;
	bool same = true;

	utf8_fold(ship->name, strlen(ship->name), &folded);
	for (i = 0; i < folded.len && same; i++) {
		char c = folded.data[i];

		if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')))
			c = '-';
		same = *s++ == c;
	}
	same = same && (ship->mail ? *s == '-' : *s == '\0');
	buf_release(&folded);
	return same;
}

static int
law_names(const struct game_data *d, struct err *e)
{
	for (int i = 0; i < STAR_SHIPS; i++) {
		const struct star_ship *a = &d->ship[i];

		LAW(id_of_name(a), "an id is made from its name (%s)", a->id);
		LAW(a->year == 0 || (a->year >= 1830 && a->year <= 1914),
		    "a year is null or 1830 to 1914 (%s)", a->id);
		for (int j = i + 1; j < STAR_SHIPS; j++) {
			const struct star_ship *b = &d->ship[j];

			if (a->mail && b->mail)
				continue;
			LAW(strcmp(a->name, b->name) != 0,
			    "names are distinct (%s)", a->name);
			LAW(strncmp(a->id, b->id, strlen(a->id)) != 0 &&
				strncmp(a->id, b->id, strlen(b->id)) != 0,
			    "no id is the beginning of another (%s, %s)", a->id,
			    b->id);
		}
	}
	for (int i = 1; i < STAR_SHIPS; i++)
		LAW(strcmp(d->ship[i - 1].id, d->ship[i].id) < 0,
		    "ships are sorted by id byte by byte (%s)", d->ship[i].id);
	return 0;
}

/* Exactly royal-william-1 … -12, each once (ids are distinct by now). */
static int
law_mails(const struct game_data *d, struct err *e)
{
	char want[32];
	int mails = 0, found = 0;

	for (int i = 0; i < STAR_SHIPS; i++) {
		mails += d->ship[i].mail;
		for (int k = 1; k <= STAR_MAILS; k++) {
			snprintf(want, sizeof want, "royal-william-%d", k);
			found += d->ship[i].mail &&
			    strcmp(d->ship[i].id, want) == 0;
		}
	}
	LAW(mails == STAR_MAILS, "there are %d mail ships", STAR_MAILS);
	LAW(found == STAR_MAILS, "the mail ships are royal-william-1 to -%d",
	    STAR_MAILS);
	return 0;
}

static int
law_roles(const struct star_ship *ship, struct err *e)
{
	int sum = 0, seas[STAR_SEAS] = { 0 };

	for (int i = 0; i < ship->n_roles; i++) {
		const struct star_role *a = &ship->role[i];

		sum += a->value;
		LAW(a->value >= 1, "a role's value is 1 to 9 (%s)", ship->id);
		LAW(++seas[a->sea] <= 2, "at most two roles in one sea (%s)",
		    ship->id);
		if (i == 0)
			continue;
		LAW(a->sea != a[-1].sea || a->leg != a[-1].leg,
		    "no role twice on a card (%s)", ship->id);
		LAW(a->sea > a[-1].sea ||
			(a->sea == a[-1].sea && a->leg > a[-1].leg),
		    "roles stand in leg order (%s)", ship->id);
	}
	LAW(sum == 9, "a ship's values add up to 9 (%s)", ship->id);
	return 0;
}

static int
law_deck(const struct game_data *d, struct err *e)
{
	int with[STAR_ROLES + 1] = { 0 }, of_value[10] = { 0 };
	int roles[STAR_SEAS][STAR_LEGS] = { { 0 } };
	int nines[STAR_SEAS][STAR_LEGS] = { { 0 } };

	for (int i = 0; i < STAR_SHIPS; i++) {
		const struct star_ship *ship = &d->ship[i];

		if (ship->mail)
			continue;
		if (law_roles(ship, e) < 0)
			return -1;
		with[ship->n_roles]++;
		for (int k = 0; k < ship->n_roles; k++) {
			const struct star_role *r = &ship->role[k];

			of_value[r->value]++;
			roles[r->sea][r->leg]++;
			nines[r->sea][r->leg] += r->value == 9;
		}
	}
	LAW(with[1] == 36 && with[2] == 42 && with[3] == 42,
	    "36, 42 and 42 ships have one, two and three roles");
	for (int i = 1; i <= 9; i++)
		LAW(of_value[i] > 0, "each value 1 to 9 occurs (%d)", i);
	for (int i = 0; i < STAR_SEAS; i++)
		for (int k = 0; k < d->sea[i].legs; k++) {
			LAW(roles[i][k] == 13 || roles[i][k] == 14,
			    "13 or 14 roles serve every leg (%s %c)",
			    sea_ids[i], 'A' + k);
			LAW(nines[i][k] == 2,
			    "two specialists with 9 on every leg (%s %c)",
			    sea_ids[i], 'A' + k);
		}
	return 0;
}

static const struct star_ship *
ship_of(const struct game_data *d, const char *id)
{
	static const struct star_ship none;

	for (int i = 0; i < STAR_SHIPS; i++)
		if (strcmp(d->ship[i].id, id) == 0)
			return &d->ship[i];
	return &none;
}

static int
roles_in(const struct star_ship *ship, int sea)
{
	int n = 0;

	for (int i = 0; i < ship->n_roles; i++)
		n += ship->role[i].sea == sea;
	return n;
}

/* The value of its role on a leg of the Baltic, 0 for none. */
static int
baltic(const struct star_ship *ship, int leg)
{
	for (int i = 0; i < ship->n_roles; i++)
		if (ship->role[i].sea == 0 && ship->role[i].leg == leg)
			return ship->role[i].value;
	return 0;
}

/* What the rule books say of single ships. */
static int
law_sources(const struct game_data *d, struct err *e)
{
	const struct star_ship *rhea = ship_of(d, "rhea");
	const struct star_ship *thetis = ship_of(d, "thetis");
	const struct star_ship *kreios = ship_of(d, "kreios");
	const struct star_ship *cloud = ship_of(d, "flying-cloud");
	const struct star_ship *haff = ship_of(d, "ten-haff");
	int cloud_at = -1, haff_at = -1;

	LAW(roles_in(rhea, 0) == 0 && roles_in(rhea, 1) > 0 &&
		roles_in(rhea, 2) > 0 && roles_in(rhea, 3) > 0,
	    "Rhea serves every sea but the Baltic");
	LAW(baltic(thetis, 0) > 0 && baltic(thetis, 2) > 0,
	    "Thetis serves Baltic A and C");
	LAW(baltic(kreios, 2) > 0, "Kreios serves Baltic C");
	LAW(baltic(thetis, 0) + baltic(kreios, 2) == 5,
	    "Thetis on A and Kreios on C make 5");
	LAW(roles_in(cloud, 0) == 1 && roles_in(haff, 0) == 1 &&
		roles_in(kreios, 0) == 1,
	    "Flying Cloud, Ten Haff and Kreios have one Baltic role each");
	for (int leg = 0; leg < 3; leg++) {
		if (baltic(cloud, leg) == 4)
			cloud_at = leg;
		if (baltic(haff, leg) == 5)
			haff_at = leg;
	}
	LAW(cloud_at >= 0 && haff_at >= 0 && cloud_at != haff_at,
	    "Flying Cloud (4) and Ten Haff (5) serve two Baltic legs");
	return 0;
}

int
star_data_laws(const struct game_data *d, struct err *e)
{
	if (law_figures(d, e) < 0 || law_seas(d, e) < 0 ||
	    law_neutrals(d, e) < 0 || law_classes(d, e) < 0 ||
	    law_names(d, e) < 0 || law_mails(d, e) < 0 || law_sources(d, e) < 0)
		return -1;
	return law_deck(d, e);
}
