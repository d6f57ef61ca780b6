'use strict';
// Text of apps only ever becomes text: no markup is made of strings anywhere on this page.
const token = localStorage.getItem('tocsin-center') || '';

/** An element: attributes that are functions are listeners; children are nodes or texts. */
function el(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') node.addEventListener(key, value);
    else if (key in node && typeof value !== 'string') node[key] = value;
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== ''));
  return node;
}

function svg(name, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

const byID = id => document.getElementById(id);

let toastTimer;
function tell(text) {
  const toast = byID('toast');
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => { toast.hidden = true; }, 6000);
}

function link(path, values) {
  return path + '?' + new URLSearchParams({...values, t: token});
}

async function call(path, options) {
  let response;
  try {
    response = await fetch(path, {...options, headers: {'X-Tocsin-Token': token}});
  } catch {
    throw new Error('tocsin-center does not answer.');
  }
  if (response.ok) return response.status === 204 ? null : response.json();
  const error = new Error((await response.text()).trim() || response.statusText);
  error.status = response.status;
  throw error;
}

/** Sends a change; what goes wrong is told. Returns whether it was made. */
async function send(path, value) {
  try {
    await call(path, {method: 'POST', body: JSON.stringify(value)});
    return true;
  } catch (error) {
    tell(error.message);
    return false;
  }
}

const clockText = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit'});
const dayText = new Intl.DateTimeFormat(undefined, {weekday: 'long', day: 'numeric', month: 'long'});
const shortText = new Intl.DateTimeFormat(undefined, {day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit'});
const fullText = new Intl.DateTimeFormat(undefined, {dateStyle: 'full', timeStyle: 'long'});
const relativeText = new Intl.RelativeTimeFormat(undefined, {numeric: 'auto'});

function dayStart(date) { return new Date(date.getFullYear(), date.getMonth(), date.getDate()); }

function dayName(date) {
  const days = Math.round((dayStart(date) - dayStart(new Date())) / 86400000);
  const name = Math.abs(days) < 2 ? relativeText.format(days, 'day') : dayText.format(date);
  const year = date.getFullYear();
  return name.charAt(0).toUpperCase() + name.slice(1) + (year === new Date().getFullYear() ? '' : ' ' + year);
}

function span(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
  const start = parts.findIndex(([size]) => Math.abs(seconds) >= size);
  if (start < 0) return '0 s';
  let rest = Math.abs(seconds);
  return parts.slice(start, start + 2).map(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count ? count + ' ' + unit : '';
  }).join(' ').trim();
}

function timeNode(milliseconds) {
  const date = new Date(milliseconds);
  const isToday = dayStart(date).getTime() === dayStart(new Date()).getTime();
  return el('time', {datetime: date.toISOString(), title: fullText.format(date)},
    isToday ? clockText.format(date) : shortText.format(date));
}

/** A square with the first letter of an app, in a colour of its own. */
function mark(name) {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)) % 360;
  const node = el('span', {class: 'mark', 'aria-hidden': 'true'}, ([...name][0] || '?').toUpperCase());
  node.style.background = `hsl(${hash} 55% 42%)`;
  return node;
}

function button(title, style, press, label) {
  return el('button', {type: 'button', class: style || undefined, click: press, 'aria-label': label}, title);
}

function empty(title, text) {
  return el('div', {class: 'empty'}, el('strong', null, title), text);
}
