/* SPDX-License-Identifier: MIT */
/* One game's worth of a rating (paquebot-ratings(7)). */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "game/rules.h"
#include "log/rating.h"
#include "tests/run.h"

static void
near(double is, double want)
{
	ck_assert_msg(fabs(is - want) < 1e-6, "%.9f is not %.9f", is, want);
}

/* Two new players: c^2 = 2 (sigma^2 + beta^2), p = 1/2, worked by hand. */
START_TEST(rating_of_two)
{
	struct rating r[2] = { rating_new(), rating_new() };
	const int rank[] = { 1, 2 };
	double v = 625.0 / 9, c = sqrt(2 * v * 1.25);

	near(r[0].mu, 25);
	near(r[0].sigma, 25.0 / 3);
	ck_assert_int_eq(rating_shown(&r[0]), 0);
	rating_game(r, rank, 2);
	near(r[0].mu, 25 + v / c / 2);
	near(r[1].mu, 25 - v / c / 2);
	near(r[0].sigma, 25.0 / 3 * sqrt(1 - 25.0 / 3 / c * v / c / c / 4));
	near(r[1].sigma, r[0].sigma);
	/* The figure that other implementations print. */
	near(r[0].mu, 27.635231383);
	near(r[0].sigma, 8.065506316);
}
END_TEST

/* Algorithm 4 again, for three seats two of which share the first place, the
 * sums written out. */
START_TEST(rating_of_a_tie)
{
	struct rating r[3] = { { 25, 25.0 / 3 }, { 30, 5 }, { 20, 4 } };
	const int rank[] = { 1, 1, 3 };
	double beta2 = 625.0 / 36;
	double c = sqrt(625.0 / 9 + 25 + 16 + 3 * beta2);
	double e0 = exp(25 / c), e1 = exp(30 / c), e2 = exp(20 / c);
	double all = e0 + e1 + e2;
	double p0 = e0 / all, p1 = e1 / all, p2 = e2 / all;

	rating_game(r, rank, 3);
	/* Seat 0: q = 0 and q = 1, both shared by two. */
	near(r[0].mu, 25 + 625.0 / 9 / c * ((1 - p0) / 2 - p0 / 2));
	near(r[1].mu, 30 + 25 / c * ((1 - p1) / 2 - p1 / 2));
	/* Seat 2 is behind both, and last: the third sum is 1 - 1. */
	near(r[2].mu, 20 + 16 / c * (-p2 / 2 - p2 / 2));
	near(r[2].sigma,
	    4 * sqrt(1 - 4 / c * 16 / c / c * (2 * p2 * (1 - p2) / 2)));
}
END_TEST

/* The model of the paper's section 5.5, of which Algorithm 4 is the gradient
 * and the diagonal of the Hessian: each place is won against those at or
 * behind it, and who shares one shares its weight. */
static double
log_likelihood(const double *mu, const int *rank, int n, double c)
{
	double sum = 0;

	for (int q = 0; q < n; q++) {
		double field = 0;
		int sharers = 0;

		for (int s = 0; s < n; s++) {
			field += rank[s] >= rank[q] ? exp(mu[s] / c) : 0;
			sharers += rank[s] == rank[q];
		}
		sum += (mu[q] / c - log(field)) / sharers;
	}
	return sum;
}

/* Its first and second derivative by mu[i], by differences. */
static void
derive(double *mu, const int *rank, int n, double c, int i, double *first,
    double *second)
{
	const double h = 1e-2, at = mu[i];
	double below, here = log_likelihood(mu, rank, n, c), above;

	mu[i] = at - h;
	below = log_likelihood(mu, rank, n, c);
	mu[i] = at + h;
	above = log_likelihood(mu, rank, n, c);
	mu[i] = at;
	*first = (above - below) / (2 * h);
	*second = (above - 2 * here + below) / (h * h);
}

static void
check_by_model(const struct rating *before, const struct rating *after,
    const int *rank, int n)
{
	double mu[SEATS_MAX], c = 0, first, second;

	for (int i = 0; i < n; i++) {
		mu[i] = before[i].mu;
		c += before[i].sigma * before[i].sigma + 625.0 / 36;
	}
	c = sqrt(c);
	for (int i = 0; i < n; i++) {
		double v = before[i].sigma * before[i].sigma;

		derive(mu, rank, n, c, i, &first, &second);
		ck_assert_msg(fabs(after[i].mu - (mu[i] + v * first)) < 1e-4,
		    "mu %.7f", after[i].mu);
		ck_assert_msg(fabs(after[i].sigma -
				  sqrt(v *
				      (1 + before[i].sigma / c * v * second))) <
			1e-4,
		    "sigma %.7f", after[i].sigma);
	}
}

/* Ratings and places of every kind, ties of two and more among them. */
START_TEST(rating_by_the_model)
{
	struct rng r;
	int ties = 0;

	rng_init_number(&r, 5);
	for (int game = 0; game < 500; game++) {
		struct rating before[SEATS_MAX] = { { 0 } };
		struct rating after[SEATS_MAX];
		int n = 2 + (int)rng_below(&r, SEATS_MAX - 1);
		int points[SEATS_MAX], rank[SEATS_MAX];

		for (int i = 0; i < n; i++) {
			before[i].mu = 10 + rng_below(&r, 3000) / 100.0;
			before[i].sigma = 1 + rng_below(&r, 733) / 100.0;
			points[i] = (int)rng_below(&r, 5);
		}
		for (int i = 0; i < n; i++) {
			rank[i] = 1;
			for (int s = 0; s < n; s++) {
				rank[i] += points[s] > points[i];
				ties += s != i && points[s] == points[i];
			}
		}
		memcpy(after, before, sizeof after);
		rating_game(after, rank, n);
		check_by_model(before, after, rank, n);
	}
	ck_assert_int_gt(ties, 500);
}
END_TEST

CASES(tests)
{
	ADD_TESTS(t, rating_of_two, rating_of_a_tie, rating_by_the_model);
}
