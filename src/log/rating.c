/* SPDX-License-Identifier: MIT */
#include "log/rating.h"

#include <math.h>

#include "game/rules.h"

#define MU 25.0
#define SIGMA (MU / 3)
#define BETA (SIGMA / 2)
#define KAPPA 0.0001

struct rating
rating_new(void)
{
	return (struct rating){ MU, SIGMA };
}

static double
common_scale(const struct rating *r, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += r[i].sigma * r[i].sigma + BETA * BETA;
	return sqrt(sum);
}

/* The sum over those ranked at or below q: who q had to be better than. */
static double
field_below(const struct rating *r, const int *rank, int n, int q, double c)
{
	double sum = 0;

	for (int s = 0; s < n; s++)
		if (rank[s] >= rank[q])
			sum += exp(r[s].mu / c);
	return sum;
}

static int
sharers(const int *rank, int n, int q)
{
	int shared = 0;

	for (int s = 0; s < n; s++)
		shared += rank[s] == rank[q];
	return shared;
}

static struct rating
updated(const struct rating *r, const int *rank, int n, int i, double c)
{
	double variance = r[i].sigma * r[i].sigma, omega = 0, delta = 0;
	double gamma = r[i].sigma / c;

	for (int q = 0; q < n; q++) {
		double p;
		int shared = sharers(rank, n, q);

		if (rank[q] > rank[i])
			continue;
		p = exp(r[i].mu / c) / field_below(r, rank, n, q, c);
		omega += ((i == q) - p) / shared;
		delta += p * (1 - p) / shared;
	}
	omega *= variance / c;
	delta *= gamma * variance / (c * c);
	return (struct rating){ r[i].mu + omega,
		r[i].sigma * sqrt(fmax(1 - delta, KAPPA)) };
}

void
rating_game(struct rating *r, const int *rank, int n)
{
	struct rating after[SEATS_MAX];
	double c = common_scale(r, n);

	for (int i = 0; i < n && i < SEATS_MAX; i++)
		after[i] = updated(r, rank, n, i, c);
	for (int i = 0; i < n && i < SEATS_MAX; i++)
		r[i] = after[i];
}

long
rating_shown(const struct rating *r)
{
	return lround(100 * (r->mu - 3 * r->sigma));
}
