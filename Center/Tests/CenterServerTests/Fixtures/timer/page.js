// What a small content extension does: it shows a notification, and answers its actions.
import {sentence} from './parts/words.js';
const byID = id => document.getElementById(id);
let minutes = 0;
let name = '';
let presses = 0;

const say = () => { byID('text').textContent = sentence(name, minutes); };
const size = () => document.querySelector('main').offsetHeight;

function decide(response) {
  if (response.actionIdentifier === 'stop') return 'dismiss';
  if (response.actionIdentifier === 'forward') return 'dismissAndForwardAction';
  if (response.actionIdentifier === 'note') byID('note').textContent = response.userText;
  else minutes += 5;
  return 'doNotDismiss';
}

addEventListener('message', event => {
  if (event.data.type !== 'didReceive') return;
  const [port] = event.ports;
  const {content, pictures} = event.data.notification;
  name = content.title;
  minutes = content.userInfo.minutes;
  say();
  if (pictures.length) {
    byID('picture').src = URL.createObjectURL(pictures[0].file);
    byID('picture').hidden = false;
  }
  port.onmessage = ({data}) => {
    // One that never answers: the app has to get it all the same.
    if (data.actionIdentifier === 'mute') return;
    const option = decide(data);
    say();
    port.postMessage({type: 'answer', id: data.id, option});
    port.postMessage({type: 'change', height: size(), title: `${minutes} minutes left`});
  };
  new ResizeObserver(() => port.postMessage({type: 'change', height: size()})).observe(document.querySelector('main'));
  port.postMessage({type: 'ready', handlesActions: true, height: size(), title: `${minutes} minutes left`});
});
byID('count').addEventListener('click', () => { presses += 1; byID('count').textContent = presses; });
