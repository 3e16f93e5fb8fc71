(function () {
'use strict';
var d = document, q = d.getElementById('q'), find = d.getElementById('find');
var count = d.getElementById('count'), more = d.getElementById('more');
var kind = d.getElementById('kind'), seats = d.getElementById('seats');
var year = d.getElementById('year'), order = d.getElementById('order');
var body = d.querySelector('#games tbody');
var here = [].map.call(body.rows, known);
var total = +find.dataset.games, pages = {}, index = null, people = null;
var asked = 0, shown = 200, step = 200;

/* Without accents and in small letters. */
function plain(s) {
	return s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
}
function get(name) {
	return fetch(name).then(function (r) {
		if (!r.ok)
			throw new Error(name);
		return r.json();
	});
}
/* A row, and what is asked of it; words are of a game's name and its players'.
 */
function known(row) {
	var people = row.cells[1].getElementsByTagName('a');
	var game = row.cells[0].textContent;

	return { row: row, game: game, seats: people.length,
		year: row.getElementsByTagName('time')[0].dateTime.slice(0, 4),
		text: plain(game + ' ' + [].map.call(people, function (a) {
			return a.textContent;
		}).join(' ')) };
}
function wants() {
	return { words: plain(q.value).split(/\s+/).filter(Boolean),
		kind: kind.value, seats: +seats.value, year: year.value,
		oldest: order.value === '1',
		by: /^\D/.test(order.value) ? order.value : '' };
}
function wants_all(a) {
	return !a.words.length && !a.kind && !a.seats && !a.year;
}
function takes(a, r) {
	return a.words.every(function (w) { return r.text.indexOf(w) >= 0; }) &&
		(!a.kind || r.game.indexOf(a.kind + ' ') === 0) &&
		(!a.seats || r.seats === a.seats) &&
		(!a.year || r.year === a.year);
}
/* How long it was, where that is what is asked. */
function note(r, by) {
	var s = r.row.querySelector('.length');

	if (s)
		s.remove();
	if (by !== 'events')
		return;
	s = d.createElement('span');
	s.className = 'length';
	s.textContent = find.dataset.events.replace('{n}', r.events);
	r.row.cells[0].appendChild(s);
}
function show(a, found, n, all) {
	var pressed = d.activeElement === more;

	body.textContent = '';
	found.slice(0, shown).forEach(function (r) {
		note(r, a.by);
		body.appendChild(r.row);
	});
	count.textContent = find.dataset.found.replace('{n}',
		n + (all ? '' : '+'));
	more.hidden = all && n <= shown;
	/* Whoever pressed it goes on where the rest begins. */
	if (more.hidden && pressed)
		(body.querySelectorAll('td:first-child a')[shown - step] || q).focus();
}
/* Whether a page can have a game with that word. */
function may_word(page, w) {
	var number = String(page + 1);

	return /\d/.test(w) || index.pages[page].kinds.some(function (k) {
		return plain(index.kinds[k]).indexOf(w) >= 0;
	}) || people.some(function (p) {
		return plain(p.name).indexOf(w) >= 0 &&
			p.pages.split(',').indexOf(number) >= 0;
	});
}
function may(a, page) {
	var p = index.pages[page];

	return a.words.every(may_word.bind(null, page)) &&
		(!a.kind || p.kinds.some(function (k) {
			return index.kinds[k] === a.kind;
		})) && (!a.seats || p.seats.indexOf(a.seats) >= 0) &&
		(!a.year || (p.from.slice(0, 4) <= a.year &&
			p.to.slice(0, 4) >= a.year));
}
/* The newest first. */
function rows_of(page) {
	if (!pages[page])
		pages[page] = get('list/' + (page + 1) + '.json').then(
			function (data) {
			var t = d.createElement('tbody');

			data.games.reverse();
			t.innerHTML = data.rows.reverse().join('');
			return [].map.call(t.rows, function (row, i) {
				var r = known(row), g = data.games[i];

				r.ended = g.ended;
				r.events = g.events;
				r.score = Math.max.apply(null, g.seats.map(
					function (s) { return s.score; }));
				return r;
			});
		});
	return pages[page];
}
/* From that page on, until there is enough to show. */
function search(mine, a, found, page) {
	var way = a.oldest ? 1 : -1, n = index.pages.length;

	while (page >= 0 && page < n && !may(a, page))
		page += way;
	if (page < 0 || page >= n || found.length > shown) {
		show(a, found, wants_all(a) ? total : found.length,
			page < 0 || page >= n || wants_all(a));
		return null;
	}
	return rows_of(page).then(function (rows) {
		if (mine !== asked)
			return null;
		rows = rows.filter(takes.bind(null, a));
		found = found.concat(a.oldest ? rows.reverse() : rows);
		return search(mine, a, found, page + way);
	});
}
/* The most first: pages by the most there is on each, until no other can have
 * more than what is shown. Of equals the newest first. */
function search_most(mine, a, found, left) {
	var last = found[shown - 1], page = left[0];

	if (!left.length || (last && last[a.by] > index.pages[page][a.by])) {
		show(a, found, wants_all(a) ? total : found.length,
			!left.length || wants_all(a));
		return null;
	}
	return rows_of(page).then(function (rows) {
		if (mine !== asked)
			return null;
		found = found.concat(rows.filter(takes.bind(null, a)));
		found.sort(function (x, y) {
			return y[a.by] - x[a.by] ||
				(x.ended < y.ended ? 1 : -1);
		});
		return search_most(mine, a, found, left.slice(1));
	});
}
function pages_by(a) {
	return index.pages.map(function (p, i) { return i; }).filter(
		may.bind(null, a)).sort(function (x, y) {
		return index.pages[y][a.by] - index.pages[x][a.by] || y - x;
	});
}
/* All are here, or no more can be had. */
function search_here(a) {
	var found = here.filter(takes.bind(null, a));

	show(a, a.oldest ? found.reverse() : found, found.length, true);
}
function look() {
	var mine = ++asked, a = wants();

	if (wants_all(a) && !a.oldest && !a.by) {
		show(a, here, total, true);
		more.hidden = true;
		return;
	}
	if (total <= here.length && !a.by) {
		search_here(a);
		return;
	}
	Promise.all([index || get('list/index.json'), people ||
		(a.words.length ? get('players/index.json') : null)]).then(
		function (both) {
		index = both[0];
		people = both[1];
		return mine !== asked ? null :
			a.by ? search_most(mine, a, [], pages_by(a)) :
			search(mine, a, [],
				a.oldest ? 0 : index.pages.length - 1);
	}).catch(function () {
		if (a.by)
			order.value = '';
		search_here(wants());
	});
}
function look_anew() {
	/* The longest fifty may stand on fifty pages. */
	shown = step = wants().by ? 50 : 200;
	look();
}
/* A game's page asks for those of its players. */
function ask() {
	if (/^#q=/.test(location.hash)) {
		q.value = location.hash.slice(3);
		try {
			q.value = decodeURIComponent(q.value);
		} catch (e) { /* it is none */ }
		look_anew();
	}
}
q.addEventListener('input', look_anew);
[kind, seats, year, order].forEach(function (s) {
	s.addEventListener('change', look_anew);
});
more.addEventListener('click', function () { shown += step; look(); });
window.addEventListener('hashchange', ask);
find.hidden = false;
ask();
}());
