/* SPDX-License-Identifier: MIT */
#ifndef ATLANTIC_STAR_PLAY_H
#define ATLANTIC_STAR_PLAY_H

/* What one file of the game needs of another; the contract of each function
 * is that of the member of struct game_rules it stands for. */

#include "game/verbs.h"
#include "games/atlantic-star/position.h"

extern const struct game_rules atlantic_star_rules;

struct cJSON;

/* flow.c, play.c */
int star_setup(const struct game_data *d, const struct options *o, void *pos,
    struct err *e);
int star_apply(const struct game_data *d, void *pos, int seat,
    const struct move *m, struct events *out, struct refusal *why);
void star_draw(const struct game_data *d, const void *pos, struct rng *r,
    struct event *out);
int star_chance(const struct game_data *d, void *pos, const struct event *ev,
    struct events *out, struct err *e);
/* Lays cards until all fields are served or a shuffle is due (R13); then,
 * if it was the end of a turn, passes it. */
void star_lay(struct star_position *p);
void star_pass(struct star_position *p);

/* check.c: whether a move is allowed; refuse with the first code that
 * applies, in the order of the game's page. */
int star_check_turn(const struct star_position *p, int seat,
    struct refusal *why);
/* class and place of the plaque that borrows. */
int star_check_loan(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, int *class, int *place,
    struct refusal *why);
int star_check_replace(const struct game_data *d, const struct star_position *p,
    int seat, struct refusal *why);
int star_check_charter(const struct game_data *d, const struct star_position *p,
    int seat, int ship, int *field, struct refusal *why);
/* m as star_voyage_settle() leaves it. class: where it goes. */
int star_check_voyage(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, int *class, struct refusal *why);

/* The most units a seat may borrow on a plaque: 0 if none (R6). */
int star_loan_most(const struct game_data *d, const struct star_position *p,
    int class, int place);
/* Whether some loan is open to the seat now. */
bool star_loan_open(const struct game_data *d, const struct star_position *p,
    int seat);
/* Whether the seat has borrowed on one of its voyages of the sea. */
bool star_loan_taken(const struct star_position *p, int seat, int sea);

/* Puts ships without a leg where the total is highest, orders by leg, drops
 * a class the sea has already. Leaves alone what cannot be put. */
void star_voyage_settle(const struct game_data *d,
    const struct star_position *p, struct move *m);

/* legal.c, parse.c */
void star_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out);
int star_parse(const struct game_data *d, const void *pos, int seat,
    const struct names *names, const char *text, struct move *out,
    struct refusal *why);
/* Builds the move that runs a sea with ships in leg order. */
void star_voyage_move(struct move *m, int sea, int class, const uint8_t *ships,
    int legs);

/* verbs.c */
extern const struct verbs star_verbs;
void star_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out);
int star_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out);
void star_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out);
/* "no", and "numbered" if it is said. */
void star_tell_no(int no, struct cJSON *out);
/* key: [{"more", "ship"}]. */
void star_tell_ships(const struct game_data *d, const char *key,
    const int16_t *ship, int n, struct cJSON *out);
/* "ships": what each of n STAR_AT in leg order does on its leg. */
void star_tell_legs(const struct game_data *d, int sea, const int16_t *at,
    int n, struct cJSON *out);

/* "mail", "mail_value", and "seas" with the legs of its roles. */
void star_tell_roles(const struct game_data *d, const struct star_ship *s,
    struct cJSON *out);

/* describe.c, facts.c, view.c, bot.c */
void star_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct cJSON *out);
enum redaction star_redact(const struct game_data *d, const void *now,
    const struct event *ev, int reader);
void star_facts(const struct game_data *d, const void *pos, int reader,
    struct json *out);
/* Whether a reader is shown hand and money of a seat. */
bool star_open(const struct star_position *p, int seat, int reader);
void star_vary(const struct game_data *d, void *pos, int reader, struct rng *r);
void star_seen(const struct game_data *d, void *copy, int reader);
/* "loan", "replace", "main", "chance" or "over". */
const char *star_phase(const struct game_data *d,
    const struct star_position *p);
struct cJSON *star_view(const struct game_data *d, const void *seen,
    int reader);
int star_late(const struct game_data *d, const void *pos, int seat,
    struct move *out);
int star_choose(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out);
int star_audit(const struct game_data *d, const void *pos, struct err *e);

#endif
