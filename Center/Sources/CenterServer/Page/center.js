'use strict';
const items = new Map();
let apps = new Map();
let pending = {total: 0, items: []};
let missed = {total: 0, items: []};
let host = null;
let query = '';
const drawn = new Map();      // The elements of notifications, by number.
const opened = new Map();     // How many notifications a thread shows.
const revealed = new Set();   // Notifications whose text is shown in spite of the settings.
const arrived = new Set();    // Notifications that came while the page was open, and were not drawn yet.
const answering = new Map();  // The step of an app's trial: 'keep' or 'off'.
let hasAll = false;

const nameOf = app => (apps.get(app) && apps.get(app).name) || app;
const categoryOf = item => {
  const app = apps.get(item.app);
  return app && item.category && app.categories.find(category => category.identifier === item.category);
};
const matches = (...texts) => !query || texts.some(text => text && text.toLowerCase().includes(query));

// Notifications

function answer(item, action, text) {
  askPage(item, action, text, () => send('/api/respond', {number: item.number, action, text}));
}

function actionNode(item, action) {
  const style = action.isDestructive ? 'danger' : '';
  if (action.send === undefined) {
    return button(action.title, style, () => answer(item, action.identifier));
  }
  const form = el('form', {hidden: true, submit: event => {
    event.preventDefault();
    answer(item, action.identifier, form.firstChild.value);
  }},
    el('input', {type: 'text', placeholder: action.placeholder || '', 'aria-label': action.title, maxlength: '4000'}),
    el('button', {type: 'submit', class: 'main'}, action.send || 'Send'));
  const opener = button(action.title, style, () => {
    opener.hidden = true;
    form.hidden = false;
    form.firstChild.focus();
  });
  return [opener, form];
}

function tags(item) {
  const list = [];
  const add = (text, style) => list.push(el('span', {class: 'tag ' + (style || '')}, text));
  if (item.level === 'critical') add('Critical', 'critical');
  if (item.level === 'time-sensitive') add('Time-sensitive');
  if (item.due !== undefined && item.date - item.due >= 1000) add(span(item.date - item.due) + ' late', 'late');
  if (item.fallback) add('Default sound: ' + item.fallback, 'warning');
  if (item.sound && ['no-device', 'not-heard', 'failed', 'interrupted'].includes(item.sound.code)) {
    add('Sound: ' + (item.sound.reason || item.sound.code), 'warning');
  }
  return list;
}

function content(item) {
  const app = apps.get(item.app);
  const category = categoryOf(item);
  const isHidden = app && app.previews === 'never' && !revealed.has(item.number);
  if (isHidden) {
    return [
      el('h4', null, category && category.showsTitle && item.title || nameOf(item.app)),
      timeNode(item.date),
      category && category.showsSubtitle && item.subtitle ? el('p', {class: 'subtitle'}, item.subtitle) : null,
      el('p', {class: 'text'}, category && category.placeholder || 'Notification'),
      el('div', {class: 'actions'}, button('Show', '', () => {
        revealed.add(item.number);
        redraw(item.number);
      }), button('Clear', '', () => answer(item, 'dismiss'), 'Clear this notification')),
    ];
  }
  return [
    el('h4', null, item.title || nameOf(item.app)), timeNode(item.date), slotNode(item),
    item.subtitle ? el('p', {class: 'subtitle'}, item.subtitle) : null,
    item.body ? el('p', {class: 'text'}, item.body) : null,
    item.pictures.map(picture => pictureNode(item, picture)),
    el('div', null, tags(item)),
    el('div', {class: 'actions'},
      (category ? category.actions : []).map(action => actionNode(item, action)),
      button('Open', '', () => answer(item, 'default'), 'Open in ' + nameOf(item.app)),
      button('Clear', '', () => answer(item, 'dismiss'), 'Clear ' + (item.title || 'this notification'))),
  ];
}

/** A picture; of one with a clipping only that part is seen. */
function pictureNode(item, picture) {
  const node = el('img', {
    alt: 'Picture of the notification', loading: 'lazy',
    src: link('/api/picture', {number: item.number, index: picture.index}),
    error: event => event.target.remove()});
  const clip = picture.clipping;
  if (clip) {
    const inset = [clip.y, 1 - clip.x - clip.width, 1 - clip.y - clip.height, clip.x]
      .map(side => 100 * Math.max(0, side) + '%').join(' ');
    node.style.setProperty('object-view-box', `inset(${inset})`);
  }
  return node;
}

function itemNode(item) {
  let node = drawn.get(item.number);
  if (!node) {
    node = el('article', {class: 'item', 'data-number': String(item.number)}, content(item));
    if (arrived.delete(item.number)) {
      node.classList.add('new');
      node.addEventListener('animationend', () => node.classList.remove('new'));
    }
    drawn.set(item.number, node);
  }
  return node;
}

function redraw(number) {
  drawn.delete(number);
  show();
}

// Groups: by app, then by thread, the newest first.

function groups() {
  const byApp = new Map();
  const list = [...items.values()].filter(
    item => matches(item.title, item.subtitle, item.body, item.app, nameOf(item.app)));
  list.sort((left, right) => right.date - left.date || right.number - left.number);
  for (const item of list) {
    if (!byApp.has(item.app)) byApp.set(item.app, new Map());
    const threads = byApp.get(item.app);
    if (!threads.has(item.thread)) threads.set(item.thread, []);
    threads.get(item.thread).push(item);
  }
  // As a summary has them: the most relevant of a thread first, those as relevant by their dates.
  for (const threads of byApp.values()) {
    for (const thread of threads.values()) thread.sort((left, right) => right.relevance - left.relevance);
  }
  return byApp;
}

const chunkSize = 50;
const nearEnd = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (!entry.isIntersecting || !entry.target.isConnected) continue;
    grow(entry.target);
  }
}, {rootMargin: '1200px'});

/** Some notifications, which a browser lays out together when they are near. */
function chunkNode(list) { return el('div', {class: 'chunk'}, list.map(itemNode)); }

/** Puts the next notifications before their button; only these are made. */
function grow(more) {
  const next = more.list.slice(more.shown, more.shown + chunkSize);
  more.before(chunkNode(next));
  more.shown += next.length;
  opened.set(more.key, more.shown);
  const rest = more.list.length - more.shown;
  nearEnd.unobserve(more);
  if (!rest) return more.remove();
  more.textContent = `Show ${rest.toLocaleString()} more`;
  // Who has asked for more gets the rest by scrolling.
  nearEnd.observe(more);
}

function threadNodes(app, thread, list) {
  const key = JSON.stringify([app, thread]);
  const count = opened.get(key) || 3;
  const nodes = list.slice(0, 3).map(itemNode);
  for (let start = 3; start < Math.min(count, list.length); start += chunkSize) {
    nodes.push(chunkNode(list.slice(start, Math.min(start + chunkSize, count))));
  }
  if (thread) {
    nodes.unshift(el('div', {class: 'thread'}, el('span', null, thread),
      list.length > 1 ? button('Clear', 'quiet', () => clearItems(list), 'Clear the thread ' + thread) : null));
  }
  const rest = list.length - count;
  if (rest > 0) {
    const more = button(`Show ${rest.toLocaleString()} more`, 'more', () => grow(more));
    Object.assign(more, {key, list, shown: count});
    if (opened.has(key)) nearEnd.observe(more);
    nodes.push(more);
  } else if (opened.has(key) && list.length > 3) {
    nodes.push(button('Show less', 'more', () => {
      opened.delete(key);
      show();
    }));
  }
  return nodes;
}

function clearItems(list) {
  send('/api/clear', {numbers: list.map(item => item.number)});
}

function trialNode(app) {
  const step = answering.get(app.identifier);
  const go = next => () => { answering.set(app.identifier, next); show(); };
  const end = value => () => {
    answering.delete(app.identifier);
    send('/api/settings', {app: app.identifier, provisional: value});
  };
  const name = nameOf(app.identifier);
  if (step === 'keep') {
    return el('div', {class: 'trial', role: 'group', 'aria-label': 'Keep ' + name},
      el('p', null, `How should ${name} notify you?`),
      el('div', {class: 'actions'}, button('Prominently', 'main', end('keep-prominent')),
        button('Quietly', '', end('keep-quiet')), button('Back', 'quiet', go())));
  }
  if (step === 'off') {
    return el('div', {class: 'trial', role: 'group', 'aria-label': 'Turn off ' + name},
      el('p', null, `Turn off all notifications of ${name}?`),
      el('div', {class: 'actions'}, button('Turn Off', 'danger', end('turn-off')), button('Back', 'quiet', go())));
  }
  return el('div', {class: 'trial', role: 'group', 'aria-label': name + ' is on trial'},
    el('p', null, `${name} delivers quietly until you decide.`),
    el('div', {class: 'actions'}, button('Keep …', '', go('keep')), button('Turn Off …', '', go('off'))));
}

function askNode(app) {
  const name = nameOf(app.identifier);
  const set = value => () => send('/api/settings', {app: app.identifier, authorization: value});
  return el('div', {class: 'trial', role: 'group', 'aria-label': name + ' asks for permission'},
    el('p', null, `${name} would like to send you notifications.`),
    el('div', {class: 'actions'}, button('Allow', 'main', set(true)), button('Don’t Allow', '', set(false))));
}

function questions(id) {
  const app = apps.get(id);
  if (!app) return null;
  if (app.permissions.authorization === 'provisional') return trialNode(app);
  return app.isAsking ? askNode(app) : null;
}

function drawNow() {
  const byApp = groups();
  const asking = [...apps.values()].filter(app => app.isAsking && !byApp.has(app.identifier) && matches(app.identifier, app.name));
  const nodes = asking.map(askNode);
  for (const [app, threads] of byApp) {
    const all = [...threads.values()].flat();
    const name = nameOf(app);
    nodes.push(el('section', {class: 'group', 'aria-label': name},
      el('header', null, mark(name), el('h3', null, name),
        el('span', {class: 'count'}, all.length.toLocaleString()),
        button('Clear', 'quiet', () => clearItems(all), 'Clear all of ' + name)),
      questions(app),
      [...threads].map(([thread, list]) => threadNodes(app, thread, list))));
  }
  if (!nodes.length && hasAll) {
    nodes.push(query ? empty('Nothing found', 'No notification has these words.')
      : empty('No notifications', 'What is delivered appears here at once.'));
  }
  byID('clear-all').hidden = !items.size || query !== '';
  replace(byID('list-now'), nodes);
}

/** Puts nodes in place of the old ones; what has the focus keeps it. */
function replace(place, nodes) {
  const focus = document.activeElement;
  const top = scrollY;
  nearEndReset(place);
  place.replaceChildren(...nodes);
  if (focus && focus !== document.body && place.contains(focus) && document.activeElement !== focus) {
    focus.focus({preventScroll: true});
  }
  if (scrollY !== top) scrollTo(0, top);
}

function nearEndReset(place) {
  for (const more of place.querySelectorAll('.more')) nearEnd.unobserve(more);
}

// Upcoming and missed

const triggerText = {region: 'At a place', push: 'From a server', immediate: 'At once'};

function pendingNode(item) {
  const [first, ...rest] = item.dates;
  const title = item.title || item.body || item.identifier;
  return el('li', null, el('div', {class: 'card'},
    el('h4', null, title),
    el('span', {class: 'when'}, first === undefined ? '' : clockText.format(new Date(first))),
    el('p', {class: 'soft'}, nameOf(item.app), item.repeats ? ' · repeats' : '',
      first === undefined ? ' · ' + (triggerText[item.trigger] || '') : ' · in ' + span(Math.max(0, first - Date.now())),
      item.isBegun ? ' · being delivered' : ''),
    item.title && item.body ? el('p', {class: 'text'}, item.body) : null,
    rest.length ? el('p', {class: 'next'}, 'Then ' + rest.map(date => shortText.format(new Date(date))).join(', ')) : null,
    button('Cancel', 'quiet', () => send('/api/cancel', {app: item.app, identifier: item.identifier}), 'Cancel ' + title)));
}

function drawUpcoming() {
  const list = pending.items.filter(item => matches(item.title, item.body, item.app, nameOf(item.app), item.identifier));
  const days = new Map();
  for (const item of list) {
    const day = item.dates.length ? dayName(new Date(item.dates[0])) : 'Without a date';
    if (!days.has(day)) days.set(day, []);
    days.get(day).push(item);
  }
  const nodes = [...days].flatMap(([day, list]) => [
    el('h3', {class: 'day'}, day), el('ol', {class: 'times'}, list.map(pendingNode))]);
  if (pending.total > pending.items.length) {
    nodes.push(el('p', {class: 'soft'}, `And ${(pending.total - pending.items.length).toLocaleString()} later ones.`));
  }
  if (!nodes.length) nodes.push(empty(query ? 'Nothing found' : 'Nothing is scheduled', query ? 'No scheduled notification has these words.' : ''));
  replace(byID('list-upcoming'), nodes);
}

function drawMissed() {
  const list = missed.items.filter(item => matches(item.identifier, item.app, nameOf(item.app), item.reason));
  const nodes = list.map(item => el('article', {class: 'item'},
    el('h4', null, item.identifier), timeNode(item.due === undefined ? item.date : item.due),
    el('p', {class: 'soft'}, nameOf(item.app) + (item.count > 1 ? ` · ${item.count} times` : '')),
    el('p', null, item.reason)));
  if (missed.total > missed.items.length) {
    nodes.push(el('p', {class: 'soft'}, `And ${(missed.total - missed.items.length).toLocaleString()} older ones.`));
  }
  if (!nodes.length) nodes.push(empty(query ? 'Nothing found' : 'Nothing was missed', ''));
  replace(byID('list-missed'), nodes);
}

// The page

const pages = {now: drawNow, upcoming: drawUpcoming, missed: drawMissed,
  settings: () => drawSettings(), sounds: () => drawSounds()};
const current = () => Object.hasOwn(pages, location.hash.slice(1)) ? location.hash.slice(1) : 'now';

let isWaiting = false;
function show() {
  if (isWaiting) return;
  isWaiting = true;
  // A hidden page draws no frames, and is drawn when it is seen again.
  requestAnimationFrame(() => {
    isWaiting = false;
    byID('count-now').textContent = items.size ? items.size.toLocaleString() : '';
    byID('count-upcoming').textContent = pending.total ? pending.total.toLocaleString() : '';
    byID('count-missed').textContent = missed.total ? missed.total.toLocaleString() : '';
    keepFrames(pages[current()]);
  });
}

function turn() {
  const name = current();
  for (const page of Object.keys(pages)) byID('page-' + page).hidden = page !== name;
  for (const entry of document.querySelectorAll('nav a')) {
    if (entry.hash === '#' + name) entry.setAttribute('aria-current', 'page');
    else entry.removeAttribute('aria-current');
  }
  document.title = byID('title-' + name).textContent;
  show();
}

function warn(text) {
  byID('banner').textContent = text;
  byID('banner').hidden = !text;
}

function warnOfHost() {
  warn(host && !host.deliverer ? 'No daemon runs: nothing is delivered until tocsind is started.' : '');
}

// What comes from the store

const handlers = {
  host(value) { host = value; warnOfHost(); },
  apps(value) {
    apps = new Map(value.map(app => [app.identifier, app]));
    drawn.clear();
  },
  pending(value) { pending = value; },
  missed(value) { missed = value; },
  problem(value) { warn(value); },
  delivered(value) {
    if (value.isReset) { items.clear(); drawn.clear(); hasAll = false; }
    for (const number of value.remove) { items.delete(number); drawn.delete(number); arrived.delete(number); }
    const come = hasAll ? value.add.filter(item => !items.has(item.number)) : [];
    for (const item of value.add) { items.set(item.number, item); drawn.delete(item.number); }
    if (come.length) {
      for (const item of come) arrived.add(item.number);
      const item = come[0];
      byID('spoken').textContent = nameOf(item.app) + ': ' + (item.title || item.body);
    }
    if (!value.left && !hasAll) setTimeout(() => { hasAll = true; show(); });
  },
};

function listen() {
  const source = new EventSource(link('/api/events', {}));
  for (const [name, handle] of Object.entries(handlers)) {
    source.addEventListener(name, event => {
      handle(JSON.parse(event.data));
      show();
    });
  }
  source.addEventListener('open', warnOfHost);
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) {
      warn('This page is not let in any more. Open the link that tocsin-center prints.');
    } else {
      warn('tocsin-center does not answer. This page goes on when it does.');
    }
  });
}

let searchTimer;
byID('search').addEventListener('input', event => {
  clearTimeout(searchTimer);
  searchTimer = setTimeout(() => {
    query = event.target.value.trim().toLowerCase();
    show();
  }, 80);
});
byID('clear-all').addEventListener('click', event => {
  const confirm = event.target.dataset.sure;
  if (confirm) {
    send('/api/clear', {});
    delete event.target.dataset.sure;
    event.target.textContent = 'Clear all';
  } else {
    event.target.dataset.sure = 'yes';
    event.target.textContent = `Clear all ${items.size.toLocaleString()}?`;
    setTimeout(() => {
      delete event.target.dataset.sure;
      event.target.textContent = 'Clear all';
    }, 4000);
  }
});
addEventListener('hashchange', turn);
addEventListener('keydown', event => {
  if (event.key !== '/' || event.target.closest('input,select,textarea')) return;
  event.preventDefault();
  byID('search').focus();
});
turn();
listen();
