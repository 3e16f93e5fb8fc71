/* Until all has been read, nothing that the script takes is laid out. */
document.documentElement.classList.add('js');
document.addEventListener('DOMContentLoaded', function () {
'use strict';
var d = document;
function $(id) { return d.getElementById(id); }
function all(what, of) { return [].slice.call((of || d).querySelectorAll(what)); }
var bar = $('controls'), board = $('board'), log = $('log'), slider = $('slider');
var say = $('say'), where = $('where'), take = $('take');
var views = all('input[name=v]');
/* What the board is filled from is taken out of the document, and with it the
 * parts of maps: else rules of style are matched with tens of thousands of
 * elements at each step. The board has what one viewpoint sees, so there is
 * nothing left for the rules that choose by viewpoint. */
var source = $('all'), events = all('section.e', source), blocks = {}, parts = {};
all('[id]', source).forEach(function (x) { blocks[x.id] = x; });
source.remove();
all('g', $('parts')).forEach(function (x) { parts[x.id] = x; });
$('parts').remove();
[].slice.call(d.styleSheets[0].cssRules).forEach(function (rule, n) {
	if (/^:root:has/.test(rule.selectorText))
		d.styleSheets[0].deleteRule(n);
});
/* Whose event it was, its round and turn: said where they change. */
var facts = [];
events.forEach(function (e, i) {
	facts.push(Object.assign({}, facts[i - 1], e.dataset));
});
/* The place of a block: its heading, and for whom it is. */
function nameOf(b) {
	var h = b.querySelector('h3');
	return h ? h.firstChild.textContent : '';
}
function placeOf(b) {
	var x = b.firstElementChild.tagName;
	return (b.dataset.v || '') + (x === 'FIGURE' ? '<' : x === 'H3' ? nameOf(b) : '');
}
/* The blocks that stand after each event. A section has all of them, those
 * that stood before as links, or only those that took others' places. */
var standing = [];
events.forEach(function (e, i) {
	var whole = e.classList.contains('f'), list = whole ? [] : standing[i - 1].slice();
	[].forEach.call(e.children, function (c) {
		var b = c.className === 's' ? blocks[c.getAttribute('href').slice(1)] : c;
		if (b.className !== 'b')
			return;
		b.place = b.place || placeOf(b);
		list[whole ? list.length : list.findIndex(function (x) {
			return x.place === b.place;
		})] = b;
	});
	standing.push(list);
});
var now = -1, timer = 0;
/* Where one is on the chart. */
var chart = d.querySelector('.course svg'), here = chart && chart.querySelector('.here');
var left = chart ? +chart.dataset.left : 0, right = chart ? +chart.dataset.right : 0;

function num(i, what) { return +facts[i][what]; }
function seq(i) { return +events[i].id.slice(1); }
function fill(text, i) {
	return text.replace('{n}', seq(i)).replace('{m}', seq(events.length - 1))
		.replace('{r}', num(i, 'r'));
}
function label(i) {
	return fill(num(i, 'r') ? bar.dataset.round : bar.dataset.event, i);
}
function view() {
	var v = views.filter(function (r) { return r.checked; })[0];
	return v ? v.value : 'public';
}

/* The digit of the chosen viewpoint, and what it sees. */
var eye = '';
function isSeen(x) { return !x.dataset.v || x.dataset.v.indexOf(eye) >= 0; }
function copyOf(node) {
	var c = node.cloneNode(true);
	c.removeAttribute('id');
	all('[data-v]', c).forEach(function (x) {
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
		g = built[id] = parts[id].cloneNode(true);
		g.removeAttribute('id');
		all('use', g).forEach(function (u) {
			var p = part(u.getAttribute('href').slice(1));
			if (u.hasAttribute('x'))
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
events.forEach(function (e, i) {
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
	events.forEach(function (e, i) {
		entries[i].textContent = seq(i) + ' ';
		entries[i].append.apply(entries[i], copyOf(e.querySelector('.t')).childNodes);
	});
}
/* Puts nodes into a parent in this order, moving none that is there. */
function put(parent, nodes) {
	var at;
	[].slice.call(parent.children).forEach(function (x) {
		if (nodes.indexOf(x) < 0)
			x.remove();
	});
	at = parent.firstElementChild;
	nodes.forEach(function (x) {
		if (x === at)
			at = at.nextElementSibling;
		else
			parent.insertBefore(x, at);
	});
}
/* What stands on the board: copies of blocks, and the parts of its map. */
var copies = new Map(), drawn = {};
function mapIn(block) {
	return all('.map', block).filter(function (m) {
		return isSeen(m.closest('[data-v]') || m);
	})[0];
}
function usesOf(block) {
	var map = mapIn(block);
	return map ? all('use', map).map(function (u) {
		return u.getAttribute('href').slice(1);
	}) : [];
}
/* The map of a block: the one that is there with other parts, if it is of the
 * same size. */
function mapOf(block, old) {
	function size(x) { return x.querySelector('svg').getAttribute('viewBox'); }
	var c = old && size(old) === size(mapIn(block)) ? old : copyOf(block);
	var had = c === old ? drawn : {}, ids = usesOf(block);
	drawn = {};
	c.classList.add('pic');
	put(c.querySelector('svg'), [c.querySelector('title')].concat(ids.map(function (id) {
		return drawn[id] = had[id] || part(id);
	})));
	return c;
}
function fillBoard(i) {
	var before = copies, old, words = [], pics = [], rest = [], said = [];
	before.forEach(function (c, b) { old = b.querySelector('.map') ? c : old; });
	copies = new Map();
	standing[i].filter(isSeen).forEach(function (b) {
		var map = mapIn(b), c = before.get(b);
		if (map)
			c = mapOf(b, old);
		else if (c)
			all('.new', c).forEach(function (x) { x.classList.remove('new'); });
		else
			c = copyOf(b);
		copies.set(b, c);
		(map ? pics : rest).push(c);
	});
	[].forEach.call(events[i].children, function (c) {
		if (c.className === 's' || c.className === 'b' || !isSeen(c))
			return;
		(c.tagName === 'BLOCKQUOTE' ? said : words).push(copyOf(c));
	});
	/* The picture comes first. */
	put(board, words.concat(pics, rest, said));
	markChanges(i);
	board.className = events[i].classList.contains('x') ? 'x' : '';
}
/* What a part of a map is made of, by its text: looked up once a part. */
var made = {};
function madeOf(id) {
	var list = made[id];
	if (list)
		return list;
	list = made[id] = [];
	[].forEach.call(parts[id].children, function (x, n) {
		if (x.tagName === 'use' && !x.hasAttribute('x'))
			list.push.apply(list, madeOf(x.getAttribute('href').slice(1)));
		else
			list.push([x.outerHTML, part(id).children[n]]);
	});
	return list;
}
/* The parts of which the maps of blocks are made, by name. */
function partsOf(list) {
	var ids = {};
	list.forEach(function (b) {
		usesOf(b).forEach(function (id) { ids[id] = true; });
	});
	return ids;
}
/* What is drawn in parts that the other event's map has not. */
function onlyIn(ids, other) {
	var found = new Map();
	for (var id in ids)
		if (!other[id])
			madeOf(id).forEach(function (x) { found.set(x[0], x[1]); });
	return found;
}
/* What came onto the map is ringed, what left it fades. */
function markMap(svg, was, is) {
	var old = onlyIn(was, is), now = onlyIn(is, was);
	function layer(name, from, to) {
		var g = d.createElementNS('http://www.w3.org/2000/svg', 'g');
		g.setAttribute('class', name);
		from.forEach(function (x, key) {
			if (!to.has(key) && x.tagName !== 'text')
				g.appendChild(x.cloneNode(true));
		});
		if (g.children.length > 0 && g.children.length <= 60)
			svg.appendChild(g);
	}
	layer('left', old, now);
	layer('came', now, old);
}
/* Rows by their first cell, or where two have the same by their place. */
function rowsOf(block) {
	var found = {};
	all('tr', block).forEach(function (r) {
		var key = r.cells[0] ? r.cells[0].textContent : '';
		while (found[key])
			key += '+';
		found[key] = r;
	});
	return found;
}
/* Figures that are others than before the event. */
function markCells(copy, before) {
	var old = rowsOf(before), rows = rowsOf(copy), key;
	for (key in rows)
		[].forEach.call(rows[key].cells, function (cell, n) {
			var was = old[key] && old[key].cells[n];
			if (!was || was.textContent !== cell.textContent)
				cell.classList.add('new');
		});
}
/* What the event changed, of what is seen. */
function markChanges(i) {
	if (i === 0)
		return;
	var before = standing[i - 1].filter(isSeen), was = partsOf(before);
	copies.forEach(function (copy, b) {
		var svg = copy.querySelector('.map svg'), old;
		if (svg)
			return markMap(svg, was, partsOf([b]));
		old = before.filter(function (x) { return x.place === b.place; })[0] ||
			before.filter(function (x) { return nameOf(x) === nameOf(b); })[0];
		if (old && nameOf(b) && old !== b)
			markCells(copy, copyOf(old));
	});
}
function scrolls(x) { return x.scrollWidth > x.clientWidth; }
/* What of the board may be wider than the screen, by name. */
function wide() {
	var found = {};
	all('.b,.map', board).forEach(function (x) {
		var h = x.querySelector('h3');
		var name = x.getAttribute('aria-label') || h && h.firstChild.textContent.trim();
		if (name && x.getClientRects().length > 0)
			found[name] = x;
	});
	return found;
}
/* Where what is wide is scrolled to, and which has the focus. */
function scrolled() {
	var at = {}, list = wide(), name;
	for (name in list)
		at[name] = [list[name].scrollLeft, list[name] === d.activeElement];
	return at;
}
/* What was scrolled stays scrolled, and what had the focus has it. First all
 * is read that needs a layout, then written. */
function settleBoard(was, had) {
	var list = wide(), over = {}, focus = board, name, x;
	for (name in list)
		over[name] = list[name].className === 'b' && scrolls(list[name]);
	var to = entries[now].getBoundingClientRect().top -
		log.getBoundingClientRect().top - log.clientHeight / 2;
	/* The log moves, the page does not. */
	if (log.scrollHeight > log.clientHeight)
		log.scrollTop += to;
	for (name in list) {
		x = list[name];
		/* What is wider than the screen scrolls, and takes the keys. */
		if (over[name] && x.tabIndex !== 0) {
			x.tabIndex = 0;
			x.setAttribute('role', 'group');
			x.setAttribute('aria-label', name);
		}
		if (was[name] && was[name][0])
			x.scrollLeft = was[name][0];
		if (was[name] && was[name][1])
			focus = x;
	}
	if (had)
		focus.focus({ preventScroll: true });
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
			'M' + (left + (right - left) * i / (events.length - 1))));
	all('[data-go]', bar).forEach(function (b) {
		set(b, 'aria-disabled', 'fp'.indexOf(b.dataset.go[0]) >= 0 ? i === 0 :
			i === events.length - 1);
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
	timer = setTimeout(function () {
		var t = board.querySelector('.t');
		address();
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
	i = Math.max(0, Math.min(events.length - 1, i));
	where.textContent = label(i);
	if (i !== now) {
		var was = scrolled(), had = board.contains(d.activeElement);
		now = i;
		fillBoard(i);
		mark(i);
		settleBoard(was, had);
	}
	take.hidden = true;
	settle(quiet);
}

/* The first event of the next stretch in which what stays the same. */
function next(i, what) {
	var k = i + 1;
	while (k < events.length && num(k, what) === num(i, what))
		k++;
	return Math.min(k, events.length - 1);
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
	case 'last': return show(events.length - 1);
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
	clearInterval(ticking);
	ticking = on ? setInterval(function () {
		if (now >= events.length - 1)
			return playing(false);
		show(now + 1, true);
	}, +speed.value) : 0;
	play.setAttribute('aria-pressed', on);
	play.firstElementChild.textContent = on ? '\u23f8' : '\u25b6';
	play.lastElementChild.textContent = on ? play.dataset.pause : play.dataset.play;
}
function toggle() {
	if (!ticking && now >= events.length - 1)
		show(0, true);
	playing(!ticking);
}
play.addEventListener('click', function (e) {
	e.stopPropagation();
	toggle();
});
speed.addEventListener('change', function () {
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
			function () { byHand(text, from); });
	else
		byHand(text, from);
}

/* An event as the chosen viewpoint sees it. */
function look(i, quiet) {
	var v = views.filter(function (r) { return r.checked; })[0];
	v = v ? v.id.slice(1) : '0';
	if (v !== eye) {
		eye = v;
		copies = new Map();
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
		return look(now < 0 ? events.length - 1 : now, quiet);
	views.forEach(function (r) {
		if (r.value === (m[2] || 'public'))
			r.checked = true;
	});
	events.forEach(function (e, k) {
		if (e.id === 'e' + m[1])
			i = k;
	});
	look(i, quiet);
	if (board.getBoundingClientRect().top > window.innerHeight * 0.6)
		bar.scrollIntoView();
}

var keys = { ArrowLeft: 'pe', ArrowRight: 'ne', Home: 'first', End: 'last' };
var shifted = { ArrowLeft: 'pt', ArrowRight: 'nt', ArrowUp: 'pr', ArrowDown: 'nr' };
d.addEventListener('keydown', function (e) {
	var how = (e.shiftKey ? shifted : keys)[e.key], t = e.target.type;
	if (e.key === ' ' && (e.target === d.body || board.contains(e.target))) {
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
board.addEventListener('touchstart', function (e) {
	var x = e.target;
	from = e.touches.length === 1 ? e.touches[0] : null;
	for (; x && x !== board; x = x.parentElement)
		if (scrolls(x) && getComputedStyle(x).overflowX !== 'visible')
			from = null;
}, { passive: true });
board.addEventListener('touchend', function (e) {
	var to = e.changedTouches[0], x = from ? to.clientX - from.clientX : 0;
	if (from && Math.abs(x) > 50 && Math.abs(to.clientY - from.clientY) < 40) {
		playing(false);
		go(x < 0 ? 'ne' : 'pe');
	}
	from = null;
}, { passive: true });
bar.addEventListener('click', function (e) {
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
slider.addEventListener('input', function () {
	playing(false);
	show(+slider.value);
});
views.forEach(function (r) {
	r.addEventListener('change', function () { look(now); });
});
log.addEventListener('click', function (e) {
	var a = e.target.closest('a');
	if (a) {
		e.preventDefault();
		show(entries.indexOf(a));
	}
});
window.addEventListener('hashchange', function (e) { fromAddress(e.newURL); });

slider.max = events.length - 1;
var ticks = '';
events.forEach(function (e, i) {
	if (!i || !num(i, 'r') || num(i, 'r') === num(i - 1, 'r'))
		return;
	ticks += '<rect width="3" height="10" x="' +
		Math.round(997 * i / (events.length - 1)) + '"/>';
});
$('marks').innerHTML = '<svg viewBox="0 0 1000 10" preserveAspectRatio="none">' +
	ticks + '</svg>';
/* Where there is room they are open, and cannot be shut. */
var room = window.matchMedia('(min-width: 900px)');
function tools() { d.querySelector('.tools').open = room.matches; }
room.addEventListener('change', tools);
tools();
bar.hidden = board.hidden = false;
fromAddress(location.href, true);
});
