(function () {
'use strict';
var d = document, q = d.getElementById('q'), find = d.getElementById('find');
var count = d.getElementById('count');
var rows = [].slice.call(d.querySelectorAll('#games tbody tr'));

/* Without accents and in small letters. */
function plain(s) {
	return s.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
}
var texts = rows.map(function (r) { return plain(r.textContent); });
function look() {
	var words = plain(q.value).split(/\s+/);
	rows.forEach(function (r, i) {
		r.hidden = !words.every(function (w) {
			return texts[i].indexOf(w) >= 0;
		});
	});
	count.textContent = find.dataset.found.replace('{n}',
		rows.filter(function (r) { return !r.hidden; }).length);
}
/* A game's page asks for those of its players. */
function asked() {
	if (/^#q=/.test(location.hash)) {
		q.value = decodeURIComponent(location.hash.slice(3));
		look();
	}
}
q.addEventListener('input', look);
window.addEventListener('hashchange', asked);
find.hidden = false;
asked();
}());
