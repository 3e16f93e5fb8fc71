(function () {
'use strict';
var d = document, q = d.getElementById('q'), find = d.getElementById('find');
var count = d.getElementById('count'), more = d.getElementById('more');
var body = d.querySelector('#games tbody'), here = [].slice.call(body.rows);
var total = +find.dataset.games, pages = {}, index = null, people = null;
var asked = 0, shown = 200;

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
/* What is searched: a game's name and its players'. */
function text(row) {
	return plain(row.cells[0].textContent + ' ' + [].map.call(
		row.cells[1].getElementsByTagName('a'),
		function (a) { return a.textContent; }).join(' '));
}
function words() {
	return plain(q.value).split(/\s+/).filter(Boolean);
}
function has(wanted, s) {
	return wanted.every(function (w) { return s.indexOf(w) >= 0; });
}
function show(rows, n, all) {
	body.textContent = '';
	rows.slice(0, shown).forEach(function (r) { body.appendChild(r); });
	count.textContent = find.dataset.found.replace('{n}',
		n + (all ? '' : '+'));
	more.hidden = all && n <= shown;
}
/* Whether a page can have a game with that word. */
function may(page, w) {
	var number = String(page + 1);

	return /\d/.test(w) || index.pages[page].kinds.some(function (k) {
		return plain(index.kinds[k]).indexOf(w) >= 0;
	}) || people.some(function (p) {
		return plain(p.name).indexOf(w) >= 0 &&
			p.pages.split(',').indexOf(number) >= 0;
	});
}
function rows_of(page) {
	if (!pages[page])
		pages[page] = get('list/' + (page + 1) + '.json').then(
			function (data) {
			var t = d.createElement('tbody');

			t.innerHTML = data.rows.reverse().join('');
			return [].map.call(t.rows, function (r) {
				return { row: r, text: text(r) };
			});
		});
	return pages[page];
}
/* From the newest page on, until there is enough to show. */
function search(mine, wanted, found, page) {
	while (page >= 0 && !wanted.every(may.bind(null, page)))
		page--;
	if (page < 0 || found.length > shown) {
		show(found, found.length, page < 0);
		return null;
	}
	return rows_of(page).then(function (rows) {
		if (mine !== asked)
			return null;
		rows.forEach(function (r) {
			if (has(wanted, r.text))
				found.push(r.row);
		});
		return search(mine, wanted, found, page - 1);
	});
}
/* All are here, or no more can be had. */
function search_here(wanted) {
	var found = here.filter(function (r) { return has(wanted, text(r)); });

	show(found, found.length, true);
}
function look() {
	var mine = ++asked, wanted = words();

	if (!wanted.length) {
		show(here, total, true);
		more.hidden = true;
		return;
	}
	if (total <= here.length) {
		search_here(wanted);
		return;
	}
	Promise.all([index || get('list/index.json'),
		people || get('players/index.json')]).then(function (both) {
		index = both[0];
		people = both[1];
		return mine === asked ?
			search(mine, wanted, [], index.pages.length - 1) : null;
	}).catch(function () { search_here(wanted); });
}
/* A game's page asks for those of its players. */
function ask() {
	if (/^#q=/.test(location.hash)) {
		q.value = decodeURIComponent(location.hash.slice(3));
		shown = 200;
		look();
	}
}
q.addEventListener('input', function () { shown = 200; look(); });
more.addEventListener('click', function () { shown += 200; look(); });
window.addEventListener('hashchange', ask);
find.hidden = false;
ask();
}());
