# SPDX-License-Identifier: MIT
dist_man_MANS += man/paquebot.conf.5
