export const sentence = (name, minutes) => `${name}: ${minutes} minutes`;
