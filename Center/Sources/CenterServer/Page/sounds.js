'use strict';
let soundApp = '';
let soundList = [];
let soundVersion = 0;
const audio = new Audio();
let playing = null;
const places = {library: 'the app’s own folder', group: 'a group’s folder', bundle: 'the app’s resources', system: 'sounds of the system'};

function stopSound() {
  audio.pause();
  if (playing) drawSign(playing, false);
  playing = null;
}

function drawSign(node, isPlaying) {
  node.setAttribute('aria-pressed', String(isPlaying));
  node.replaceChildren(svg('svg', {viewBox: '0 0 16 16', 'aria-hidden': 'true'},
    svg('path', {d: isPlaying ? 'M3 3h10v10H3z' : 'M4 2l10 6-10 6z'})));
}

function playNode(sound) {
  const node = button('', '', () => {
    const wasPlaying = playing === node;
    stopSound();
    if (wasPlaying) return;
    playing = node;
    drawSign(node, true);
    audio.src = link('/api/sound', {app: soundApp, folder: sound.folder, name: sound.name});
    audio.play().catch(error => {
      if (playing !== node) return;
      stopSound();
      tell('It cannot be played: ' + error.message);
    });
  }, 'Play ' + sound.name);
  drawSign(node, false);
  node.disabled = !sound.shape;
  return node;
}
audio.addEventListener('ended', stopSound);

function findingNode(finding) {
  return el('li', {class: 'finding'},
    el('span', {class: 'tag ' + finding.severity}, finding.severity), ' ', finding.message,
    finding.fix ? el('small', null, finding.fix) : null);
}

function soundNode(sound) {
  const facts = sound.numbers.map(([name, value]) => name + ' ' + value).join(' · ');
  const wave = svg('svg', {class: 'wave', viewBox: `0 -100 ${Math.max(sound.columns, 1)} 200`,
    preserveAspectRatio: 'none', role: 'img', 'aria-label': 'Waveform of ' + sound.name},
    svg('path', {d: sound.shape}));
  return el('article', {class: 'card sound'},
    playNode(sound),
    el('div', null, el('h4', null, sound.name),
      el('p', {class: 'soft'}, [sound.report.dataFormat, sound.report.container && 'in ' + sound.report.container,
        'from ' + places[sound.place]].filter(Boolean).join(' · '))),
    sound.shape ? wave : null,
    facts ? el('p', {class: 'soft'}, facts) : null,
    el('ul', null, sound.report.findings.map(findingNode)));
}

/** Turns to another app at once: an answer that is still on its way for the last one is dropped. */
function chooseSounds(app) {
  soundApp = app;
  soundList = [];
  loadSounds();
}

async function loadSounds() {
  const version = ++soundVersion;
  try {
    const list = await call('/api/sounds?' + new URLSearchParams({app: soundApp}));
    if (version === soundVersion) { soundList = list; show(); }
  } catch (error) {
    if (version === soundVersion) { soundList = []; tell(error.message); show(); }
  }
}

async function addSound(file, replaces) {
  const limit = 32 << 20;
  if (file.size > limit) return tell(`'${file.name}' is larger than 32 MiB.`);
  tell(`'${file.name}' is being checked …`);
  const values = {app: soundApp, name: file.name};
  if (replaces) values.replace = '1';
  try {
    const result = await call('/api/sounds?' + new URLSearchParams(values), {method: 'POST', body: file});
    tell(result.isConverted ? `'${file.name}' was converted to '${result.name}'.` : `'${result.name}' was added.`);
    loadSounds();
  } catch (error) {
    if (error.status === 409 && !replaces && confirm(error.message + ' Replace it?')) return addSound(file, true);
    tell(error.message);
  }
}

function dropNode() {
  const over = isOver => event => {
    event.preventDefault();
    node.classList.toggle('over', isOver);
  };
  const node = el('div', {class: 'drop', dragover: over(true), dragleave: over(false), drop: event => {
    over(false)(event);
    for (const file of event.dataTransfer.files) addSound(file);
  }},
    el('strong', null, 'Drop a sound here'),
    'It is converted, checked and put into the app’s Library/Sounds. ',
    el('input', {type: 'file', id: 'sound-file', class: 'hidden', accept: 'audio/*,.caf', change: event => {
      for (const file of event.target.files) addSound(file);
      event.target.value = '';
    }}),
    el('label', {for: 'sound-file'}, 'Choose a file'));
  return node;
}

function drawSounds() {
  const ids = [...new Set([...apps.keys(), ...[...items.values()].map(item => item.app)])].sort();
  if (!ids.length) return replace(byID('list-sounds'), [empty('No apps', 'An app appears here when it has asked for something.')]);
  if (!ids.includes(soundApp)) chooseSounds(ids[0]);
  // A sound that plays keeps its button.
  if (playing && playing.isConnected && soundList.drawn === soundList.length) return;
  soundList.drawn = soundList.length;
  stopSound();
  const list = soundList.filter(sound => matches(sound.name));
  replace(byID('list-sounds'), [
    el('label', {class: 'row'}, el('span', null, 'App'),
      el('select', {change: event => { chooseSounds(event.target.value); show(); }},
        ids.map(id => el('option', {value: id, selected: id === soundApp}, nameOf(id))))),
    dropNode(), ...list.map(soundNode)]);
}
