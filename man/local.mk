# SPDX-License-Identifier: MIT
dist_man_MANS += man/paquebot.conf.5
dist_man_MANS += man/paquebot-archive.5 man/paquebot-templates.5
dist_man_MANS += man/turnlog.5 man/paquebot.1 man/paquebot-logdb.5
dist_man_MANS += man/paquebot-ratings.7 man/paquebotd.8
dist_man_MANS += man/paquebot-commands.7 man/paquebot-computers.7
dist_man_MANS += man/paquebot-fairness.7
dist_man_MANS += man/paquebot-moderator.7 man/paquebot-player.7
dist_man_MANS += man/paquebot-scaling.7
