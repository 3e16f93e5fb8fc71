/* SPDX-License-Identifier: MIT */
#ifndef LOG_RATING_H
#define LOG_RATING_H

/*
 * Ratings for games of several players: R. C. Weng and C.-J. Lin, "A Bayesian
 * Approximation Method for Online Ranking", Journal of Machine Learning
 * Research 12 (2011), 267-300, Algorithm 4 (Plackett-Luce), each seat a team
 * of one. With the paper's start mu = 25, sigma = mu / 3, beta = sigma / 2,
 * kappa = 0.0001 and gamma = sigma_i / c:
 *
 *     c^2     = sum over all i of (sigma_i^2 + beta^2)
 *     p(i, q) = exp(mu_i / c) / sum of exp(mu_s / c), s ranked at or below q
 *     A_q     = the number of seats that share q's rank
 *     omega_i = sigma_i^2 / c * sum of ((i = q) - p(i, q)) / A_q
 *     delta_i = gamma * sigma_i^2 / c^2 *
 *               sum of p(i, q) (1 - p(i, q)) / A_q
 * both sums over the q ranked at or above i, and then
 *     mu_i    = mu_i + omega_i
 *     sigma_i = sigma_i * sqrt(max(1 - delta_i, kappa)).
 */

struct rating {
	double mu, sigma;
};

struct rating rating_new(void);

/* One game of n seats, 2 or more; rank 1 is first, equal ranks are shared. */
void rating_game(struct rating *r, const int *rank, int n);

/* What is printed and sorted by: mu - 3 sigma, in hundredths, rounded; a
 * player is very probably better than that. */
long rating_shown(const struct rating *r);

#endif
