'use strict';
// Tries to get out of its frame. `other` is another server, `centre` the centre's address, `limit` the
// milliseconds that a try may take, and `wanted` says which tries are made. What it reaches it says as
// its title.
const wait = time => new Promise(done => setTimeout(done, time));
const within = work => Promise.race([work, wait(limit).then(() => { throw new Error('late'); })]);
const loads = (name, url, place = document.body) => new Promise((done, fail) => {
  const node = document.createElement(name);
  node.onload = done;
  node.onerror = fail;
  node.src = url;
  place.append(node);
});
const truly = value => { if (!value) throw new Error('nothing'); };

const tries = {
  parentPage: () => truly(parent.document.title),
  parentToken: () => truly(parent.localStorage.getItem('tocsin-center')),
  parentAddress: () => truly(parent.location.href),
  ownToken: () => truly(localStorage.getItem('tocsin-center')),
  cookie: () => { document.cookie = 'a=b'; truly(document.cookie); },
  database: () => within(new Promise((done, fail) => {
    const request = indexedDB.open('a');
    request.onsuccess = done;
    request.onerror = fail;
  })),
  neighbour: () => truly([...Array(parent.frames.length).keys()].some(index => {
    try { return parent.frames[index] !== window && parent.frames[index].document.body; } catch { return false; }
  })),
  api: async () => truly((await within(fetch(centre + '/api/sounds?app=a', {credentials: 'include'}))).ok),
  change: async () => truly((await within(fetch(centre + '/api/clear', {method: 'POST', body: '{}', credentials: 'include'}))).ok),
  blindChange: () => within(fetch(centre + '/api/clear', {method: 'POST', body: '{}', mode: 'no-cors', credentials: 'include'})),
  ownFolder: () => within(fetch('page.js')),
  fetchOther: () => within(fetch(other + '/fetch', {mode: 'no-cors'})),
  beacon: () => { navigator.sendBeacon(other + '/beacon'); truly(false); },
  request: () => within(new Promise((done, fail) => {
    const request = new XMLHttpRequest();
    request.onload = done;
    request.onerror = fail;
    request.open('GET', other + '/request');
    request.send();
  })),
  socket: () => within(new Promise((done, fail) => {
    const socket = new WebSocket(other.replace('http', 'ws') + '/socket');
    socket.onopen = done;
    socket.onerror = fail;
  })),
  events: () => within(new Promise((done, fail) => {
    const source = new EventSource(other + '/events');
    source.onopen = done;
    source.onerror = fail;
  })),
  image: () => within(loads('img', other + '/image.svg')),
  script: () => within(loads('script', other + '/script.js')),
  centreScript: () => within(loads('script', centre + '/parts.js')),
  frame: () => { loads('iframe', other + '/frame'); truly(false); },
  hints: async () => {
    for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'prerender']) {
      document.head.append(Object.assign(document.createElement('link'), {rel, as: 'script', href: other + '/' + rel}));
    }
    await wait(500);
    truly(false);
  },
  worker: () => within(new Promise((done, fail) => {
    const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
    worker.onmessage = done;
    worker.onerror = fail;
  })),
  evaluation: () => truly(new Function('return true')()),
  inline: () => truly(window.inline),
  outside: () => within(loads('img', '../secret.svg')),
  outsideEncoded: () => within(loads('img', '..%2fsecret.svg')),
  link: () => within(loads('img', 'knot.svg')),
  hidden: () => within(loads('img', '.hidden.svg')),
  popup: () => truly(window.open(other + '/popup')),
  form: () => { const form = document.getElementById('form'); form.action = other + '/form'; form.submit(); truly(false); },
  ownForm: () => {
    const form = document.getElementById('form');
    form.action = other + '/own-form';
    form.target = '_self';
    form.submit();
    truly(false);
  },
  topLink: () => { const link = document.getElementById('link'); link.href = other + '/link'; link.click(); truly(false); },
  topAddress: () => { top.location.href = other + '/top'; },
  topReplace: () => { top.location.replace(other + '/replace'); },
  dialog: () => truly(confirm('Sure?')),
};

async function attack() {
  const reached = [];
  for (const [name, attempt] of Object.entries(tries).filter(([name]) => wanted(name))) {
    try {
      await attempt();
      reached.push(name);
    } catch { /* As it should be. */ }
  }
  return reached;
}

addEventListener('message', async event => {
  const [port] = event.ports;
  if (!port) return;
  port.postMessage({type: 'ready', height: 1e9, title: 'trying'});
  // As if the centre had asked for it, and as if it were the centre.
  parent.postMessage({type: 'ready', height: 5000, title: 'not on the channel'}, '*');
  for (const id of ['', null, 1]) port.postMessage({type: 'answer', id, option: 'dismissAndForwardAction'});
  for (const odd of [null, 7, 'text', [], {type: '__proto__'}, {type: 'change', height: 'NaN', title: {}}]) port.postMessage(odd);
  const reached = await attack();
  port.postMessage({type: 'change', title: `${Object.keys(tries).length} tried, reached: ${reached.join(' ')}`});
  // Its title stays until somebody has read it, however late that is.
  await new Promise(done => { window.leave = done; });
  // Last: this page is gone where it succeeds.
  location.href = other + '/self';
});
