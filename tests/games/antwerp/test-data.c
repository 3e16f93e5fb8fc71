/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "tests/games/breaches.h"

/* The data file, and each of its laws broken in a copy. */

static const struct breach breaches[] = {
	/* Form. */
	{ "\"cubes\"", "\"cube\"", "cubes" },
	{ "\"anchor\": true", "\"anchor\": 1", "anchor" },
	{ "\"col\": 13", "\"col\": 14", "col" },
	{ "\"to\": \"x24\"", "\"to\": \"x25\"", "no place \"x25\"" },
	{ "\"lock\": \"L2\"", "\"lock\": \"L4\"", "lock" },
	{ "[\"purple\", \"white\"]", "[\"white\", \"white\"]", "colours" },
	{ "\"good\": \"cocoa\"", "\"good\": \"coffee\"", "good" },
	{ "\"id\": \"open-3\"", "\"id\": \"open-4\"", "open-4" },
	{ "\"id\": \"step-back\"", "\"id\": \"step-on\"", "step-on" },
	/* The components' numbers. */
	{ "\"name\": \"antwerp\"", "\"name\": \"ghent\"",
	    "law: the file is antwerp" },
	{ "\"version\": 1", "\"version\": 2", "law: the file is antwerp" },
	{ "\"4\": 3", "\"4\": 4", "law: 5, 4, 3 ships" },
	{ "\"teal\"", "\"green\"", "law: the five colours" },
	{ "\"cubes\": 7", "\"cubes\": 8", "law: the four raw goods" },
	{ "\"points\": 3, \"count\": 7", "\"points\": 3, \"count\": 6",
	    "law: seven cards of each product" },
	{ "\"id\": \"fries\", \"points\": 4",
	    "\"id\": \"fries\", \"points\": 5", "law: wheat beer 2" },
	{ "\"id\": \"o02\", \"products\": [\"puppets\", \"wheat-beer\"], "
	  "\"points\": 6",
	    "\"id\": \"o02\", \"products\": [\"puppets\", \"wheat-beer\"], "
	    "\"points\": 7",
	    "law: an order is worth" },
	{ "\"id\": \"o02\", \"products\": [\"puppets\", \"wheat-beer\"], "
	  "\"points\": 6",
	    "\"id\": \"o02\", \"products\": [\"tripel\", \"comics\"], "
	    "\"points\": 6",
	    "law: all orders are different" },
	{ "[\"comics\", \"wheat-beer\"]", "[\"comics\", \"comics\"]",
	    "law: the products of an order differ" },
	{ "\"id\": \"o28\"", "\"id\": \"o27\"", "law: ids are unique (o27)" },
	{ ",\n    {\"id\": \"o28\", \"products\": [\"comics\", \"wheat-beer\", "
	  "\"chocolate\"], \"points\": 9}",
	    "", "law: 28 order cards, not 27" },
	{ "{\"id\": \"swap-cargo\", \"count\": 2}",
	    "{\"id\": \"swap-cargo\", \"count\": 3}",
	    "law: two ship cards of each kind" },
	{ "\"id\": \"swap-cargo\"", "\"id\": \"step-back\"",
	    "law: two ship cards of each kind" },
	{ "{\"id\": \"close-3\", \"count\": 1}",
	    "{\"id\": \"close-3\", \"count\": 2}", "law: 14 lock cards" },
	/* Places and ends. */
	{ "\"id\": \"x24\", \"name\"", "\"id\": \"x 24\", \"name\"", "x24" },
	{ "\"id\": \"L1\"", "\"id\": \"L2\"", "" },
	{ "\"id\": \"x5\", \"name\": \"Walsoorden\", \"start\": false",
	    "\"id\": \"x5\", \"name\": \"Walsoorden\", \"start\": true",
	    "law: four start places" },
	{ "\"start\": true, \"anchor\": false",
	    "\"start\": true, \"anchor\": true",
	    "law: a start is no anchor place" },
	{ "\"rank\": 9, \"col\": 5", "\"rank\": 9, \"col\": 1",
	    "law: starts stand from left to right" },
	{ "\"anchor\": true", "\"anchor\": false", "law: 5 to 7 anchor" },
	{ "\"anchor\": false, \"rank\": 3", "\"anchor\": true, \"rank\": 3",
	    "law: 5 to 7 anchor" },
	{ "\"good\": \"cocoa\"", "\"good\": \"toys\"", "law: four docks" },
	{ "\"transit\"", "\"hemiksem\"", "law: one transit port" },
	/* Channels. */
	{ "\"from\": \"x19\", \"to\": \"x21\"",
	    "\"from\": \"x19\", \"to\": \"x11\"", "law: no cycles" },
	{ "\"name\": \"Bath\", \"start\": false, \"anchor\": true, \"rank\": 6",
	    "\"name\": \"Bath\", \"start\": false, \"anchor\": true, \"rank\": "
	    "5",
	    "law: a rank is" },
	{ "\"from\": \"x12\", \"to\": \"x13\", \"colours\": [\"teal\"]",
	    "\"from\": \"x12\", \"to\": \"x16\", \"colours\": [\"teal\"]",
	    "law: at most one channel" },
	{ "\"to\": \"x13\", \"colours\": [\"teal\"]",
	    "\"to\": \"x13\", \"colours\": [\"teal\", \"white\"]",
	    "law: at most two channels of one colour" },
	{ "\"to\": \"vrasenedok\", \"colours\": [\"orange\"], \"lock\": \"L1\"",
	    "\"to\": \"vrasenedok\", \"colours\": [\"orange\"], \"lock\": null",
	    "law: a lock before each dock" },
	{ "\"to\": \"transit\", \"colours\": [\"purple\"]",
	    "\"to\": \"transit\", \"colours\": [\"teal\"]",
	    "law: the transit port is left" },
	{ "\"from\": \"x15\", \"to\": \"deurganckdok\", \"colours\": "
	  "[\"orange\"]",
	    "\"from\": \"x15\", \"to\": \"deurganckdok\", \"colours\": "
	    "[\"teal\"]",
	    "law: the toys' dock is entered" },
	{ "\"lock\": \"L3\"", "\"lock\": \"L2\"",
	    "law: every lock closes a channel (L3)" },
	/* Drawing. */
	{ "\"name\": \"Kallo\", \"start\": false, \"anchor\": false, \"rank\": "
	  "1, \"col\": 3, \"row\": 6",
	    "\"name\": \"Kallo\", \"start\": false, \"anchor\": false, "
	    "\"rank\": 1, \"col\": 8, \"row\": 6",
	    "law: channels do not cross" },
	{ "\"name\": \"Hemiksem\", \"good\": null, \"col\": 5, \"row\": 10",
	    "\"name\": \"Hemiksem\", \"good\": null, \"col\": 5, \"row\": 8",
	    "law: the transit port lies at the bottom" },
	{ "\"name\": \"Prosperpolder\", \"start\": false, \"anchor\": false, "
	  "\"rank\": 3, \"col\": 1",
	    "\"name\": \"Prosperpolder\", \"start\": false, \"anchor\": false, "
	    "\"rank\": 3, \"col\": 3",
	    "law:" },
};

CASES(tests)
{
	ADD_BREACHES(t, breaches);
}
