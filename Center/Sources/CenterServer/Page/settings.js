'use strict';
const openApps = new Set();
const switches = [
  ['alert', 'alert', 'Alerts', 'Banners on the desktop'],
  ['sound', 'sound', 'Sounds', ''],
  ['badge', 'badge', 'Badges', 'Numbers on the icon'],
  ['list', 'notificationCentre', 'Notification Centre', 'They stay in the list on this page'],
  ['lockScreen', 'lockScreen', 'Lock screen', 'Banners while the screen is locked'],
  ['timeSensitive', 'timeSensitive', 'Time-sensitive', 'In spite of quiet hours'],
  ['critical', 'criticalAlert', 'Critical alerts', 'They sound in spite of silence'],
];
const states = {authorized: 'On', denied: 'Off', provisional: 'On trial', notDetermined: 'Not asked yet'};

function switchRow(title, detail, isOn, change) {
  return el('label', {class: 'row'},
    el('span', null, title, detail ? el('small', null, detail) : null),
    el('input', {type: 'checkbox', role: 'switch', class: 'switch', checked: isOn,
      change: event => change(event.target.checked)}));
}

function selectRow(title, value, choices, change) {
  return el('label', {class: 'row'}, el('span', null, title),
    el('select', {change: event => change(event.target.value)},
      choices.map(([key, text]) => el('option', {value: key, selected: key === value}, text))));
}

const previewChoices = [['always', 'Always'], ['when-unlocked', 'When unlocked'], ['never', 'Never']];

function appCard(app) {
  const id = app.identifier;
  const set = change => send('/api/settings', {app: id, ...change}).then(isDone => { if (!isDone) show(); });
  const state = app.permissions.authorization;
  const isAllowed = state === 'authorized' || state === 'provisional';
  const rows = [
    questions(id),
    switchRow('Allow notifications', '', isAllowed, value => set({authorization: value})),
  ];
  if (isAllowed) {
    for (const [key, permission, title, detail] of switches) {
      rows.push(switchRow(title, detail, app.permissions[permission] === 'enabled', value => set({[key]: value})));
    }
    rows.push(
      selectRow('Style', app.style, [['none', 'Only in the list'], ['banner', 'Banner for a while'], ['alert', 'Alert that stays']],
        value => set({style: value})),
      selectRow('Show previews', app.previews, previewChoices, value => set({previews: value})),
      el('label', {class: 'row'}, el('span', null, 'Volume'),
        el('input', {type: 'range', min: '0', max: '100', value: String(Math.round(app.volume * 100)),
          change: event => set({volume: event.target.value / 100})})));
  }
  rows.push(el('div', {class: 'actions'},
    button('Send a test notification', '', () => send('/api/test', {app: id}), 'Send a test notification as ' + nameOf(id)),
    el('a', {href: '#sounds', click: () => chooseSounds(id)}, 'Sounds of this app')));
  return el('details', {class: 'card', open: openApps.has(id), toggle: event => {
    if (event.target.open) openApps.add(id); else openApps.delete(id);
  }},
    el('summary', null, mark(nameOf(id)), el('span', {class: 'name'}, nameOf(id)),
      el('span', {class: 'soft'}, app.isAsking ? 'Asks' : states[state])),
    el('div', {class: 'body'}, app.name ? el('p', {class: 'soft'}, el('code', null, id)) : null, rows));
}

function allCard() {
  const fact = (name, value) => [el('dt', null, name), el('dd', null, value)];
  const both = (title, change) => el('div', {class: 'row', role: 'group', 'aria-label': title + ' of all apps'},
    el('span', null, title),
    el('span', {class: 'pair'},
      button('On', '', () => send('/api/settings', {...change(true)}), title + ' on for all apps'),
      button('Off', '', () => send('/api/settings', {...change(false)}), title + ' off for all apps')));
  const known = [...apps.values()].some(app => app.permissions.authorization !== 'notDetermined');
  const tone = button('Play a test tone', '', async event => {
    const pressed = event.currentTarget;
    pressed.disabled = true;
    await send('/api/tone', {});
    pressed.disabled = false;
  });
  return el('section', {class: 'card', 'aria-label': 'All apps'},
    el('h3', null, 'All apps'),
    host ? el('dl', {class: 'facts'},
      fact('Quiet hours', host.quietHours || 'none'),
      fact('Do not disturb', host.doNotDisturb ? 'on' : 'off'),
      host.passingCriteria.length ? fact('Let pass by both', host.passingCriteria.join(', ')) : null,
      fact('Sounds', host.isMuted ? 'muted, except critical ones' : 'on'),
      fact('Sound device', host.devices.join(', then ')),
      fact('Default sound', host.defaultSound),
      fact('Delivered by', host.deliverer ? 'process ' + host.deliverer : 'nobody'),
      fact('Set in', el('code', null, host.file))) : null,
    el('div', {class: 'actions'}, tone),
    known ? [both('Alerts', value => ({alert: value})), both('Sounds', value => ({sound: value})),
      both('Badges', value => ({badge: value})),
      selectRow('Show previews', '', [['', 'Choose for all …'], ...previewChoices],
        value => value && send('/api/settings', {previews: value}))] : null);
}

function drawSettings() {
  // While a slider is moved or a list is open, it stays as it is.
  if (document.activeElement && document.activeElement.matches('#list-settings select, #list-settings input[type=range]:active')) return;
  const place = byID('list-settings');
  const focused = [...place.querySelectorAll('input,select,button,summary')].indexOf(document.activeElement);
  const list = [...apps.values()].filter(app => matches(app.identifier, app.name));
  replace(place, [allCard(), ...list.map(appCard),
    ...(list.length ? [] : [empty('No apps', 'An app appears here when it has asked for something.')])]);
  if (focused >= 0) {
    const again = place.querySelectorAll('input,select,button,summary')[focused];
    if (again) again.focus({preventScroll: true});
  }
}
