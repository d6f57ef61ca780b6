'use strict';
// Speaks without end.
addEventListener('message', event => {
  const [port] = event.ports;
  port.postMessage({type: 'ready'});
  setInterval(() => { for (let i = 0; i < 100; i += 1) port.postMessage({type: 'change', height: i}); }, 1);
});
