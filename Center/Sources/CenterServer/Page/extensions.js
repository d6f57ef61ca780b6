'use strict';
// Pages of apps in the place of a notification's own content. Each is in a frame without an origin and
// without a network; it is spoken with through one channel. Whatever it does or does not do, the
// notification's own content is there until the page has answered, and again when it is gone.
const frames = new Map();        // Pages that are loaded or shown, by the notification's number.
const silent = new Set();        // Notifications whose page did not answer.
const frameLimit = 8;
const patience = {start: 3000, answer: 5000};
const height = {least: 24, most: 640};
const messageLimit = 200;        // In a second; a page that says more keeps this one from its work.

const isExtended = item => Boolean(item.category) && Boolean(apps.get(item.app))
  && apps.get(item.app).extended.includes(item.category);

/** The place of a page in its notification; the page is loaded when the place is near to be seen. */
function slotNode(item) {
  if (!isExtended(item) || silent.has(item.number)) return null;
  const slot = el('div', {class: 'slot', 'data-slot': String(item.number)});
  nearSlot.observe(slot);
  return slot;
}

const nearSlot = new IntersectionObserver(entries => {
  for (const entry of entries) {
    const number = Number(entry.target.dataset.slot);
    const frame = frames.get(number);
    if (frame) frame.isNear = entry.isIntersecting;
    else if (entry.isIntersecting && items.has(number) && !silent.has(number)) load(items.get(number));
  }
}, {rootMargin: '300px'});

async function load(item) {
  if (frames.size >= frameLimit) {
    const far = [...frames.values()].find(frame => !frame.isNear);
    if (!far) return;
    drop(far);
  }
  const frame = {number: item.number, app: item.app, isNear: true, isShown: false, wish: {}};
  frames.set(item.number, frame);
  frame.timer = setTimeout(() => giveUp(frame), patience.start);
  try {
    frame.facts = await call(link('/api/extension', {number: item.number}));
    const pictures = await Promise.all(item.pictures.map(async ({identifier, index}) => {
      const answer = await fetch(link('/api/picture', {number: item.number, index}));
      return answer.ok ? {identifier, file: await answer.blob()} : null;
    }));
    frame.pictures = pictures.filter(picture => picture);
  } catch {
    return giveUp(frame);
  }
  if (frames.get(item.number) !== frame) return;
  const {isInteractive, page} = frame.facts;
  frame.view = el('iframe', {
    sandbox: 'allow-scripts', referrerpolicy: 'no-referrer', title: 'Notification by ' + nameOf(item.app),
    tabindex: isInteractive ? null : '-1', load: () => greet(frame)});
  frame.box = el('div', {class: isInteractive ? 'frame' : 'frame still'}, frame.view);
  if (!attach(frame)) return drop(frame);
  resize(frame, frame.box.clientWidth * frame.facts.ratio);
  frame.view.src = page;
}

/** Gives a page that has loaded its notification, and the one channel on which it is heard. */
function greet(frame) {
  if (!frame.view.getAttribute('src')) return;
  const channel = new MessageChannel();
  if (frame.port) frame.port.close();
  frame.port = channel.port1;
  frame.port.onmessage = event => hear(frame, event.data);
  clearTimeout(frame.timer);
  frame.timer = setTimeout(() => giveUp(frame), patience.start);
  const notification = {...frame.facts.notification, pictures: frame.pictures};
  frame.view.contentWindow.postMessage(
    {type: 'didReceive', notification, appName: nameOf(frame.app)}, '*', [channel.port2]);
}

function hear(frame, message) {
  const second = Math.floor(performance.now() / 1000);
  if (frame.second !== second) Object.assign(frame, {second, heard: 0});
  frame.heard += 1;
  if (frame.heard > messageLimit) return giveUp(frame);
  if (typeof message !== 'object' || message === null) return;
  if (message.type === 'ready') {
    clearTimeout(frame.timer);
    frame.answers = message.handlesActions === true;
    frame.isShown = true;
    if (frame.early) frame.early();
    frame.early = null;
  }
  if (message.type === 'ready' || message.type === 'change') {
    if (Number.isFinite(message.height)) frame.wish.height = message.height;
    if (typeof message.title === 'string') frame.wish.title = message.title.slice(0, 200);
    // However often it asks, it is followed once a frame.
    if (!frame.isDue) requestAnimationFrame(() => { frame.isDue = false; attach(frame); });
    frame.isDue = true;
  }
  if (message.type === 'answer' && frame.pending && message.id === frame.pending.id) {
    frame.pending.finish(message.option);
  }
}

function resize(frame, wish) {
  if (!(wish > 0)) return;
  frame.view.style.height = Math.round(Math.min(Math.max(wish, height.least), height.most)) + 'px';
}

// In Chromium and Firefox a page stays as it is when it is moved; elsewhere it begins again.
function move(node, place) {
  if (node.parentNode === place) return;
  if (place.moveBefore && node.isConnected && place.isConnected) place.moveBefore(node, null);
  else place.append(node);
}

/** Puts a page into its notification, as it is drawn now. Returns whether it has a place there. */
function attach(frame) {
  const article = drawn.get(frame.number);
  const slot = article && article.isConnected && article.querySelector('.slot');
  if (!slot || frames.get(frame.number) !== frame) return false;
  move(frame.box, slot);
  if (!frame.isShown) return true;
  resize(frame, frame.wish.height);
  const heading = article.querySelector('.heading') || el('h4', {class: 'heading'});
  heading.textContent = frame.facts.overridesTitle && frame.wish.title || nameOf(frame.app);
  if (!heading.parentNode) article.prepend(heading);
  article.classList.add('extended');
  article.classList.toggle('bare', frame.facts.hidesDefault);
  return true;
}

function drop(frame) {
  clearTimeout(frame.timer);
  frames.delete(frame.number);
  if (frame.pending) frame.pending.finish();
  if (frame.early) frame.early();
  if (frame.port) frame.port.close();
  if (frame.box) frame.box.remove();
  const article = drawn.get(frame.number);
  if (!article) return;
  article.classList.remove('extended', 'bare');
  const heading = article.querySelector('.heading');
  if (heading) heading.remove();
}

function giveUp(frame) {
  silent.add(frame.number);
  drop(frame);
}

/** Draws, and leaves the pages as they are: a frame that leaves the document begins again. */
function keepFrames(draw) {
  const kept = [...frames.values()].filter(frame => frame.box && frame.box.isConnected);
  for (const frame of kept) move(frame.box, byID('parked'));
  draw();
  for (const frame of kept) if (!attach(frame)) drop(frame);
}

/** Lets the page decide about an action that the user has chosen; without one, or without its answer,
 *  the app gets the action. */
function askPage(item, action, text, forward) {
  const frame = frames.get(item.number);
  if (!frame || ['default', 'dismiss'].includes(action)) return forward();
  // The page may be about to be shown: it is waited for.
  if (!frame.isShown) {
    frame.early = frame.early || (() => askPage(item, action, text, forward));
    return;
  }
  if (!frame.answers) return forward();
  if (frame.pending) return;
  const id = crypto.randomUUID();
  const timer = setTimeout(() => frame.pending.finish(), patience.answer);
  const finish = option => {
    clearTimeout(timer);
    frame.pending = null;
    if (option === 'doNotDismiss') redraw(item.number);
    else if (option === 'dismiss') clearItems([item]);
    else forward();
  };
  frame.pending = {id, finish};
  frame.port.postMessage({type: 'didReceiveResponse', id, actionIdentifier: action, userText: text});
}

// A page that nobody may type in has no use for the keyboard: one that takes it would read what is typed
// elsewhere. Clicks and the tabulator pass it by, so it has taken the focus itself.
let lastFocus = null;
addEventListener('focusin', event => { if (event.target.tagName !== 'IFRAME') lastFocus = event.target; });
addEventListener('blur', () => {
  const thief = [...frames.values()].find(frame => frame.view === document.activeElement);
  if (!thief || thief.facts.isInteractive) return;
  giveUp(thief);
  if (lastFocus && lastFocus.isConnected) lastFocus.focus({preventScroll: true});
});
