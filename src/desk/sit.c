/* SPDX-License-Identifier: MIT */

/* The game that a mail is about, and what its writer is there: a seat, the
 * moderator, an observer; on which board, and whether that is current. */

#include "base/mem.h"
#include "desk/seated.h"
#include "desk/steps.h"
#include "post/digest.h"
#include "store/observer.h"
#include "text/texts.h"

void
job_use_words(struct job *j)
{
	const struct club *club = &j->desk->club;

	j->words = texts_names(club->texts, NULL, j->lang);
	j->game_words = j->at.m != NULL ?
	    texts_names(club->texts, j->at.m->game.kind, j->lang) :
	    NULL;
}

static void
remember_seen(struct job *j)
{
	size_t size = j->at.m->kind->rules->position_size;

	free(j->at.seen);
	j->at.seen = NULL;
	if (j->at.m->table == NULL)
		return;
	j->at.seen = mem_alloc(size);
	memcpy(j->at.seen, table_position(j->at.m->table), size);
}

/* Current: not lower than the board at which the seat's decision opened, nor
 * than its own last accepted move. Where nothing gives a board, only if
 * nothing has happened since the last mail to the seat. */
static void
judge_board(struct job *j, int board)
{
	const struct seat *s = &j->at.m->seat[j->at.seat];

	j->at.board = board;
	j->at.unseen = false;
	if (!j->at.seat)
		j->at.current = false;
	else if (board < 0)
		/* What a digest showed of which nothing is known any more? */
		j->at.current = s->told == j->at.m->game.board &&
		    j->who.dead != TOKEN_DIGEST;
	else
		j->at.current = board >= s->decision && board >= s->moved &&
		    board <= j->at.m->game.board;
}

/* The mail goes on about another game; what it previewed here is told now, in
 * the words of this one. */
static int
leave_match(struct job *j, struct err *e)
{
	if (job_show_preview(j, e))
		return -1;
	j->left = mem_more(j->left, (size_t)j->n_left, sizeof *j->left);
	j->left[j->n_left++] = j->at;
	j->at = (struct visit){ 0 };
	return 0;
}

int
job_back(struct job *j, int64_t game, int seat, struct err *e)
{
	if (game && (j->at.m == NULL || j->at.m->game.id != game))
		return job_sit(j, game, seat, -1, e) < 0 ? -1 : 0;
	if (!game && j->at.m != NULL && leave_match(j, e))
		return -1;
	job_use_words(j);
	return 0;
}

static int
find_visit(const struct job *j, int64_t game)
{
	for (int i = 0; i < j->n_left; i++)
		if (j->left[i].m->game.id == game)
			return i;
	return -1;
}

/* Takes it off the list, if it is there. */
static struct visit
take_visit(struct job *j, const struct match *m)
{
	int i = find_visit(j, m->game.id);
	struct visit v = { 0 };

	if (i < 0)
		return v;
	v = j->left[i];
	j->n_left--;
	memmove(&j->left[i], &j->left[i + 1],
	    (size_t)(j->n_left - i) * sizeof v);
	return v;
}

int
job_game(struct job *j, int64_t game, struct match **m, struct err *e)
{
	int i = find_visit(j, game);

	if (j->at.m != NULL && j->at.m->game.id == game)
		*m = j->at.m;
	else if (i >= 0)
		*m = j->left[i].m;
	else
		return match_open(&j->desk->club, game, m, e);
	return 1;
}

void
job_give_back(struct job *j, struct match *m)
{
	if (m != NULL && m != j->at.m && find_visit(j, m->game.id) < 0)
		match_drop(m);
}

int
job_let_go(struct job *j, struct match *m, struct err *e)
{
	if (m == j->at.m || find_visit(j, m->game.id) >= 0)
		return 0;
	return match_finish(m, 0, e);
}

/* Whether the writer is to be shown a game that the answer is not about: they
 * asked to see it, or wrote for a board gone by and are to act. */
static bool
is_shown(const struct visit *v)
{
	return v->what && !v->observer &&
	    (!v->stale || match_to_act(v->m) & SEAT_BIT(v->seat));
}

/* What waits is of the last game; these were left before. Who asked to see one
 * of them is sent it, for the answer is about the last; or several, in one
 * mail. */
int
job_finish_left(struct job *j, struct err *e)
{
	struct visit last = j->at;
	struct digest_board *boards = mem_zero((size_t)j->n_left + 1,
	    sizeof *boards);
	bool moves = j->waiting.moves;
	int n = 0, rc = 0;

	for (int i = 0; i < j->n_left; i++)
		if (is_shown(&j->left[i]))
			boards[n++] = (struct digest_board){
				j->left[i].m->game.id, j->left[i].seat
			};
	j->waiting.moves = false;
	while (j->n_left && rc == 0) {
		struct visit v = take_visit(j, j->left[0].m);
		j->at = v;
		rc = job_end_turn(j, e);
		if (n == 1 && is_shown(&j->at))
			happen(v.m, ON_REQUEST, j->at.seat);
		free(j->at.seen);
		j->at.seen = NULL;
		if (rc)
			match_drop(v.m);
		else
			rc = match_finish(v.m, 0, e);
	}
	j->at = last;
	j->waiting.moves = moves;
	if (rc == 0 && n > 1 &&
	    digest_boards(&j->desk->club, j->who.player.id, boards, n, e) < 0)
		rc = -1;
	free(boards);
	return rc;
}

/* Whether the player has business in the game without a seat. 1, 0. */
static int
may_look(const struct job *j, const struct match *m, struct err *e)
{
	struct observer o;

	if (match_moderates(m, j->who.player.id))
		return 1;
	return j->who.player.id ? observer_find(j->desk->club.db, m->game.id,
				      j->who.player.id, &o, e) :
				  0;
}

/* Back in a game that the mail has left, on the same seat: as if it had not
 * been away. */
static bool
comes_back(struct job *j, struct match *m, int seat)
{
	struct visit v = take_visit(j, m);

	if (v.m == NULL)
		return false;
	if (v.seat == seat) {
		j->at = v;
		return true;
	}
	free(v.seen);
	return false;
}

int
job_take(struct job *j, struct match *m, int seat, int board, struct err *e)
{
	if (j->at.m != NULL && j->at.m != m && leave_match(j, e)) {
		job_give_back(j, m);
		return -1;
	}
	if (j->at.m == NULL)
		j->at.refused = j->at.left = false;
	else if (seat != j->at.seat && job_show_preview(j, e))
		return -1;
	if (!comes_back(j, m, seat)) {
		j->at.m = m;
		j->at.seat = seat;
		judge_board(j,
		    board >= 0 ?
			board :
			rights_board(&j->who.rights, m->game.id, seat));
		remember_seen(j);
	}
	m->mail = (struct maker){ .mid = j->msg.message_id,
		.sha256 = j->row != NULL && *j->row->sha256 ? j->row->sha256 :
							      NULL,
		.seat = seat };
	if (seat &&
	    identity_load(&j->desk->club, m->seat[seat].player, &j->who, e))
		return -1;
	if (seat)
		j->lang = j->who.player.lang;
	j->at.observer = !seat && !match_moderates(m, j->who.player.id);
	j->at.moderator = match_moderates(m, j->who.player.id);
	job_use_words(j);
	return 0;
}

int
job_sit(struct job *j, int64_t game, int seat, int board, struct err *e)
{
	struct match *m;
	int rc = job_game(j, game, &m, e);

	if (rc <= 0)
		return rc;
	if (!seat)
		seat = match_seat_of(m, j->who.player.id);
	if (!seat)
		rc = may_look(j, m, e);
	else if (seat > m->seats || !m->seat[seat].player)
		rc = 0;
	if (rc != 1) {
		job_give_back(j, m);
		return rc;
	}
	return job_take(j, m, seat, board, e) ? -1 : 1;
}

/* The line with a seat for the name at `at`, as far as that is a move. How many
 * seats make it one; out has it with the last of them. */
static int
try_seats(const struct job *j, const char *line, const char *at, size_t len,
    seat_set fits, struct buf *out)
{
	struct buf b = BUF_INIT;
	int found = 0;

	for (int s = 1; s <= j->at.m->seats; s++) {
		if (!(fits & SEAT_BIT(s)))
			continue;
		buf_clear(&b);
		buf_printf(&b, "%.*sp%d%s", (int)(at - line), line, s,
		    at + len);
		if (!job_reads(j, b.data))
			continue;
		buf_clear(out);
		buf_str(out, b.data);
		found++;
	}
	buf_release(&b);
	return found;
}

/* "offer Anna …": out is the move; a name that fits several is refused. */
int
job_seats(const struct job *j, const char *line, struct buf *out,
    struct refusal *why)
{
	const struct match *m = j->at.m;
	size_t len;

	if (m == NULL || !j->at.seat || m->table == NULL || job_reads(j, line))
		return 0;
	for (const char *p = line + strcspn(line, " "); *p;
	    p += strcspn(p, " ")) {
		seat_set fits;
		int found;

		p += strspn(p, " ");
		fits = seated_at(m, p, &len);
		found = fits ? try_seats(j, line, p, len, fits, out) : 0;
		if (found == 1)
			return 1;
		if (found > 1) {
			char *name = mem_ndup(p, len);

			seated_refuse(m, "press-ambiguous", name, why);
			free(name);
			return -1;
		}
	}
	return 0;
}
