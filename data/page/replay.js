/* Until all has been read, nothing that the script takes is laid out. */
document.documentElement.classList.add('js');
document.addEventListener('DOMContentLoaded', () => {
'use strict';
var d = document;
function $(id) { return d.getElementById(id); }
function all(what, of) { return [].slice.call((of || d).querySelectorAll(what)); }
var bar = $('controls'), board = $('board'), log = $('log'), slider = $('slider');
var say = $('say'), where = $('where'), take = $('take');
var views = all('input[name=v]');
/* What the board is filled from is not in the document: else the browser makes
 * tens of thousands of elements of it and matches rules of style with them at
 * each step. Positions and parts of maps stand in a noscript, which is text here,
 * and are made of it when they are shown. The board has what one viewpoint sees,
 * so there is nothing left for the rules that choose by viewpoint. */
var source = $('all'), events = all('section.e', source), parts = {};
var end = events.length - 1;
var texts = [$('places'), $('parts')].map(x => {
	x.remove();
	return x.textContent;
});
source.remove();
texts[1].split('<g id="m').slice(1).forEach(x => {
	parts[parseInt(x, 10)] = x.slice(x.indexOf('>') + 1, x.lastIndexOf('</g>'));
});
function made(html) {
	var t = d.createElement('template');
	t.innerHTML = html;
	return t.content.firstChild;
}
[].slice.call(d.styleSheets[0].cssRules).forEach((rule, n) => {
	if (/^:root:has/.test(rule.selectorText))
		d.styleSheets[0].deleteRule(n);
});
/* Whose event it was, its round and turn: said where they change. */
var facts = [], turns = 0;
events.forEach((e, i) => {
	turns += 't' in e.dataset;
	facts.push(Object.assign({}, facts[i - 1], e.dataset, { t: turns }));
});
/* The places of the board: what stands there after each event. A state comes so
 * many events after the one before it; one of a map may say what moved alone. */
var places = texts[0].split('<div class=h').slice(1).map(h => {
	var at = 0, last = null, states = [];
	h = h.split(/<(?:i|div)\s(?=class=b|data-e)/);
	h.slice(1).forEach(c => {
		var head = c.slice(0, c.indexOf('>'));
		var moved = /data-m="([^"]+)/.exec(head);
		at += +(/data-e=(\d+)/.exec(head) || [0, 1])[1];
		if (!/^class/.test(head))
			return;
		c = { html: c.slice(head.length + 1, c.lastIndexOf('</')) };
		if (moved) {
			c.uses = last.uses.slice();
			c.map = last.map;
			moved[1].split(' ').forEach(x => {
				x = x.split(':');
				c.uses[x[0]] = x[1];
			});
		} else if (/^<figure/.test(c.html)) {
			c.uses = c.html.match(/#m\d+/g).map(x => x.slice(2));
			c.map = c;
		}
		last = states[at] = c;
	});
	for (at = 0; at < events.length; at++)
		states[at] = states[at] || states[at - 1];
	return { of: made('<p' + h[0] + '</p>'), states: states, still: still(states), here: null };
});
/* How many parts of a map, from the first on, are always the same. */
function still(states) {
	var maps = states.filter(s => s && s.uses), n = 0;
	function same(s) { return n in s.uses && s.uses[n] === maps[0].uses[n]; }
	while (maps[0] && maps.every(same))
		n++;
	return n;
}
function nodeOf(state) {
	state.node = state.node || made('<div class=b>' + state.html + '</div>');
	return state.node;
}
var now = -1, timer = 0;
/* Where one is on the chart. */
var chart = d.querySelector('.course svg'), here = chart && chart.querySelector('.here');
var left = chart ? +chart.dataset.left : 0, right = chart ? +chart.dataset.right : 0;

function num(i, what) { return +facts[i][what]; }
function seq(i) { return +events[i].id.slice(1); }
function numbered(text, i) {
	return text.replace('{n}', seq(i)).replace('{m}', seq(end))
		.replace('{r}', num(i, 'r'));
}
function label(i) {
	return numbered(num(i, 'r') ? bar.dataset.round : bar.dataset.event, i);
}
function view() {
	var v = views.filter(r => r.checked)[0];
	return v ? v.value : 'public';
}

/* The digit of the chosen viewpoint, and what it sees. */
var eye = '';
function isSeen(x) { return !x.dataset.v || x.dataset.v.indexOf(eye) >= 0; }
function copyOf(node) {
	var c = node.cloneNode(true);
	c.removeAttribute('id');
	all('[data-v]', c).forEach(x => {
		if (!isSeen(x))
			x.remove();
	});
	return c;
}
/* A part of a map with all that it is put together of. */
var built = {};
function part(id) {
	var g = built[id];
	if (!g) {
		g = built[id] = made('<svg><g>' + parts[id] + '</g></svg>').firstChild;
		all('use', g).forEach(u => {
			var p = part(u.getAttribute('href').slice(2));
			p.setAttribute('transform', 'translate(' +
				u.getAttribute('x') + ' ' + u.getAttribute('y') + ')');
			u.replaceWith(p);
		});
	}
	return g.cloneNode(true);
}
/* What happened, as a list: written from what the events say. */
var entries = [];
log.querySelector('ol').remove();
events.forEach((e, i) => {
	var a = d.createElement('a');
	if (i && num(i, 'r') !== num(i - 1, 'r'))
		log.appendChild(d.createElement('h3')).textContent =
			bar.dataset.word + ' ' + num(i, 'r');
	if (log.lastElementChild.tagName !== 'OL')
		log.appendChild(d.createElement('ol'));
	a.href = '#' + e.id;
	a.className = e.classList.contains('x') ? 'x' : '';
	log.lastElementChild.appendChild(d.createElement('li')).appendChild(a);
	entries.push(a);
});
function writeLog() {
	events.forEach((e, i) => {
		entries[i].textContent = seq(i) + ' ';
		entries[i].append.apply(entries[i], copyOf(e.querySelector('.t')).childNodes);
	});
}
/* Puts nodes into a parent in this order, moving none that is there. */
function put(parent, nodes) {
	var at;
	[].slice.call(parent.children).forEach(x => {
		if (nodes.indexOf(x) < 0)
			x.remove();
	});
	at = parent.firstElementChild;
	nodes.forEach(x => {
		if (x === at)
			at = at.nextElementSibling;
		else
			parent.insertBefore(x, at);
	});
}
/* What a step changes is marked: figures, and what came onto the map, which is
 * ringed, or left it, which fades. */
var marks = [];
function unmark() {
	marks.forEach(x => {
		x.classList.remove('new');
		if (x.className.baseVal !== undefined)
			x.remove();
		else if (!x.className)
			x.removeAttribute('class');
	});
	marks = [];
}
function svgOf(tag) { return d.createElementNS('http://www.w3.org/2000/svg', tag); }
/* Where the next part of a map goes. Those that never change lie in a map below,
 * which is not painted again; and a dozen stand together: of hundreds side by side
 * a browser looks at each at every step. */
function within(place, n) {
	var k = n - place.still, svg = all('svg', place.here)[k < 0 ? 1 : 0];
	return (k < 0 ? n : k) % 12 ? svg.lastElementChild : svg.appendChild(svgOf('g'));
}
/* Two pieces that differ in colour alone are one. */
function shape(x) { return x.outerHTML.replace(/fill="[^"]*"/g, ''); }
/* The parts of a map become others. */
function redraw(place, uses) {
	var old = new Map(), come = new Map();
	uses.forEach((id, n) => {
		var was = place.drawn[n], is;
		if (was && was.number === id)
			return;
		is = place.drawn[n] = part(id);
		is.number = id;
		[].forEach.call(was ? was.children : [], x => {
			old.set(shape(x), x);
		});
		[].forEach.call(is.children, x => { come.set(shape(x), x); });
		if (was)
			was.replaceWith(is);
		else
			within(place, n).appendChild(is);
	});
	return [without(old, come), without(come, old)];
}
/* What is in one alone, but for names. */
function without(a, b) {
	var found = [];
	a.forEach((x, key) => {
		if (!b.has(key) && x.tagName !== 'text')
			found.push(x);
	});
	return found;
}
/* Where a piece stands. */
function spot(x) {
	var m = /^translate\((\S+)\s(\S+)\)/.exec(x.getAttribute('transform'));
	return m && [+m[1], +m[2]];
}
function far(x, y) {
	var a = spot(x), b = spot(y);
	return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 1e9;
}
/* How a piece looks, however large: one becomes smaller where many stand. */
function lookOf(x) {
	return x.innerHTML.replace(/="[^"#]*"/g, v => {
		return v.replace(/[-\d.\s]+/g, '');
	});
}
/* The nearest piece of the same look that came. */
function whereTo(x, come) {
	return come.filter(y => y.look === x.look)
		.reduce((to, y) => {
			return !to || far(x, y) < far(x, to) ? y : to;
		}, null);
}
/* What marks a map until the next step. */
function note(name, pieces) {
	var g = svgOf('g');
	g.setAttribute('class', name);
	g.append.apply(g, pieces);
	marks.push(g);
	return g;
}
/* A trail from where a piece stood, below where it is: light dots on dark ones. */
function trail(x, to) {
	var line = svgOf('path');
	line.setAttribute('d', 'M' + spot(x) + 'L' + spot(to));
	to.before(note('trail', [line.cloneNode(), line]));
}
/* What left stands over the map once more, unless something else stands there
 * now, with a trail to where it went; what came has a ring behind it. Pieces
 * that only made room for another, which is nearer than 60, are not marked. */
function markMap(place, found) {
	var come = found[1], gone;
	if (found[0].length + come.length > 60)
		return;
	found[0].concat(come).forEach(x => { x.look = lookOf(x); });
	gone = found[0].filter(x => {
		var to = whereTo(x, come);
		if (to && far(x, to) < 60)
			come = come.filter(y => y !== to);
		return !to || far(x, to) >= 60;
	});
	come.forEach(x => { x.before(note('came', [x.cloneNode(true)])); });
	gone.forEach(x => {
		var to = whereTo(x, come);
		if (to && spot(x))
			trail(x, to);
	});
	/* One that fades: each is a layer of its own to a browser. */
	place.here.querySelector('svg').append(note('left', gone.filter(x => {
		return !found[1].some(y => far(x, y) < 5);
	}).map(x => x.cloneNode(true))));
}
/* Rows by their first cell, or where two have the same by their place. */
function rowsOf(table) {
	var found = new Map();
	all('tr', table).forEach(r => {
		var key = r.cells[0] ? r.cells[0].textContent : '';
		while (found.has(key))
			key += '+';
		found.set(key, r);
	});
	return found;
}
function renew(cell) {
	cell.classList.add('new');
	marks.push(cell);
}
/* A row as another one is: what differs is put in its place. */
function becomeRow(row, to) {
	var cells = [].slice.call(to.cells);
	cells.forEach((cell, n) => {
		var was = row.cells[n];
		if (was && was.innerHTML === cell.innerHTML && was.className === cell.className)
			return;
		if (was)
			was.replaceWith(cell);
		else
			row.appendChild(cell);
		renew(cell);
	});
	while (row.cells.length > cells.length)
		row.lastElementChild.remove();
}
function becomeTable(table, to) {
	var old = rowsOf(table), rows = [];
	rowsOf(to).forEach((row, key) => {
		var was = old.get(key);
		if (was)
			becomeRow(was, row);
		else
			all('td,th', row).forEach(renew);
		rows.push(was || row);
	});
	put(table.tBodies[0], rows);
}
/* A block as another one is, by its paragraphs and tables. */
function become(block, to) {
	var had = [].slice.call(block.children);
	put(block, [].slice.call(to.children).map((x, n) => {
		var was = had[n];
		if (!was || was.tagName !== x.tagName) {
			all('td,th', x).forEach(renew);
			return x;
		}
		if (x.tagName === 'TABLE')
			becomeTable(was, x);
		else if (!was.isEqualNode(x))
			return x;
		return was;
	}));
}
/* The name of a block: its heading. */
function nameOf(b) {
	var h = b.querySelector('h3');
	return b.querySelector('.map') ? '<' :
		h ? h.firstChild.textContent.replace(/\u200e/g, '') : '';
}
function draw(place, to) {
	function size(x) { return x.querySelector('svg').getAttribute('viewBox'); }
	var whole = nodeOf(to.map), box = size(whole).split(' '), svg, below;
	if (place.here && size(place.here) === size(whole))
		return markMap(place, redraw(place, to.uses));
	place.here = copyOf(whole);
	place.here.classList.add('pic');
	place.here.style.setProperty('--wide', box[2] / box[3]);
	place.drawn = [];
	all('use', place.here).forEach(x => { x.remove(); });
	svg = place.here.querySelector('svg');
	below = svg.cloneNode(false);
	below.classList.add('still');
	below.setAttribute('aria-hidden', true);
	svg.after(below);
	redraw(place, to.uses);
}
/* The board after an event, made of what is there. What leaves a place where
 * others see the same goes there. */
function fill(i) {
	var gone = {};
	function seen(p) {
		var s = p.states[i];
		return s && (s.uses || s.html) && isSeen(p.of) ? s : null;
	}
	places.forEach(p => {
		if (p.here && !seen(p)) {
			gone[nameOf(p.here)] = [p.here, p.drawn];
			p.here = p.is = null;
		}
	});
	places.forEach(p => {
		var to = seen(p), name = to && !p.here && nameOf(nodeOf(to.map || to));
		if (name && gone[name]) {
			p.here = gone[name][0];
			p.drawn = gone[name][1];
			delete gone[name];
		}
		if (!to || to === p.is)
			return;
		p.is = to;
		if (to.uses)
			draw(p, to);
		else if (p.here)
			become(p.here, copyOf(nodeOf(to)));
		else
			p.here = copyOf(nodeOf(to));
	});
}
/* Who sees everything sees all hands beside each other: what has a seat's name,
 * and is not for all. */
var hands = d.createElement('div');
hands.className = 'hands';
var names = all('[data-seat]').map(b => b.textContent.trim());
function isHand(p) {
	return eye === '7' && 'v' in p.of.dataset && names.indexOf(nameOf(p.here).trim()) >= 0;
}
var room = window.matchMedia('(min-width: 900px)');
/* An event has a heading if there is more to say than its number. */
function headOf(i) {
	var h = d.createElement('h2');
	h.textContent = numbered(bar.dataset.head, i);
	return events[i].querySelector('h2') ? [] : [h];
}
/* before: the event that the board showed. */
function fillBoard(i, before) {
	var words = headOf(i), pics = [], rest = [], held = [], said = [];
	if (i > 0 && before !== i - 1)
		fill(i - 1);
	unmark();
	fill(i);
	if (i === 0)
		unmark();
	[].forEach.call(events[i].children, c => {
		if (isSeen(c))
			(c.tagName === 'BLOCKQUOTE' ? said : words).push(copyOf(c));
	});
	places.forEach(p => {
		if (!p.here)
			return;
		if (isHand(p))
			held.push(p.here);
		if (!isHand(p) || held.length === 1)
			(p.is.uses ? pics : rest).push(isHand(p) ? hands : p.here);
	});
	put(hands, held);
	if (num(i, 'a') > 0)
		rest.unshift(could);
	/* Beside each other, the picture stays where it is, whatever is told. */
	put(board, (room.matches ? pics.concat(words) : words.concat(pics))
		.concat(rest, said));
	set(board, 'class', events[i].classList.contains('x') ? 'x' : '');
}
/* What could have been done at an event of a seat's, folded. It is a file beside
 * the page, which is read when it is first unfolded, and where that is refused,
 * as of a page that is a file itself, there is a link. */
var could = $('could'), told = could.lastElementChild, moves = null;
could.remove();
could.hidden = false;
function tellMoves() {
	var id = events[now].id, x = moves && moves.getElementById(id);
	if (!could.open)
		return;
	if (x)
		put(told, all('p', copyOf(x)));
	else
		told.firstElementChild.href = 'moves.html#' + id;
}
could.addEventListener('toggle', () => {
	tellMoves();
	if (could.open && !moves)
		fetch('moves.html').then(r => r.text())
			.then(text => {
				moves = new DOMParser().parseFromString(text, 'text/html');
				tellMoves();
			}, () => { /* the link is there */ });
});
function scrolls(x) { return x.scrollWidth > x.clientWidth; }
/* What is wider than the screen scrolls, and takes the keys: looked for when
 * the board has been still for a moment. */
function reach() {
	all('.b', board).filter(x => {
		return x.querySelector('h3') && scrolls(x);
	}).forEach(x => {
		x.tabIndex = 0;
		x.setAttribute('role', 'group');
		x.setAttribute('aria-label', nameOf(x).trim());
	});
}
/* The log moves, the page does not. */
function settleBoard(had) {
	var to = entries[now].getBoundingClientRect().top -
		log.getBoundingClientRect().top - log.clientHeight / 2;
	if (log.scrollHeight > log.clientHeight)
		log.scrollTop += to;
	if (had && !board.contains(d.activeElement))
		board.focus({ preventScroll: true });
}
function set(x, name, value) {
	if (x.getAttribute(name) !== String(value))
		x.setAttribute(name, value);
}
/* Where one is: in the log, on the slider, on the chart. */
function mark(i) {
	var old = log.querySelector('[aria-current]');
	if (old)
		old.removeAttribute('aria-current');
	entries[i].setAttribute('aria-current', 'true');
	slider.value = i;
	set(slider, 'aria-valuetext', label(i));
	if (here)
		set(here, 'd', here.getAttribute('d').replace(/^M[\d.]+/,
			'M' + (left + (right - left) * i / end)));
	all('[data-go]', bar).forEach(b => {
		set(b, 'aria-disabled', 'fp'.indexOf(b.dataset.go[0]) >= 0 ? i === 0 :
			i === end);
	});
}
function link() {
	var v = view();
	return '#' + events[now].id + (v === 'public' ? '' : '&v=' + v);
}
/* Once it has been still for a moment: a slider does not chatter, and browsers
 * do not let the address change at every step. */
function settle(quiet) {
	clearTimeout(timer);
	timer = setTimeout(() => {
		var t = board.querySelector('.t');
		address();
		reach();
		if (!quiet)
			say.textContent = label(now) + '. ' + (t ? t.innerText : '');
	}, 150);
}
function address() {
	try { history.replaceState(null, '', link()); } catch (x) { /* sandboxed */ }
}
/* Instead of what was to be announced. */
function tell(text) {
	clearTimeout(timer);
	address();
	where.textContent = say.textContent = text;
}
function show(i, quiet) {
	i = Math.max(0, Math.min(end, i));
	where.textContent = label(i);
	if (i !== now) {
		var had = board.contains(d.activeElement);
		fillBoard(i, now);
		now = i;
		tellMoves();
		mark(i);
		settleBoard(had);
	}
	take.hidden = true;
	settle(quiet);
}

/* The first event of the next stretch in which what stays the same. */
function next(i, what) {
	var k = i + 1;
	while (k < events.length && num(k, what) === num(i, what))
		k++;
	return Math.min(k, end);
}
/* The first of this stretch, or if that is here, of the one before. */
function prev(i, what) {
	var k = Math.max(i - 1, 0);
	while (k > 0 && num(k - 1, what) === num(k, what))
		k--;
	return k;
}
function go(how) {
	switch (how) {
	case 'first': return show(0);
	case 'last': return show(end);
	case 'pe': return show(now - 1);
	case 'ne': return show(now + 1);
	case 'pt': return show(prev(now, 't'));
	case 'nt': return show(next(now, 't'));
	case 'pr': return show(prev(now, 'r'));
	case 'nr': return show(next(now, 'r'));
	}
}
/* Plays on by itself until the end, or until something else is asked for. */
var play = $('play'), speed = $('speed'), ticking = 0;
function playing(on) {
	if (!on && !ticking)
		return;
	clearInterval(ticking);
	ticking = on ? setInterval(() => {
		if (now >= end)
			return playing(false);
		show(now + 1, true);
	}, +speed.value) : 0;
	play.setAttribute('aria-pressed', on);
	play.firstElementChild.textContent = on ? '\u23f8' : '\u25b6';
	play.lastElementChild.textContent = on ? play.dataset.pause : play.dataset.play;
}
function toggle() {
	if (!ticking && now >= end)
		show(0, true);
	playing(!ticking);
}
play.addEventListener('click', e => {
	e.stopPropagation();
	toggle();
});
speed.addEventListener('change', () => {
	if (ticking)
		playing(true);
});
function moveOf(seat) {
	for (var k = now + 1; k < events.length; k++)
		if (num(k, 'a') === seat)
			return show(k);
	settle();
}

function notation() {
	var lines = [], k, code;
	for (k = 1; k <= now; k++) {
		code = events[k].querySelector('code[data-v*="7"]') ||
			events[k].querySelector('.n code');
		if (code)
			lines.push(seq(k) + ' ' + (num(k, 'a') > 0 ? 'p' + num(k, 'a') :
				num(k, 'a') ? '!' : '-') + ' ' + code.textContent);
	}
	return $('tags').content.textContent + '\n' + lines.join('\n') + '\n';
}
function copied() { tell(bar.dataset.copied); }
function byHand(text, from) {
	take.value = text;
	take.hidden = false;
	take.select();
	try {
		if (d.execCommand('copy')) {
			take.hidden = true;
			from.focus();
			return copied();
		}
	} catch (x) { /* the reader copies it */ }
	tell(bar.dataset.take);
}
function copy(text, from) {
	if (navigator.clipboard && window.isSecureContext)
		navigator.clipboard.writeText(text).then(copied,
			() => { byHand(text, from); });
	else
		byHand(text, from);
}

/* An event as the chosen viewpoint sees it. */
function look(i, quiet) {
	var v = views.filter(r => r.checked)[0];
	v = v ? v.id.slice(1) : '0';
	if (v !== eye) {
		eye = v;
		places.forEach(p => { p.here = p.is = null; });
		writeLog();
		now = -1;
	}
	show(i, quiet);
}
/* Of the address that was asked for: settle() may have written the one before
 * over it by the time this hears of it. */
function fromAddress(url, quiet) {
	var m = /#e(\d+)(?:&v=(\w+))?$/.exec(url), i = 0;
	/* It begins with how it ended. */
	if (!m)
		return look(now < 0 ? end : now, quiet);
	views.forEach(r => {
		if (r.value === (m[2] || 'public'))
			r.checked = true;
	});
	events.forEach((e, k) => {
		if (e.id === 'e' + m[1])
			i = k;
	});
	look(i, quiet);
	if (board.getBoundingClientRect().top > window.innerHeight * 0.6)
		bar.scrollIntoView();
}

var keys = { ArrowLeft: 'pe', ArrowRight: 'ne', Home: 'first', End: 'last' };
var shifted = { ArrowLeft: 'pt', ArrowRight: 'nt', ArrowUp: 'pr', ArrowDown: 'nr' };
d.addEventListener('keydown', e => {
	var how = (e.shiftKey ? shifted : keys)[e.key], t = e.target.type;
	if (e.key === ' ' && (e.target === d.body || board.contains(e.target)) &&
	    !could.contains(e.target)) {
		e.preventDefault();
		return toggle();
	}
	if (t === 'select-one')
		return;
	if (!how || e.altKey || e.ctrlKey || e.metaKey || t === 'textarea' ||
	    (!e.shiftKey && (t === 'radio' || t === 'range' ||
	    (board.contains(e.target) && scrolls(e.target)))))
		return;
	e.preventDefault();
	playing(false);
	go(how);
});
/* A finger drawn across the board, where nothing scrolls below it. */
var from = null;
board.addEventListener('touchstart', e => {
	var x = e.target;
	from = e.touches.length === 1 ? e.touches[0] : null;
	for (; x && x !== board; x = x.parentElement)
		if (scrolls(x) && getComputedStyle(x).overflowX !== 'visible')
			from = null;
}, { passive: true });
board.addEventListener('touchend', e => {
	var to = e.changedTouches[0], x = from ? to.clientX - from.clientX : 0;
	if (from && Math.abs(x) > 50 && Math.abs(to.clientY - from.clientY) < 40) {
		playing(false);
		go(x < 0 ? 'ne' : 'pe');
	}
	from = null;
}, { passive: true });
bar.addEventListener('click', e => {
	var b = e.target.closest('button');
	if (!b)
		return;
	playing(false);
	if (b.dataset.go)
		go(b.dataset.go);
	else if (b.dataset.seat)
		moveOf(+b.dataset.seat);
	else if (b.dataset.copy === 'link')
		copy(location.href.split('#')[0] + link(), b);
	else
		copy(notation(), b);
});
slider.addEventListener('input', () => {
	playing(false);
	show(+slider.value);
});
views.forEach(r => {
	r.addEventListener('change', () => { look(now); });
});
/* Whoever follows a link of the page itself looks on with the same eyes. */
d.addEventListener('click', e => {
	var a = e.target.closest('a[href^="#e"]'), v = views.filter(r => r.checked)[0];
	if (!a || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey)
		return;
	e.preventDefault();
	fromAddress(a.getAttribute('href') + (v ? '&v=' + v.value : ''));
});
window.addEventListener('hashchange', e => { fromAddress(e.newURL); });

slider.max = end;
var ticks = '';
events.forEach((e, i) => {
	if (!i || !num(i, 'r') || num(i, 'r') === num(i - 1, 'r'))
		return;
	ticks += '<rect width="3" height="10" x="' +
		Math.round(997 * i / end) + '"/>';
});
$('marks').innerHTML = '<svg viewBox="0 0 1000 10" preserveAspectRatio="none">' +
	ticks + '</svg>';
/* Where there is room they are open, and cannot be shut. */
function tools() { d.querySelector('.tools').open = room.matches; }
room.addEventListener('change', () => {
	tools();
	fillBoard(now, now);
});
/* The board begins below the controls, which stay. */
function under() {
	d.documentElement.style.setProperty('--bar', bar.offsetHeight + 'px');
}
window.addEventListener('resize', () => {
	under();
	settle(true);
});
tools();
bar.hidden = board.hidden = false;
under();
fromAddress(location.href, true);
});
