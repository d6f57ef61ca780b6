'use strict';
// Speaks without end, or never comes to an end.
addEventListener('message', event => {
  const [port] = event.ports;
  if (event.data.notification.content.title === 'Loops') for (;;) {}
  port.postMessage({type: 'ready'});
  setInterval(() => { for (let i = 0; i < 100; i += 1) port.postMessage({type: 'change', height: i}); }, 1);
});
