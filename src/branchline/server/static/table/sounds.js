// Small synthesised sounds: a click for a move, a station bell for your turn. Off by default.

let on = document.body.hasAttribute("data-sounds");
let context = null;

export function switchSounds(is) {
  on = is;
  if (on) turn();
}

/**
 * @param {number} frequency
 * @param {number} start seconds from now
 * @param {number} length seconds
 * @param {number} volume
 * @param {OscillatorType} shape
 */
function tone(frequency, start, length, volume, shape = "sine") {
  const oscillator = new OscillatorNode(context, { type: shape, frequency });
  const gain = new GainNode(context, { gain: 0 });
  const at = context.currentTime + start;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

function sound(play) {
  if (!on) return;
  try {
    context ??= new AudioContext();
    context.resume();
    play();
  } catch {
    // the device has no sound
  }
}

export const move = () => sound(() => tone(210, 0, 0.09, 0.12, "triangle"));

export const turn = () =>
  sound(() => {
    tone(1320, 0, 0.7, 0.1);
    tone(1980, 0, 0.5, 0.05);
    tone(1056, 0.18, 0.8, 0.1);
  });

export const end = () =>
  sound(() => {
    for (const [i, note] of [523, 659, 784].entries()) tone(note, i * 0.16, 0.9, 0.09);
  });
