-- SPDX-License-Identifier: MIT
-- What only one address has drawn may be about its letters alone.

ALTER TABLE outgoing ADD COLUMN sole TEXT NOT NULL DEFAULT ''; -- The one address whose letters were refused since it is stopped; empty: several, or none.
