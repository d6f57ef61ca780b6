'use strict';
// The token stays with this origin, which includes the port; the cookie does not.
localStorage.setItem('tocsin-center', document.querySelector('meta[name=token]').content);
location.replace('/');
