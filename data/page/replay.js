(function () {
'use strict';
var d = document, root = d.documentElement;
function $(id) { return d.getElementById(id); }
function all(what, of) { return [].slice.call((of || d).querySelectorAll(what)); }
var bar = $('controls'), board = $('board'), log = $('log'), slider = $('slider');
var say = $('say'), where = $('where'), take = $('take');
var entries = all('a', log), views = all('input[name=v]');
/* What the board is filled from is taken out of the document: else the rules
 * of style are matched with its tens of thousands of elements at each step. */
var source = $('all'), events = all('section.e', source), blocks = {};
all('[id]', source).forEach(function (x) { blocks[x.id] = x; });
source.remove();
var now = -1, timer = 0;
/* Where one is on the chart. */
var chart = d.querySelector('.course svg'), here = chart && chart.querySelector('.here');
var left = chart ? +chart.dataset.left : 0, right = chart ? +chart.dataset.right : 0;

function num(i, what) { return +events[i].dataset[what]; }
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

/* A copy without names of its own: the page's own blocks keep theirs. */
function copyOf(node) {
	var c = node.cloneNode(true);
	c.removeAttribute('id');
	return c;
}
/* What a child of an event is, or refers to. */
function blockOf(c) {
	return c.className === 's' ? blocks[c.getAttribute('href').slice(1)] : c;
}
function fillBoard(i) {
	var copies = new Map();
	board.textContent = '';
	[].forEach.call(events[i].children, function (c) {
		var b = blockOf(c);
		copies.set(b, board.appendChild(copyOf(b)));
	});
	markChanges(i, copies);
	board.className = events[i].classList.contains('x') ? 'x' : '';
	/* The picture comes first. */
	all('.map', board).reverse().forEach(function (m) {
		m.parentNode.classList.add('pic');
		board.insertBefore(m.parentNode, board.querySelector('.b'));
	});
}
/* What a part of a map is made of, by its text: looked up once a part. */
var made = {};
function madeOf(id) {
	var list = made[id], g = d.getElementById(id);
	if (list)
		return list;
	list = made[id] = [];
	[].forEach.call(g.tagName === 'g' ? g.children : [g], function (x) {
		if (x.tagName === 'use')
			list.push.apply(list, madeOf(x.getAttribute('href').slice(1)));
		else
			list.push([x.outerHTML, x]);
	});
	return list;
}
/* The blocks of an event that the chosen viewpoint sees, each with its name. */
function blocksOf(i) {
	var chosen = d.querySelector('input[name=v]:checked');
	var digit = chosen ? chosen.id.slice(1) : '0';
	return [].map.call(events[i].children, function (c) {
		var b = blockOf(c);
		var v = c.dataset.v || b.dataset.v, h = b.querySelector('h3');
		return { block: b, seen: !v || v.indexOf(digit) >= 0,
			name: h ? h.firstChild.textContent : '' };
	}).filter(function (x) { return x.seen && x.block.className === 'b'; });
}
/* The parts of which the map of an event is made, by name. */
function partsOf(list) {
	var ids = {};
	list.forEach(function (x) {
		all('.map use', x.block).forEach(function (u) {
			ids[u.getAttribute('href').slice(1)] = true;
		});
	});
	return ids;
}
/* What is drawn in parts that the other event's map has not. */
function drawn(ids, other) {
	var found = new Map();
	for (var id in ids)
		if (!other[id])
			madeOf(id).forEach(function (x) { found.set(x[0], x[1]); });
	return found;
}
/* What came onto the map is ringed, what left it fades. */
function markMap(svg, was, is) {
	var old = drawn(was, is), now = drawn(is, was);
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
/* What the event changed, of what is seen; copies: of blocks of this event. */
function markChanges(i, copies) {
	if (i === 0)
		return;
	var before = blocksOf(i - 1), here = blocksOf(i), was = partsOf(before);
	here.forEach(function (x) {
		var old = before.filter(function (y) { return y.name === x.name; })[0];
		var copy = copies.get(x.block), svg = copy && copy.querySelector('.map svg');
		if (svg)
			markMap(svg, was, partsOf([x]));
		else if (copy && old && x.name && old.block !== x.block)
			markCells(copy, old.block);
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
/* What was scrolled stays scrolled, and what had the focus has it. */
function draw(i) {
	var old = wide(), had = board.contains(d.activeElement), name, x, at;
	var left = {}, focus = board;
	for (name in old)
		left[name] = [old[name].scrollLeft, old[name] === d.activeElement];
	fillBoard(i);
	for (name in old = wide()) {
		x = old[name];
		at = left[name] || [0, false];
		/* What is wider than the screen scrolls, and takes the keys. */
		if (x.className === 'b' && scrolls(x)) {
			x.tabIndex = 0;
			x.setAttribute('role', 'group');
			x.setAttribute('aria-label', name);
		}
		x.scrollLeft = at[0];
		if (at[1])
			focus = x;
	}
	if (had)
		focus.focus({ preventScroll: true });
}
function mark(i) {
	var old = log.querySelector('[aria-current]'), a = entries[i];
	if (old)
		old.removeAttribute('aria-current');
	a.setAttribute('aria-current', 'true');
	/* The log moves, the page does not. */
	if (log.scrollHeight > log.clientHeight)
		log.scrollTop += a.getBoundingClientRect().top -
			log.getBoundingClientRect().top - log.clientHeight / 2;
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
	if (i !== now) {
		now = i;
		draw(i);
		mark(i);
		slider.value = i;
		if (here)
			here.setAttribute('d', here.getAttribute('d').replace(/^M[\d.]+/,
				'M' + (left + (right - left) * i / (events.length - 1))));
		slider.setAttribute('aria-valuetext', label(i));
	}
	where.textContent = label(i);
	all('[data-go]', bar).forEach(function (b) {
		var none = 'fp'.indexOf(b.dataset.go[0]) >= 0 ? i === 0 :
			i === events.length - 1;
		b.setAttribute('aria-disabled', none);
	});
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
			lines.push(code.textContent);
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

/* Of the address that was asked for: settle() may have written the one before
 * over it by the time this hears of it. */
function fromAddress(url, quiet) {
	var m = /#e(\d+)(?:&v=(\w+))?$/.exec(url), i = 0;
	/* It begins with how it ended. */
	if (!m)
		return show(now < 0 ? events.length - 1 : now, quiet);
	views.forEach(function (r) {
		if (r.value === (m[2] || 'public'))
			r.checked = true;
	});
	events.forEach(function (e, k) {
		if (e.id === 'e' + m[1])
			i = k;
	});
	show(i, quiet);
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
	r.addEventListener('change', function () {
		draw(now);
		show(now);
	});
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
root.classList.add('js');
/* Where there is room they are open, and cannot be shut. */
var room = window.matchMedia('(min-width: 900px)');
function tools() { d.querySelector('.tools').open = room.matches; }
room.addEventListener('change', tools);
tools();
bar.hidden = board.hidden = false;
fromAddress(location.href, true);
}());
