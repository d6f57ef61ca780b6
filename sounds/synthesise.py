#!/usr/bin/env python3
"""Synthesise the masters of Tocsin's alert sounds as 16-bit mono 44.1 kHz WAVE files.

Usage: python3 synthesise.py OUTDIR

Every sound is a list of notes, every note a sum of decaying partials. The same
script always gives the same sounds: its only randomness is seeded by their names.
"""

import argparse
import math
import os
import random
import struct
import wave
from typing import NamedTuple

RATE = 44100  # samples per second
PACKET = 64  # samples in one IMA4 packet
TAU = 2 * math.pi


class Partial(NamedTuple):
    """One sine of a voice: frequency as a multiple of the note's, linear level, decay speed."""

    ratio: float
    level: float
    speed: float = 1.0


class Voice(NamedTuple):
    """A timbre: rise in seconds, fall in dB over a note's life, FM index in radians, noise level."""

    partials: tuple
    rise: float = 0.004
    fall: float = 45.0
    fm_index: float = 0.0
    noise: float = 0.0


class Note(NamedTuple):
    """One strike: start in seconds, voice name, pitch in Hz, life in seconds, linear level."""

    start: float
    voice: str
    pitch: float
    life: float
    level: float = 1.0


class Sound(NamedTuple):
    """A named alert: peak in dBFS and its notes."""

    peak: float
    notes: tuple


def raised_cosine(x):
    """Return the smooth step from 0 to 1 for x from 0 to 1 (no unit), flat outside."""
    return 0.5 - 0.5 * math.cos(math.pi * min(max(x, 0.0), 1.0))


def envelope(frames, rise, fall):
    """Return `frames` gains that rise in `rise` seconds, fall by `fall` dB and close at exactly 0."""
    step = 10 ** (-fall / 20 / frames)
    closing = frames / 3
    gains, decay = [], 1.0
    for i in range(frames):
        # An exponential never reaches zero, so the last third is also faded: a cut tail clicks.
        gains.append(raised_cosine(i / RATE / rise) * decay * raised_cosine((frames - 1 - i) / closing))
        decay *= step
    return gains


def tone(frequency, phase, gains, index):
    """Return a sine of `frequency` Hz from `phase` radians, scaled by `gains`, FM index in radians."""
    # Modulating at twice the pitch, in step with the carrier, adds odd harmonics alone, hence no
    # DC and no higher crest. The index follows the gain: a struck body is brightest at the stroke.
    samples = []
    for i, gain in enumerate(gains):
        angle = phase + TAU * frequency / RATE * i
        samples.append(gain * math.sin(angle + index * gain * math.sin(2 * angle)))
    return samples


def noise_partials(rng, level, count=24, low=0.9, high=3.0, speed=3.0):
    """Return `count` partials at random ratios from `low` to `high` with joint RMS `level` (linear)."""
    # Noise made of sines is band-limited by construction and needs no filter.
    each = level / math.sqrt(count)
    return tuple(Partial(rng.uniform(low, high), each, speed) for _ in range(count))


def strike(note, rng):
    """Return the samples (linear, not normalised) of one note at full level, down to its silence."""
    voice = VOICES[note.voice]
    partials = voice.partials
    if voice.noise:
        partials += noise_partials(rng, voice.noise)
    frames = round(note.life * RATE)
    parts = []
    for partial in partials:
        # Scattered phases keep the partials from peaking together, which lowers the crest.
        phase = rng.uniform(0, TAU)
        gains = envelope(frames, voice.rise, voice.fall * partial.speed)
        # The weak partials are the high ones: strong modulation there would reach past 10 kHz.
        index = voice.fm_index * partial.level
        parts.append((0, partial.level, tone(note.pitch * partial.ratio, phase, gains, index)))
    return mix(parts)


def mix(parts):
    """Return the sum of parts, each a start in samples, a linear level and its samples."""
    total = [0.0] * max(start + len(samples) for start, _, samples in parts)
    for start, level, samples in parts:
        for i, sample in enumerate(samples, start):
            total[i] += level * sample
    return total


def normalise(samples, peak):
    """Return the samples scaled so that the largest magnitude lies at `peak` dBFS."""
    gain = 10 ** (peak / 20) / max(abs(sample) for sample in samples)
    return [gain * sample for sample in samples]


def render(name):
    """Return the finished samples (-1 to 1) of the sound called `name`."""
    sound = SOUNDS[name]
    # One generator per name, so that editing a sound leaves the others as they were.
    rng = random.Random(name)
    parts = [(round(note.start * RATE), note.level, strike(note, rng)) for note in sound.notes]
    samples = normalise(mix(parts), sound.peak)
    # Silence up to a whole packet spares the converter a partly filled last one.
    return samples + [0.0] * (-len(samples) % PACKET)


def write_wave(path, samples):
    """Write samples (-1 to 1) to `path` as 16-bit mono WAVE at RATE samples per second."""
    # No dither: it would leave noise where the tail must be silent.
    values = [round(sample * 32767) for sample in samples]
    with wave.open(path, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(struct.pack(f"<{len(values)}h", *values))


def main():
    """Write every sound of the table into the directory given on the command line."""
    parser = argparse.ArgumentParser(description="Synthesise the masters of Tocsin's alert sounds.")
    parser.add_argument("outdir", help="directory for the WAVE files, made if missing")
    outdir = parser.parse_args().outdir
    os.makedirs(outdir, exist_ok=True)
    for name in SOUNDS:
        write_wave(os.path.join(outdir, f"{name}.wav"), render(name))


VOICES = {
    # Hum, prime, tierce (a minor third), quint, nominal and two upper partials of a church
    # bell. No cast bell is quite round, so prime and nominal have a faint twin that beats with them.
    "bell": Voice((
        Partial(0.5, 0.25, 0.8), Partial(1.0, 1.00), Partial(1.003, 0.15), Partial(1.2, 0.40, 1.2),
        Partial(1.5, 0.15, 1.5), Partial(2.0, 0.50, 1.4), Partial(2.004, 0.10, 1.4),
        Partial(3.0, 0.18, 2.2), Partial(4.0, 0.08, 3.0),
    )),
    # It hardly falls before the next strike, and FM makes it bright: a high RMS at a given peak.
    "alarm": Voice((Partial(1.0, 1.0), Partial(2.4, 0.12, 2.0)), rise=0.003, fall=5.0, fm_index=0.9),
    # A struck bar: 2.756 is the second mode of a free bar.
    "bar": Voice((Partial(1.0, 1.0), Partial(2.0, 0.15, 1.5), Partial(2.756, 0.25, 2.5)), fm_index=0.2),
    # A damped block: close low modes that die at once, with a thud of noise.
    "wood": Voice(
        (Partial(1.0, 1.0), Partial(1.34, 0.4, 1.4), Partial(1.93, 0.2, 2.0)),
        rise=0.003, fall=16.0, noise=0.18,
    ),
    "soft": Voice((Partial(1.0, 1.0), Partial(2.0, 0.20, 1.3), Partial(3.0, 0.06, 2.0)), rise=0.012),
    "reed": Voice((Partial(1.0, 1.0), Partial(2.0, 0.2)), rise=0.008, fall=40.0, fm_index=0.7),
}

C5, FS5, G5, B5, C6, D6, E6 = 523.25, 739.99, 783.99, 987.77, 1046.5, 1174.66, 1318.51
FS6, G6, A6 = 1479.98, 1567.98, 1760.0

# The peaks differ because a short or sparse sound needs a higher one to seem as loud.
SOUNDS = {
    "default": Sound(-1.5, (Note(0.0, "bell", B5, 0.9, 0.8), Note(0.24, "bell", B5, 1.4))),
    # A tritone, as no melody rests on it.
    "critical": Sound(-1.6, tuple(Note(0.14 * i, "alarm", (FS6, C6)[i % 2], 0.15) for i in range(10))),
    "chime": Sound(-2.9, (Note(0.0, "bar", C6, 0.5), Note(0.16, "bar", E6, 0.5), Note(0.32, "bar", G6, 0.9))),
    "ping": Sound(-2.4, (Note(0.0, "bar", A6, 0.8),)),
    "knock": Sound(-1.2, (Note(0.0, "wood", 620.0, 0.16), Note(0.17, "wood", 585.0, 0.18))),
    "reminder": Sound(-2.9, (Note(0.0, "soft", D6, 0.7, 0.9), Note(0.28, "soft", G5, 1.1))),
    "success": Sound(
        -1.5, (Note(0.0, "bar", G5, 0.4), Note(0.12, "bar", C6, 0.9), Note(0.12, "bar", E6, 0.9, 0.7))
    ),
    "failure": Sound(-2.4, (Note(0.0, "reed", FS5, 0.28), Note(0.2, "reed", C5, 0.6))),
}

if __name__ == "__main__":
    main()
