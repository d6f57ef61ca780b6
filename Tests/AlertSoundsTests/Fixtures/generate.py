#!/usr/bin/env python3
"""Writes the valid and defective sound files that the alert sound tests read.

    python3 generate.py OUTDIR            writes valid/, defective/ and manifest.json
    python3 generate.py --check OUTDIR    exits 1 if OUTDIR differs from what would be written

Needs Python 3.8 and nothing else. The same bytes come out on every run and every machine.

The file reads from top to bottom: signals and codecs, then one set of builders per container, then
one function per family of files. A family yields rows (file name, bytes, why[, expectation]).
"""

import hashlib
import json
import math
import os
import struct
import sys

U32 = (0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)  # sizes that wrap or turn negative
S64 = (0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 2**63 - 1, -2, -(2**63))
FAMILIES = []  # (name, expectation, function) in the order of this file


def family(name, expect="error"):
    def register(function):
        FAMILIES.append((name, expect, function))
        return function

    return register


# --- Signals and codecs -----------------------------------------------------------------------


def tone(frames=60, channels=1, period=20):
    """Interleaved sine of amplitude 0.3; whole periods, so no DC; exact in every format >= 24 bit."""
    turn = 2 * math.pi / period
    return [
        round(0.3 * math.sin(turn * n * (c + 1)) * 2**23) / 2**23
        for n in range(frames)
        for c in range(channels)
    ]


def ulaw_byte(sample):
    """G.711 mu-law of one 16-bit sample."""
    magnitude = min(abs(sample), 32635) + 132
    exponent = magnitude.bit_length() - 8
    code = exponent << 4 | (magnitude >> (exponent + 3)) & 15
    return ~(code | (0x80 if sample < 0 else 0)) & 0xFF


def alaw_byte(sample):
    """G.711 A-law of one 16-bit sample."""
    magnitude = (sample if sample >= 0 else ~sample) >> 4
    exponent = max(magnitude.bit_length() - 4, 1)
    segment = exponent if magnitude > 15 else 0
    code = segment << 4 | (magnitude >> (exponent - 1 if segment else 0)) & 15
    return (code | (0x80 if sample >= 0 else 0)) ^ 0x55


def encode(kind, samples):
    """Samples in -1...1 as bytes: u8 s8 s16le s24be f32le ... ulaw alaw."""
    if kind in ("ulaw", "alaw"):
        law = ulaw_byte if kind == "ulaw" else alaw_byte
        return bytes(law(round(s * 32767)) for s in samples)
    if kind == "u8":
        return bytes(128 + round(s * 127) for s in samples)
    order = "big" if kind.endswith("be") else "little"
    bits = int(kind[1:].rstrip("lbe"))
    if kind[0] == "f":
        code = (">" if order == "big" else "<") + ("f" if bits == 32 else "d")
        return b"".join(struct.pack(code, s) for s in samples)
    scale = 2 ** (bits - 1) - 1
    return b"".join(round(s * scale).to_bytes(bits // 8, order, signed=True) for s in samples)


IMA_STEPS = [
    7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66,
    73, 80, 88, 97, 107, 118, 130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449,
    494, 544, 598, 658, 724, 796, 876, 963, 1060, 1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272,
    2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484, 7132, 7845, 8630, 9493, 10442,
    11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
]  # fmt: skip
IMA_MOVES = (-1, -1, -1, -1, 2, 4, 6, 8)


def ima_code(sample, predictor, index):
    """The nearest code by successive halving, and the state that the decoder then has."""
    step, delta = IMA_STEPS[index], sample - predictor
    code, distance, change = (8 if delta < 0 else 0), abs(delta), step >> 3
    for bit, part in ((4, step), (2, step >> 1), (1, step >> 2)):
        if distance >= part:
            code, distance, change = code | bit, distance - part, change + part
    predictor = max(-32768, min(32767, predictor + (-change if code & 8 else change)))
    return code, predictor, max(0, min(88, index + IMA_MOVES[code & 7]))


def ima_packets(samples):
    """One channel as 34-byte packets; the last one is padded with zeros."""
    packets, predictor, index = [], 0, 0
    for start in range(0, len(samples), 64):
        packet = bytearray(struct.pack(">H", predictor & 0xFF80 | index))
        codes = []
        for sample in (samples[start : start + 64] + [0.0] * 64)[:64]:
            code, predictor, index = ima_code(round(sample * 32767), predictor, index)
            codes.append(code)
        packet += bytes(low | high << 4 for low, high in zip(codes[::2], codes[1::2]))
        packets.append(bytes(packet))
    return packets


def ima4(samples, channels=1, extra_packet=False):
    """Packets of all channels, interleaved; the extra packet is Apple's when 64 divides the length."""
    tail = [0.0] * 64 if extra_packet else []
    streams = [ima_packets(samples[c::channels] + tail) for c in range(channels)]
    return b"".join(packet for together in zip(*streams) for packet in together)


def with_step_index(packets, packet, index):
    """The same packets with another step index in one preamble."""
    at = packet * 34 + 1
    return packets[:at] + bytes([packets[at] & 0x80 | index]) + packets[at + 1 :]


TONE, TONE2, TONE100 = tone(), tone(60, 2), tone(100)
LE16, BE16, S8, U8 = (encode(k, TONE) for k in ("s16le", "s16be", "s8", "u8"))
ULAW, IMA, IMA2 = encode("ulaw", TONE), ima4(TONE100), ima4(tone(100, 2), 2)


# --- CAF: big endian, 64-bit sizes, no pad bytes ----------------------------------------------


def caf(*chunks, magic=b"caff", version=1):
    return magic + struct.pack(">HH", version, 0) + b"".join(chunks)


def caf_chunk(kind, body=b"", size=None):
    return kind + struct.pack(">q", len(body) if size is None else size) + body


def desc_body(rate=8000.0, id=b"lpcm", flags=2, bytes_per_packet=2, frames_per_packet=1,
              channels=1, bits=16):  # fmt: skip
    numbers = flags, bytes_per_packet, frames_per_packet, channels, bits
    return struct.pack(">d4s5I", rate, id, *numbers)


def desc(size=None, **fields):
    return caf_chunk(b"desc", desc_body(**fields), size)


def ima_desc(channels=1, **fields):
    plain = dict(id=b"ima4", flags=0, bytes_per_packet=34 * channels, frames_per_packet=64, bits=0)
    return desc(channels=channels, **{**plain, **fields})


def ulaw_desc(**fields):
    return desc(**{**dict(id=b"ulaw", flags=0, bytes_per_packet=1, bits=8), **fields})


def caf_data(audio=LE16, size=None):
    return caf_chunk(b"data", bytes(4) + audio, size)  # four bytes of edit count come first


def pakt(valid=100, priming=0, remainder=28, packets=0, table=b"", size=None):
    return caf_chunk(b"pakt", struct.pack(">qqii", packets, valid, priming, remainder) + table, size)


def chan(tag=0x650002, descriptions=0, body=b""):
    return caf_chunk(b"chan", struct.pack(">III", tag, 0, descriptions) + body)


def free(count=16, size=None):
    return caf_chunk(b"free", bytes(count), size)


def info(count=1, pairs=b"title\0bell\0"):
    return caf_chunk(b"info", struct.pack(">I", count) + pairs)


def pcm_caf(audio=LE16, **fields):
    return caf(desc(**fields), caf_data(audio))


def ima_caf(table=pakt(), audio=IMA, **fields):
    return caf(ima_desc(**fields), table, caf_data(audio))


# --- WAVE: little endian, 32-bit sizes, chunks padded to even ---------------------------------

GUID_TAIL = bytes.fromhex("000000001000800000aa00389b71")  # KSDATAFORMAT_SUBTYPE_..., after the tag
SAMPLE_TAGS = {"u": 1, "s": 1, "f": 3, "ulaw": 7, "alaw": 6}


def wave(*chunks, size=None, magic=b"RIFF", form=b"WAVE", slack=0):
    body = form + b"".join(chunks)
    return magic + struct.pack("<I", len(body) + slack if size is None else size) + body


def wave_chunk(kind, body=b"", size=None, pad=True):
    length = struct.pack("<I", len(body) if size is None else size)
    return kind + length + body + (b"\0" if pad and len(body) % 2 else b"")


def fmt_body(tag=1, channels=1, rate=8000, bits=16, align=None, extra=b""):
    align = channels * bits // 8 & 0xFFFF if align is None else align
    return struct.pack("<HHIIHH", tag, channels, rate, rate * align & 0xFFFFFFFF, align, bits) + extra


def fmt(size=None, **fields):
    return wave_chunk(b"fmt ", fmt_body(**fields), size)


def extensible(tag=1, channels=1, bits=16, valid=None, tail=GUID_TAIL, extra_size=22, **fields):
    mask = 3 if channels == 2 else 4
    extra = struct.pack("<HHIH", extra_size, bits if valid is None else valid, mask, tag) + tail
    return fmt(tag=0xFFFE, channels=channels, bits=bits, extra=extra, **fields)


def wave_data(audio=LE16, size=None, pad=True):
    return wave_chunk(b"data", audio, size, pad)


def fact(frames=60, size=None):
    return wave_chunk(b"fact", struct.pack("<I", frames), size)


def ulaw_fmt(**fields):
    return fmt(**{**dict(tag=7, bits=8, extra=bytes(2)), **fields})


def list_info(size=None):
    return wave_chunk(b"LIST", b"INFOINAM" + struct.pack("<I", 4) + b"bel\0", size)


def pcm_wave(audio=LE16, **fields):
    return wave(fmt(**fields), wave_data(audio))


def ds64(riff, data, frames=60, table=0, cut=None):
    return wave_chunk(b"ds64", struct.pack("<QQQI", riff, data, frames, table)[:cut])


def rf64(riff=None, data=len(LE16), lead=None, table=0, cut=None, audio=LE16):
    """RF64 of 16-bit samples; `lead` replaces the ds64 chunk."""
    riff = 4 + 36 + 24 + 8 + len(audio) if riff is None else riff
    lead = ds64(riff, data, table=table, cut=cut) if lead is None else lead
    return wave(lead, fmt(), wave_data(audio, 0xFFFFFFFF), magic=b"RF64", size=0xFFFFFFFF)


# --- AIFF and AIFF-C: big endian, 32-bit sizes, chunks padded to even -------------------------


def aiff(*chunks, size=None, form=b"AIFF", magic=b"FORM", slack=0):
    body = form + b"".join(chunks)
    return magic + struct.pack(">I", len(body) + slack if size is None else size) + body


def aiff_chunk(kind, body=b"", size=None, pad=True):
    length = struct.pack(">I", len(body) if size is None else size)
    return kind + length + body + (b"\0" if pad and len(body) % 2 else b"")


def extended(value):
    """An 80-bit IEEE 754 extended number, big endian."""
    fraction, exponent = math.frexp(abs(value))
    sign = 0x8000 if value < 0 else 0
    return struct.pack(">HQ", sign | exponent + 16382, int(fraction * 2**64)) if value else bytes(10)


def comm_body(channels=1, frames=60, bits=16, rate=extended(8000), tail=b""):
    return struct.pack(">HIH", channels & 0xFFFF, frames, bits & 0xFFFF) + rate + tail


def comm(size=None, **fields):
    return aiff_chunk(b"COMM", comm_body(**fields), size)


def named(kind, name=""):
    """Compression type and its Pascal string, padded to even."""
    text = bytes([len(name)]) + name.encode()
    return kind + text + b"\0" * (len(text) % 2)


def ssnd(audio=BE16, offset=0, size=None, pad=True):
    return aiff_chunk(b"SSND", struct.pack(">II", offset, 0) + audio, size, pad)


def fver(version=0xA2805140):
    return aiff_chunk(b"FVER", struct.pack(">I", version))


def pcm_aiff(audio=BE16, **fields):
    return aiff(comm(**fields), ssnd(audio))


def aifc(kind, audio, name="", **fields):
    return aiff(fver(), comm(tail=named(kind, name), **fields), ssnd(audio), form=b"AIFC")


def ima_aifc(audio=IMA, frames=2, channels=1):
    return aifc(b"ima4", audio, "IMA 4:1", frames=frames, channels=channels, bits=0)


# --- Valid controls ---------------------------------------------------------------------------


@family("valid", "clean")
def valid_caf():
    for kind, flags, bits in (
        ("s8", 0, 8), ("s16le", 2, 16), ("s16be", 0, 16), ("s24le", 2, 24), ("s24be", 0, 24),
        ("s32le", 2, 32), ("s32be", 0, 32), ("f32le", 3, 32), ("f32be", 1, 32), ("f64le", 3, 64),
        ("f64be", 1, 64),
    ):  # fmt: skip
        head = desc(rate=44100.0, flags=flags, bytes_per_packet=bits // 8, bits=bits)
        yield f"caf-lpcm-{kind}.caf", caf(head, caf_data(encode(kind, TONE))), f"linear PCM {kind}"
    for kind in ("ulaw", "alaw"):
        head = ulaw_desc(id=kind.encode())
        yield f"caf-{kind}.caf", caf(head, caf_data(encode(kind, TONE))), f"{kind}, mono, 8000 Hz"
    yield "caf-ima4-mono.caf", ima_caf(rate=44100.0), "100 frames in 2 packets, remainder 28"
    stereo = caf(ima_desc(2, rate=44100.0), chan(), pakt(), caf_data(IMA2))
    yield "caf-ima4-stereo.caf", stereo, "stereo with channel layout and packet table"
    exact = ima4(tone(128, period=16), extra_packet=True)
    extra = ima_caf(pakt(128, 0, 64), exact, rate=44100.0)
    yield "caf-ima4-extra-packet.caf", extra, "128 frames in 3 packets as Apple writes it, remainder 64"
    head = ima_desc(rate=44100.0) + pakt()
    filler = free(4080 - 8 - len(head) - 12)
    apple = caf(head, filler, caf_chunk(b"data", struct.pack(">I", 1) + IMA))
    yield "caf-ima4-apple-layout.caf", apple, "Apple's layout: a free chunk, the audio at offset 4096"
    yield "caf-data-to-end.caf", caf(desc(), caf_data(size=-1)), "the last data chunk has size -1"
    extra = caf(desc(), caf_chunk(b"zzzz", b"unknown"), caf_data())
    yield "caf-unknown-chunk.caf", extra, "an unknown chunk is skipped"
    yield "caf-empty-free.caf", caf(desc(), free(0), caf_data()), "a free chunk may be empty"
    yield "caf-chunk-after-data.caf", caf(desc(), caf_data(), info()), "data need not be last"
    odd = caf(desc(flags=0, bytes_per_packet=1, bits=8), caf_data(S8 + S8[:1]), info())
    yield "caf-odd-data.caf", odd, "61 bytes of audio: CAF has no pad byte"
    stereo = caf(desc(bytes_per_packet=4, channels=2), chan(), caf_data(encode("s16le", TONE2)))
    yield "caf-stereo.caf", stereo, "16-bit stereo with channel layout"


@family("valid", "clean")
def valid_wave():
    for kind, tag, bits in (
        ("u8", 1, 8), ("s16le", 1, 16), ("s24le", 1, 24), ("s32le", 1, 32), ("f32le", 3, 32),
        ("f64le", 3, 64), ("ulaw", 7, 8), ("alaw", 6, 8),
    ):  # fmt: skip
        audio, count = wave_data(encode(kind, TONE)), [fact()] if tag != 1 else []
        plain = fmt(tag=tag, bits=bits, rate=22050, extra=b"" if tag == 1 else bytes(2))
        yield f"wave-{kind}.wav", wave(plain, *count, audio), f"plain format chunk, {kind}"
        head = extensible(tag, bits=bits, rate=48000)
        yield f"wave-extensible-{kind}.wav", wave(head, *count, audio), f"EXTENSIBLE, {kind}"
    yield "wave-list-before-data.wav", wave(fmt(), list_info(), wave_data()), "LIST before the data"
    yield "wave-list-after-data.wav", wave(fmt(), wave_data(), list_info()), "LIST after the data"
    odd = wave_data(U8 + U8[:1])
    yield "wave-odd-data.wav", wave(fmt(bits=8), odd), "61 bytes of audio and a pad byte"
    yield "wave-odd-data-list.wav", wave(fmt(bits=8), odd, list_info()), "LIST after a pad byte"
    yield "wave-unknown-chunk.wav", wave(wave_chunk(b"zzzz"), fmt(), wave_data()), "an empty unknown chunk"
    yield "wave-stereo.wav", pcm_wave(encode("s16le", TONE2), channels=2, rate=44100), "16-bit stereo"
    yield "wave-rf64.wav", rf64(), "RF64 with its sizes in ds64"


@family("valid", "clean")
def valid_aiff():
    for bits in (8, 16, 24, 32):
        audio = encode(f"s{bits}be", TONE)
        whole = pcm_aiff(audio, bits=bits, rate=extended(44100))
        yield f"aiff-s{bits}.aiff", whole, f"AIFF, {bits}-bit"
    stereo = pcm_aiff(encode("s16be", TONE2), channels=2)
    yield "aiff-stereo.aiff", stereo, "16-bit stereo"
    odd = comm(frames=61, bits=8), ssnd(S8 + S8[:1])
    yield "aiff-odd-data.aiff", aiff(*odd), "61 bytes of audio and a pad byte"
    note = aiff_chunk(b"ANNO", b"bell")
    yield "aiff-odd-data-anno.aiff", aiff(*odd, note), "ANNO after a pad byte"
    yield "aiff-ssnd-first.aiff", aiff(ssnd(), comm()), "the chunks of a FORM may stand in any order"
    apple = aiff(comm(), aiff_chunk(b"FLLR", bytes(4034)), ssnd())
    yield "aiff-apple-layout.aiff", apple, "Apple's layout: a FLLR chunk, the audio at offset 4096"


@family("valid", "clean")
def valid_aifc():
    for kind, sample, bits, name in (
        ("NONE", "s16be", 16, "not compressed"), ("twos", "s16be", 16, ""), ("sowt", "s16le", 16, ""),
        ("raw ", "u8", 8, ""), ("fl32", "f32be", 32, "32-bit floating point"),
        ("FL32", "f32be", 32, "Float 32"), ("fl64", "f64be", 64, "64-bit floating point"),
        ("ulaw", "ulaw", 8, "uLaw 2:1"), ("alaw", "alaw", 8, "aLaw 2:1"),
        ("ULAW", "ulaw", 8, "CCITT G.711 u-law"), ("ALAW", "alaw", 8, "CCITT G.711 A-law"),
        ("in24", "s24be", 24, ""), ("in32", "s32be", 32, ""),
    ):  # fmt: skip
        tag = kind.strip() + ("-upper" if kind in ("FL32", "ULAW", "ALAW") else "")
        whole = aifc(kind.encode(), encode(sample, TONE), name, bits=bits)
        yield f"aifc-{tag.lower()}.aifc", whole, f"AIFF-C with compression type '{kind}'"
    yield "aifc-ima4.aifc", ima_aifc(), "the frame count of ima4 is a packet count"
    yield "aifc-ima4-stereo.aifc", ima_aifc(IMA2, channels=2), "stereo ima4"
    odd = aifc(b"ulaw", encode("ulaw", tone(61)), bits=8, frames=61)
    yield "aifc-odd-data.aifc", odd, "61 bytes of audio and a pad byte"


# --- Chunks missing, doubled, out of order ----------------------------------------------------


@family("missing chunk")
def missing():
    yield "caf-no-desc.caf", caf(caf_data()), "no desc chunk"
    yield "caf-no-data.caf", caf(desc()), "no data chunk"
    yield "caf-no-data-ima4.caf", caf(ima_desc(), pakt()), "a packet table but no data chunk"
    yield "caf-only-free.caf", caf(free()), "neither desc nor data"
    yield "caf-no-chunk.caf", caf(), "a file header and nothing else"
    yield "wave-no-fmt.wav", wave(wave_data()), "no fmt chunk"
    yield "wave-no-data.wav", wave(fmt()), "no data chunk"
    yield "wave-only-list.wav", wave(list_info()), "neither fmt nor data"
    yield "wave-no-chunk.wav", wave(), "a RIFF header and nothing else"
    yield "wave-rf64-no-ds64.wav", rf64(lead=b""), "RF64 without ds64"
    yield "aiff-no-comm.aiff", aiff(ssnd()), "no COMM chunk"
    yield "aiff-no-ssnd.aiff", aiff(comm()), "COMM counts 60 frames but there is no SSND chunk"
    yield "aiff-no-chunk.aiff", aiff(), "a FORM header and nothing else"
    yield "aifc-no-comm.aifc", aiff(fver(), ssnd(), form=b"AIFC"), "no COMM chunk"
    body = comm(tail=named(b"sowt"))
    yield "aifc-no-ssnd.aifc", aiff(fver(), body, form=b"AIFC"), "no SSND chunk"


@family("doubled chunk")
def doubled():
    stereo = desc(bytes_per_packet=4, channels=2)
    yield "caf-two-desc.caf", caf(desc(), desc(), caf_data()), "two equal desc chunks"
    yield "caf-two-desc-channels.caf", caf(desc(), stereo, caf_data()), "the second desc is stereo"
    yield "caf-two-data.caf", caf(desc(), caf_data(), caf_data()), "two data chunks"
    tables = pakt() + pakt(90, 0, 38)
    yield "caf-two-pakt.caf", ima_caf(tables), "two packet tables that differ"
    yield "wave-two-fmt.wav", wave(fmt(), fmt(), wave_data()), "two equal fmt chunks"
    twice = wave(fmt(), fmt(channels=2), wave_data())
    yield "wave-two-fmt-channels.wav", twice, "the second fmt is stereo"
    twice = wave(fmt(), wave_data(), fmt(channels=2))
    yield "wave-two-fmt-around-data.wav", twice, "a stereo fmt after the data"
    yield "wave-two-data.wav", wave(fmt(), wave_data(), wave_data()), "two data chunks"
    yield "aiff-two-comm.aiff", aiff(comm(), comm(), ssnd()), "two equal COMM chunks"
    twice = aiff(comm(), comm(channels=2, frames=30), ssnd())
    yield "aiff-two-comm-channels.aiff", twice, "the second COMM is stereo"
    yield "aiff-two-ssnd.aiff", aiff(comm(), ssnd(), ssnd()), "two SSND chunks"
    sowt = comm(tail=named(b"sowt"))
    twice = aiff(fver(), sowt, comm(tail=named(b"NONE")), ssnd(), form=b"AIFC")
    yield "aifc-two-comm-type.aifc", twice, "two COMM chunks with different compression types"


@family("chunk order")
def order():
    yield "caf-desc-after-free.caf", caf(free(), desc(), caf_data()), "desc is not the first chunk"
    yield "caf-desc-after-data.caf", caf(caf_data(), desc()), "desc comes after data"
    yield "caf-desc-after-pakt.caf", caf(pakt(), ima_desc(), caf_data(IMA)), "desc comes after pakt"
    yield "wave-data-before-fmt.wav", wave(wave_data(), fmt()), "fmt comes after data"
    late = wave(fmt(), ds64(136, 120), wave_data(size=0xFFFFFFFF), magic=b"RF64", size=0xFFFFFFFF)
    yield "wave-rf64-ds64-late.wav", late, "ds64 is not the first chunk of RF64"


# --- Size fields ------------------------------------------------------------------------------


@family("chunk size")
def fixed_sizes():
    body = desc_body() + bytes(8)
    for size in (0, 16, 31, 33, 40):
        whole = caf(caf_chunk(b"desc", body[:size]), caf_data())
        yield f"caf-desc-{size}-bytes.caf", whole, f"a desc chunk of {size} bytes in place of 32"
    body = pakt()[12:]
    for size in (0, 12, 23):
        whole = ima_caf(caf_chunk(b"pakt", body[:size]))
        yield f"caf-pakt-{size}-bytes.caf", whole, f"a packet table of {size} bytes, fewer than 24"
    body = fmt_body(extra=bytes(2))
    for size in (0, 8, 14, 15, 17):
        whole = wave(wave_chunk(b"fmt ", body[:size]), wave_data())
        yield f"wave-fmt-{size}-bytes.wav", whole, f"a fmt chunk of {size} bytes"
    whole = wave(ulaw_fmt(extra=struct.pack("<H", 22)), fact(), wave_data(ULAW))
    yield "wave-fmt-extension-past-end.wav", whole, "cbSize says 22 bytes, the chunk ends there"
    for size in (0, 2):
        count = wave_chunk(b"fact", bytes([60, 0])[:size])
        whole = wave(ulaw_fmt(), count, wave_data(ULAW))
        yield f"wave-fact-{size}-bytes.wav", whole, f"a fact chunk of {size} bytes in place of 4"
    for size in (0, 8, 16, 17):
        whole = aiff(aiff_chunk(b"COMM", comm_body()[:size]), ssnd())
        yield f"aiff-comm-{size}-bytes.aiff", whole, f"a COMM chunk of {size} bytes in place of 18"
    for size in (18, 20, 21):
        body = aiff_chunk(b"COMM", comm_body(tail=b"sowt")[:size])
        whole = aiff(fver(), body, ssnd(LE16), form=b"AIFC")
        yield f"aifc-comm-{size}-bytes.aifc", whole, f"COMM of {size} bytes cuts the compression type"
    for size in (0, 1, 4, 7):
        whole = aiff(comm(), aiff_chunk(b"SSND", bytes(size)))
        yield f"aiff-ssnd-{size}-bytes.aiff", whole, f"an SSND chunk of {size} bytes, fewer than 8"


@family("size field")
def caf_sizes():
    for size in (0, 1, 3, *S64):
        whole = caf(desc(), caf_data(size=size))
        yield f"caf-data-size-{size:+d}.caf", whole, f"the data chunk gives its size as {size}"
    yield "caf-data-size-past-end.caf", caf(desc(), caf_data(size=125)), "one byte past the end"
    for size in (1, -1, *S64):
        whole = caf(desc(size), caf_data())
        yield f"caf-desc-size-{size:+d}.caf", whole, f"the desc chunk gives its size as {size}"
    for size in (1, -1, *S64):
        whole = ima_caf(pakt(size=size))
        yield f"caf-pakt-size-{size:+d}.caf", whole, f"the packet table gives its size as {size}"
    for size in (-1, *S64):
        whole = caf(desc(), free(size=size), caf_data())
        yield f"caf-free-size-{size:+d}.caf", whole, f"a free chunk gives its size as {size}"
    late = caf(desc(), caf_data(), free(size=17))
    yield "caf-free-after-data-past-end.caf", late, "a chunk after data ends one byte past the end"
    late = caf(desc(), caf_data(), free(size=-1))
    yield "caf-free-after-data-size--1.caf", late, "size -1 on a chunk that is not data"


@family("size field")
def wave_sizes():
    whole = pcm_wave()
    right = len(whole) - 8
    for size in (0, 1, 4, right - 2, right + 2, right + 1, *U32):
        sized = wave(fmt(), wave_data(), size=size)
        yield f"wave-riff-size-{size}.wav", sized, f"RIFF size {size} in place of {right}"
    for size in (0, 1, 122, *U32):
        sized = wave(fmt(), wave_data(size=size))
        yield f"wave-data-size-{size}.wav", sized, f"data size {size} in place of 120"
    for size in (0, 1, *U32):
        sized = wave(fmt(size), wave_data())
        yield f"wave-fmt-size-{size}.wav", sized, f"fmt size {size} in place of 16"
    for size in U32:
        sized = wave(fmt(), list_info(size), wave_data())
        yield f"wave-list-size-{size}.wav", sized, f"LIST size {size} before the data"
    for size in U32[1:]:
        sized = wave(ulaw_fmt(), fact(size=size), wave_data(ULAW))
        yield f"wave-fact-size-{size}.wav", sized, f"fact size {size} in place of 4"
    late = wave(fmt(), wave_data(), list_info(18))
    yield "wave-list-after-data-past-end.wav", late, "LIST after the data ends past the end"


@family("size field")
def rf64_sizes():
    for size in (122, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 1):
        yield f"wave-rf64-data-size-{size}.wav", rf64(data=size), f"ds64 data size {size}, not 120"
    for size in (4, 1000, 2**63, 2**64 - 1):
        yield f"wave-rf64-riff-size-{size}.wav", rf64(riff=size), f"ds64 form size {size}"
    for cut in (0, 8, 20, 27):
        yield f"wave-rf64-ds64-{cut}-bytes.wav", rf64(cut=cut), f"ds64 of {cut} bytes, fewer than 28"
    for count in (1, 0x15555556, 0xFFFFFFFF):
        whole = rf64(table=count)
        yield f"wave-rf64-table-{count}.wav", whole, f"ds64 says {count} table entries, has none"


@family("size field")
def aiff_sizes():
    right = len(pcm_aiff()) - 8
    for size in (0, 1, 4, right - 2, right + 2, right + 1, *U32):
        sized = aiff(comm(), ssnd(), size=size)
        yield f"aiff-form-size-{size}.aiff", sized, f"FORM size {size} in place of {right}"
    for size in (0, 1, 8, 130, *U32):
        sized = aiff(comm(), ssnd(size=size))
        yield f"aiff-ssnd-size-{size}.aiff", sized, f"SSND size {size} in place of 128"
    for size in (0, 1, *U32):
        sized = aiff(comm(size), ssnd())
        yield f"aiff-comm-size-{size}.aiff", sized, f"COMM size {size} in place of 18"
    for size in U32[1:]:
        sized = aiff(comm(), aiff_chunk(b"ANNO", b"bell", size), ssnd())
        yield f"aiff-anno-size-{size}.aiff", sized, f"ANNO size {size} before the audio"
    for size in U32[1:]:
        body = aiff(fver(), comm(tail=named(b"sowt")), ssnd(LE16, size=size), form=b"AIFC")
        yield f"aifc-ssnd-size-{size}.aifc", body, f"SSND size {size} in place of 128"
    late = aiff(comm(), ssnd(), aiff_chunk(b"ANNO", b"bell", 6))
    yield "aiff-anno-after-data-past-end.aiff", late, "ANNO after the audio ends past the end"


@family("pad byte")
def pads():
    odd = wave(fmt(bits=8), wave_data(U8 + U8[:1], pad=False), list_info())
    yield "wave-no-pad.wav", odd, "no pad byte between odd data and LIST"
    note = aiff_chunk(b"ANNO", b"bell")
    odd = aiff(comm(frames=61, bits=8), ssnd(S8 + S8[:1], pad=False), note)
    yield "aiff-no-pad.aiff", odd, "no pad byte between odd SSND and ANNO"


# --- Form, format fields, codecs --------------------------------------------------------------


@family("form type or version")
def forms():
    for version in (0, 2, 0x0100, 0xFFFF):
        whole = caf(desc(), caf_data(), version=version)
        yield f"caf-version-{version}.caf", whole, f"file version {version} in place of 1"
    yield "caf-magic-upper.caf", caf(desc(), caf_data(), magic=b"CAFF"), "the magic is 'CAFF'"
    yield "caf-magic-blank.caf", caf(desc(), caf_data(), magic=b"caf "), "the magic is 'caf '"
    for form in (b"WAVX", b"wave", b"AVI ", b"AIFF", bytes(4)):
        tag = form.decode().strip("\0 ") or "zero"
        whole = wave(fmt(), wave_data(), form=form)
        yield f"wave-form-{tag}.wav", whole, f"the RIFF form is {form!r}"
    yield "wave-magic-rift.wav", wave(fmt(), wave_data(), magic=b"RIFT"), "the magic is 'RIFT'"
    yield "wave-magic-list.wav", wave(fmt(), wave_data(), magic=b"LIST"), "a LIST, not a RIFF"
    for form in (b"AIFX", b"aiff", b"8SVX", b"WAVE", bytes(4)):
        tag = form.decode().strip("\0") or "zero"
        yield f"aiff-form-{tag}.aiff", aiff(comm(), ssnd(), form=form), f"the FORM type is {form!r}"
    yield "aiff-magic-cat.aiff", aiff(comm(), ssnd(), magic=b"CAT "), "a CAT, not a FORM"
    whole = wave(wave_chunk(b"COMM", comm_body()), wave_data(), magic=b"FORM", form=b"AIFF")
    yield "aiff-little-endian.aiff", whole, "the sizes are little endian"
    for version in (0, 0xFFFFFFFF):
        parts = fver(version), comm(tail=named(b"sowt")), ssnd(LE16)
        whole = aiff(*parts, form=b"AIFC")
        yield f"aifc-version-{version}.aifc", whole, f"FVER {version:#x} in place of 0xa2805140"


@family("sample rate")
def rates():
    wild = dict(zero=0.0, negative_zero=-0.0, negative=-8000.0, nan=math.nan, inf=math.inf,
                negative_inf=-math.inf, denormal=5e-324, tiny=2.3e-308, huge=1e308, half=0.5,
                billion=1e9, fraction=8000.5)  # fmt: skip
    for name, rate in wild.items():
        name = name.replace("_", "-")
        yield f"caf-rate-{name}.caf", pcm_caf(rate=rate), f"a sample rate of {rate!r} Hz"
    yield "caf-ima4-rate-nan.caf", ima_caf(rate=math.nan), "an ima4 sample rate that is no number"
    for rate in (0, *U32):
        yield f"wave-rate-{rate}.wav", pcm_wave(rate=rate), f"a sample rate of {rate} Hz"
    for name, rate in dict(
        zero=bytes(10), negative=extended(-8000.0), inf=b"\x7f\xff\x80" + bytes(7),
        negative_inf=b"\xff\xff\x80" + bytes(7), nan=b"\x7f\xff\xc0" + bytes(7), ones=b"\xff" * 10,
        denormal=bytes(9) + b"\1", huge=b"\x7f\xfe" + b"\xff" * 8, half=extended(0.5),
        billion=extended(1e9), past_int64=extended(2.0**63), fraction=extended(8000.5),
    ).items():  # fmt: skip
        whole = pcm_aiff(rate=rate)
        name = name.replace("_", "-")
        yield f"aiff-rate-{name}.aiff", whole, f"an 80-bit sample rate of {rate.hex()}"
    whole = aifc(b"sowt", LE16, rate=b"\x7f\xff\xc0" + bytes(7))
    yield "aifc-rate-nan.aifc", whole, "a sample rate that is no number"


@family("format field")
def caf_fields():
    for field, values in dict(
        channels=(0, 65535, 2**31, 2**32 - 1), bits=(0, 33, 64, 2**32 - 1),
        bytes_per_packet=(0, 1, 2**31, 2**32 - 1), frames_per_packet=(0, 2, 64, 2**32 - 1),
    ).items():  # fmt: skip
        for value in values:
            name = f"caf-{field.replace('_', '-')}-{value}.caf"
            yield name, pcm_caf(**{field: value}), f"16-bit mono PCM with {field} {value}"
    whole = pcm_caf(channels=2, bytes_per_packet=5)
    yield "caf-stereo-5-bytes.caf", whole, "5 bytes per packet cannot be shared by 2 channels"
    yield "caf-float-16.caf", pcm_caf(flags=3), "floating point of 16 bits"
    whole = pcm_caf(flags=3, bits=24, bytes_per_packet=3)
    yield "caf-float-24.caf", whole, "floating point of 24 bits"
    for field, value in (("bytes_per_packet", 0), ("bytes_per_packet", 2), ("frames_per_packet", 0),
                         ("frames_per_packet", 64), ("channels", 0)):  # fmt: skip
        name = f"caf-ulaw-{field.replace('_', '-')}-{value}.caf"
        yield name, caf(ulaw_desc(**{field: value}), caf_data(ULAW)), f"mono ulaw with {field} {value}"
    for field, values in dict(
        bytes_per_packet=(0, 33, 36, 68, 2**32 - 1), frames_per_packet=(0, 1, 63, 65, 2**32 - 1)
    ).items():
        for value in values:
            name = f"caf-ima4-{field.replace('_', '-')}-{value}.caf"
            yield name, ima_caf(**{field: value}), f"mono ima4 with {field} {value}"
    for channels in (0, 2, 2**32 - 1):
        whole = ima_caf(bytes_per_packet=34, channels=channels)
        yield f"caf-ima4-channels-{channels}.caf", whole, f"34-byte packets for {channels} channels"


@family("format field")
def wave_fields():
    for field, values in dict(
        channels=(0, 2, 65535), align=(0, 1, 3, 4, 65535), bits=(0, 17, 33, 255, 65535)
    ).items():
        for value in values:
            fields = {"align": 2, field: value}
            yield f"wave-{field}-{value}.wav", pcm_wave(**fields), f"16-bit mono with {field} {value}"
    for bits in (0, 8, 16):
        whole = pcm_wave(tag=3, bits=bits, extra=bytes(2))
        yield f"wave-float-{bits}.wav", whole, f"floating point of {bits} bits"
    for field, value in (("bits", 16), ("align", 0), ("align", 2), ("channels", 0)):
        head = ulaw_fmt(**{"align": 1, field: value})
        whole = wave(head, fact(), wave_data(ULAW))
        yield f"wave-ulaw-{field}-{value}.wav", whole, f"mono ulaw with {field} {value}"


@family("format field")
def aiff_fields():
    for field, values in dict(channels=(0, 0x7FFF, 0x8000, -1), bits=(0, 33, 64, 0x7FFF, -1)).items():
        for value in values:
            yield f"aiff-{field}-{value}.aiff", pcm_aiff(**{field: value}), f"COMM says {field} {value}"
    yield "aifc-sowt-bits-0.aifc", aifc(b"sowt", LE16, bits=0), "sowt with a sample size of 0"
    yield "aifc-ima4-channels-0.aifc", ima_aifc(channels=0), "ima4 with no channel"
    yield "aifc-ulaw-channels-0.aifc", aifc(b"ulaw", ULAW, bits=8, channels=0), "ulaw with no channel"


@family("codec not allowed")
def codecs():
    for id in (b"aac ", b"aach", b"alac", b".mp1", b".mp2", b".mp3", b"opus", b"flac", b"ac-3",
               b"samr", b"ilbc", b"QDM2", b"ms\0\2", b"ms\0\x11"):  # fmt: skip
        tag = id.decode().strip(". ").replace("ms\0", "ms-").replace("\2", "02").replace("\x11", "11")
        fields = dict(id=id, flags=0, bytes_per_packet=0, frames_per_packet=1024, bits=0)
        yield f"caf-codec-{tag.lower()}.caf", pcm_caf(**fields), f"format ID {id!r} in CAF"
    for tag, name in {0x02: "MS ADPCM", 0x11: "MS IMA ADPCM", 0x31: "GSM 6.10", 0x50: "MPEG audio",
                      0x55: "MP3", 0x92: "AC-3", 0xFF: "AAC", 0x161: "WMA",
                      0xF1AC: "FLAC"}.items():  # fmt: skip
        whole = wave(fmt(tag=tag, bits=4, align=256, extra=bytes(2)), fact(), wave_data())
        yield f"wave-codec-{tag:04x}.wav", whole, f"format tag {tag:#x} ({name}) in WAVE"
    for id in (b"MAC3", b"MAC6", b"QDM2", b"QDMC", b"ACE2", b"GSM ", b"alac", b"aac ", b".mp3",
               b"dwvw"):  # fmt: skip
        tag = id.decode().strip(". ").lower()
        yield f"aifc-codec-{tag}.aifc", aifc(id, BE16), f"compression type {id!r} in AIFF-C"


@family("unknown format ID")
def unknown_ids():
    for name, id in dict(zzzz=b"zzzz", zero=bytes(4), ones=b"\xff" * 4, upper=b"LPCM", cut=b"lpc\0").items():
        yield f"caf-id-{name}.caf", pcm_caf(id=id), f"format ID {id!r}"
    for tag in (0x0000, 0x0101, 0x0102, 0x7777, 0xFFFF):
        yield f"wave-tag-{tag:04x}.wav", pcm_wave(tag=tag), f"format tag {tag:#x}"
    for name, id in dict(zzzz=b"zzzz", zero=bytes(4), ones=b"\xff" * 4, cut=b"sow\0").items():
        yield f"aifc-type-{name}.aifc", aifc(id, LE16), f"compression type {id!r}"


@family("extensible")
def extensible_headers():
    for name, head, why in (
        ("guid-zero", extensible(0, tail=bytes(14)), "the sub-format is all zeros"),
        ("guid-ones", extensible(0xFFFF, tail=b"\xff" * 14), "the sub-format is all ones"),
        ("guid-tail", extensible(tail=GUID_TAIL[:-1] + b"\x72"), "the last GUID byte is wrong"),
        ("guid-swapped", extensible(tail=GUID_TAIL[::-1]), "the GUID is byte-swapped"),
        ("sub-mp3", extensible(0x55), "the sub-format is MP3"),
        ("sub-adpcm", extensible(0x02), "the sub-format is MS ADPCM"),
        ("sub-extensible", extensible(0xFFFE), "the sub-format is EXTENSIBLE itself"),
        ("float-16", extensible(3), "floating point of 16 bits"),
        ("valid-bits-24", extensible(valid=24), "24 valid bits in 16-bit samples"),
        ("valid-bits-65535", extensible(valid=65535), "65535 valid bits in 16-bit samples"),
        ("channels-0", extensible(channels=0), "no channel"),
        ("extra-0", extensible(extra_size=0), "cbSize 0 in place of 22"),
        ("extra-21", extensible(extra_size=21), "cbSize 21 in place of 22"),
        ("extra-65535", extensible(extra_size=65535), "cbSize runs past the chunk"),
    ):
        yield f"wave-extensible-{name}.wav", wave(head, wave_data()), why
    body = extensible()[8:]
    for size in (16, 18, 24, 39):
        whole = wave(wave_chunk(b"fmt ", body[:size]), wave_data())
        yield f"wave-extensible-{size}-bytes.wav", whole, f"EXTENSIBLE in {size} bytes in place of 40"


# --- Counts that lie: packet tables, frames, facts, tables ------------------------------------


@family("packet table")
def packet_tables():
    top, low = 2**63 - 1, -(2**63)
    for name, table, why in (
        ("valid-too-large", pakt(129, 0, 0), "129 valid frames, the packets hold 128"),
        ("sum-above", pakt(101), "valid + remainder is 129, the packets hold 128"),
        ("sum-below", pakt(99), "valid + remainder is 127, the packets hold 128"),
        ("no-remainder", pakt(100, 0, 0), "28 frames are neither valid nor remainder"),
        ("valid-negative", pakt(-1, 0, 129), "-1 valid frames, though the sum is right"),
        ("valid-lowest", pakt(low), "-2^63 valid frames"),
        ("valid-highest", pakt(top), "2^63-1 valid frames"),
        ("sum-overflow", pakt(top, 2**31 - 1, 2**31 - 1), "the sum passes 2^63"),
        ("priming-negative", pakt(129, -1, 0), "-1 priming frames, though the sum is right"),
        ("priming-lowest", pakt(100, -(2**31), 28), "-2^31 priming frames"),
        ("remainder-negative", pakt(156, 0, -28), "-28 remainder frames, though the sum is right"),
        ("remainder-lowest", pakt(100, 0, -(2**31)), "-2^31 remainder frames"),
        ("priming-too-large", pakt(100, 100, 28), "100 priming frames that are not there"),
        ("packets-1", pakt(packets=1), "1 packet, the data has 2"),
        ("packets-3", pakt(packets=3), "3 packets, the data has 2"),
        ("packets-negative", pakt(packets=-1), "-1 packets"),
        ("packets-highest", pakt(packets=top), "2^63-1 packets"),
        ("packets-lowest", pakt(packets=low), "-2^63 packets"),
        ("table-cut", pakt(packets=1000, table=b"\x22"), "1000 packets, a table of one byte"),
        ("table-endless", pakt(packets=3, table=b"\xff" * 16), "numbers in the table that never end"),
    ):
        yield f"caf-pakt-{name}.caf", ima_caf(table), why
    for valid in (59, 61):
        whole = caf(desc(), pakt(valid, 0, 0), caf_data())
        yield f"caf-pakt-lpcm-{valid}.caf", whole, f"{valid} valid frames, the PCM data has 60"
    yield "caf-ima4-cut-packet.caf", ima_caf(audio=IMA[:-1]), "67 bytes, the table needs 68"


@family("data chunk rules")
def data_rules():
    for count in (0, 1, 3):
        whole = caf(desc(), caf_chunk(b"data", bytes(count)))
        yield f"caf-data-{count}-bytes.caf", whole, f"{count} bytes: no room for the edit count"
    whole = caf(desc(), caf_chunk(b"data", bytes(2), -1))
    yield "caf-data-to-end-2-bytes.caf", whole, "size -1, but no room for the edit count"
    yield "caf-data-to-end-empty.caf", caf(desc(), caf_data(b"", -1)), "size -1 and no audio"
    whole = caf(ima_desc(), pakt(), caf_data(IMA, -1), free(22))
    yield "caf-data-to-end-not-last.caf", whole, "size -1 swallows a free chunk as a third packet"


@family("frame count")
def frame_counts():
    for frames in (0, 1, 30, 59, 61, 120, *U32):
        whole = pcm_aiff(frames=frames)
        yield f"aiff-frames-{frames}.aiff", whole, f"COMM says {frames} frames, SSND has 60"
    for frames in (59, 61, 2**32 - 1):
        whole = aifc(b"ulaw", ULAW, bits=8, frames=frames)
        yield f"aifc-ulaw-frames-{frames}.aifc", whole, f"COMM says {frames} frames, SSND has 60"
    for frames in (1, 3, 128, 2**32 - 1):
        whole = ima_aifc(frames=frames)
        yield f"aifc-ima4-packets-{frames}.aifc", whole, f"COMM says {frames} packets, SSND has 2"
    whole = ima_aifc(IMA2, 1, 2)
    yield "aifc-ima4-stereo-half.aifc", whole, "COMM counts the packets of two channels as half"
    for offset in (4, 120, 121, *U32):
        whole = aiff(comm(), ssnd(offset=offset))
        yield f"aiff-ssnd-offset-{offset}.aiff", whole, f"SSND offset {offset} leaves fewer frames"


@family("fact")
def facts():
    for frames in (0, 30, 59, 61, 2**31, 2**32 - 1):
        whole = wave(ulaw_fmt(), fact(frames), wave_data(ULAW))
        yield f"wave-fact-{frames}.wav", whole, f"fact says {frames} frames, the data has 60"
    whole = wave(fmt(tag=3, bits=32, extra=bytes(2)), fact(61), wave_data(encode("f32le", TONE)))
    yield "wave-fact-float-61.wav", whole, "fact says 61 frames, the data has 60"
    yield "wave-fact-pcm-61.wav", wave(fmt(), fact(61), wave_data()), "fact says 61, the data has 60"


@family("no audio")
def no_audio():
    yield "caf-zero-frames.caf", pcm_caf(b""), "a data chunk with nothing but the edit count"
    yield "caf-zero-frames-ima4.caf", ima_caf(pakt(0, 0, 0), b""), "ima4 without a packet"
    yield "caf-half-frame.caf", pcm_caf(b"\1"), "one byte where a frame has two"
    yield "caf-all-remainder.caf", ima_caf(pakt(0, 0, 128)), "all frames are remainder"
    yield "caf-all-priming.caf", ima_caf(pakt(0, 128, 0)), "all frames are priming"
    yield "wave-zero-frames.wav", pcm_wave(b""), "an empty data chunk"
    yield "wave-half-frame.wav", pcm_wave(b"\1"), "one byte where a frame has two"
    yield "wave-zero-frames-ulaw.wav", wave(ulaw_fmt(), fact(0), wave_data(b"")), "empty ulaw data"
    yield "wave-zero-frames-rf64.wav", rf64(data=0, audio=b""), "RF64 without audio"
    yield "aiff-zero-frames.aiff", pcm_aiff(b"", frames=0), "COMM and SSND agree on no frame"
    yield "aifc-zero-frames-ima4.aifc", ima_aifc(b"", 0), "ima4 without a packet"


@family("table past its chunk")
def tables():
    entry = struct.pack(">IIfff", 1, 0, 0, 0, 0)
    whole = caf(desc(), chan(0, 2**32 - 1, entry), caf_data())
    yield "caf-chan-count.caf", whole, "2^32-1 channel descriptions, one is there"
    whole = caf(desc(), caf_chunk(b"chan", bytes(4)), caf_data())
    yield "caf-chan-4-bytes.caf", whole, "a channel layout of 4 bytes, fewer than 12"
    yield "caf-info-count.caf", caf(desc(), info(2**32 - 1), caf_data()), "2^32-1 strings, one pair"
    body = comm_body(tail=b"sowt\xffabc")
    whole = aiff(fver(), aiff_chunk(b"COMM", body), ssnd(LE16), form=b"AIFC")
    yield "aifc-name-past-end.aifc", whole, "a compression name of 255 bytes in a chunk with 3"
    mark = struct.pack(">HHI", 65535, 1, 0) + b"\1a"
    whole = aiff(comm(), aiff_chunk(b"MARK", mark), ssnd())
    yield "aiff-mark-count.aiff", whole, "65535 markers, one is there"
    cue = wave_chunk(b"cue ", struct.pack("<I", 2**32 - 1) + bytes(24))
    yield "wave-cue-count.wav", wave(fmt(), cue, wave_data()), "2^32-1 cue points, one is there"


@family("step index")
def step_indices():
    for packet, index in ((0, 89), (0, 127), (1, 89), (1, 100)):
        bad = with_step_index(IMA, packet, index)
        yield f"caf-ima4-index-{index}-packet-{packet}.caf", ima_caf(audio=bad), f"step index {index}"
        yield f"aifc-ima4-index-{index}-packet-{packet}.aifc", ima_aifc(bad), f"step index {index}"
    bad = with_step_index(IMA2, 3, 89)
    whole = caf(ima_desc(2), chan(), pakt(), caf_data(bad))
    yield "caf-ima4-index-right.caf", whole, "step index 89 in the right channel alone"


# --- Whole files: cut, flooded, trailing bytes, other names and contents ----------------------


@family("cut file")
def cut_files():
    for whole, name, cuts in (
        (pcm_caf(), "caf-cut-{}.caf", (1, 4, 7, 12, 19, 20, 30, 36, 51, 56, 63, 66, 68, 69, 127)),
        (pcm_wave(), "wave-cut-{}.wav", (1, 4, 8, 11, 12, 16, 20, 21, 34, 36, 43, 44, 45, 103)),
        (pcm_aiff(), "aiff-cut-{}.aiff", (1, 4, 8, 11, 12, 16, 20, 29, 38, 45, 50, 54, 55, 113)),
        (aifc(b"sowt", LE16), "aifc-cut-{}.aifc", (22, 52, 55, 100)),
    ):
        for cut in cuts:
            yield name.format(cut), whole[:cut], f"a file of {len(whole)} bytes, cut after {cut}"


@family("audio shorter than its header")
def short_audio():
    for name, whole in (
        ("caf-short-s8.caf", pcm_caf(S8, flags=0, bytes_per_packet=1, bits=8)),
        ("caf-short-ulaw.caf", caf(ulaw_desc(), caf_data(ULAW))),
        ("caf-short-ima4.caf", ima_caf()),
        ("wave-short-u8.wav", pcm_wave(U8, bits=8)),
        ("wave-short-extensible.wav", wave(extensible(), wave_data())),
        ("wave-short-ulaw.wav", wave(ulaw_fmt(), fact(), wave_data(ULAW))),
        ("wave-short-rf64.wav", rf64()),
        ("aiff-short-s8.aiff", pcm_aiff(S8, bits=8)),
        ("aifc-short-ulaw.aifc", aifc(b"ulaw", ULAW, bits=8)),
        ("aifc-short-ima4.aifc", ima_aifc()),
    ):
        yield name, whole[:-34], "the last 34 bytes of the audio are missing"


@family("chunk flood")
def floods():
    yield "caf-flood.caf", caf(desc(), free(0) * 2000, caf_data()), "2000 chunks before the data"
    empty = wave_chunk(b"JUNK")
    yield "wave-flood.wav", wave(fmt(), empty * 2000, wave_data()), "2000 chunks before the data"
    yield "wave-flood-after.wav", wave(fmt(), wave_data(), empty * 1100), "1100 chunks after the data"
    empty = aiff_chunk(b"ANNO")
    yield "aiff-flood.aiff", aiff(comm(), empty * 2000, ssnd()), "2000 chunks before the audio"


@family("trailing bytes", "warning")
def trailing():
    for count in (1, 4, 11):
        whole = pcm_caf() + b"junk and bits"[:count]
        yield f"caf-trailing-{count}.caf", whole, f"{count} bytes after the last chunk"
    for count in (1, 8, 100):
        yield f"wave-trailing-{count}.wav", pcm_wave() + b"x" * count, f"{count} bytes after the RIFF"
        yield f"aiff-trailing-{count}.aiff", pcm_aiff() + b"x" * count, f"{count} bytes after the FORM"
    yield "aifc-trailing-5.aifc", aifc(b"sowt", LE16) + b"junk!", "5 bytes after the FORM"
    tag = b"TAG" + b"bell".ljust(125, b"\0")
    yield "wave-trailing-id3v1.wav", pcm_wave() + tag, "an ID3v1 tag after the RIFF"
    yield "wave-trailing-inside.wav", wave(fmt(), wave_data(), b"junk"), "4 bytes left inside the RIFF"
    yield "aiff-trailing-inside.aiff", aiff(comm(), ssnd(), b"junk"), "4 bytes left inside the FORM"
    yield "wave-second-form.wav", pcm_wave() * 2, "a second RIFF behind the first"
    yield "wave-second-form-aiff.wav", pcm_wave() + pcm_aiff(), "a FORM behind the RIFF"
    yield "aiff-second-form.aiff", pcm_aiff() * 2, "a second FORM behind the first"


@family("file name", "warning")
def names():
    alerts = dict(caf=pcm_caf(), wave=pcm_wave(), aiff=pcm_aiff())
    for container, extension in (("caf", "wav"), ("caf", "aiff"), ("wave", "caf"), ("wave", "aiff"),
                                 ("aiff", "caf"), ("aiff", "wav")):  # fmt: skip
        why = f"{container.upper()} content under the extension {extension}"
        yield f"{container}-named-{extension}.{extension}", alerts[container], why
    yield "caf-ima4-named-wav.wav", ima_caf(), "CAF with ima4 under the extension wav"
    for container, extension in (("caf", "mp3"), ("wave", "m4a"), ("aiff", "ogg")):
        why = f"{container.upper()} content, but no alert sound may be named .{extension}"
        yield f"{container}-named-{extension}.{extension}", alerts[container], why, "error"


@family("foreign content")
def foreign():
    mp3 = (b"\xff\xfb\x90\x00" + bytes(413)) * 2
    id3 = b"ID3\4\0\0\0\0\0\x0aTIT2\0\0\0\0\0\0"
    ftyp = struct.pack(">I", 24) + b"ftypM4A \0\0\0\0M4A isom" + struct.pack(">I", 8) + b"mdat"
    ogg = b"OggS\0\2" + bytes(20) + b"\1\x1e\1vorbis" + bytes(23)
    html = b"<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n"
    lfs = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 4242\n"
    w64 = b"riff" + bytes.fromhex("2e91cf11a5d628db04c10000") + bytes(24)
    for file, data, what in (
        ("caf-foreign-mp3.caf", mp3, "an MP3 stream"), ("wave-foreign-mp3.wav", mp3, "an MP3 stream"),
        ("caf-foreign-id3.caf", id3 + mp3, "an MP3 stream with an ID3v2 tag"),
        ("caf-foreign-m4a.caf", ftyp, "MPEG-4"), ("aiff-foreign-m4a.aiff", ftyp, "MPEG-4"),
        ("caf-foreign-adts.caf", b"\xff\xf1\x50\x80\x02\x1f\xfc" + bytes(9), "an AAC stream"),
        ("caf-foreign-amr.caf", b"#!AMR\n" + bytes(13), "AMR"),
        ("caf-foreign-midi.caf", b"MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0\4\0\xff\x2f\0", "MIDI"),
        ("wave-foreign-ogg.wav", ogg, "Ogg"), ("caf-foreign-ogg.caf", ogg, "Ogg"),
        ("wave-foreign-w64.wav", w64, "Wave64"), ("wave-foreign-webm.wav", b"\x1aE\xdf\xa3\x80", "WebM"),
        ("wave-foreign-au.wav", b".snd" + struct.pack(">5I", 24, 60, 1, 8000, 1) + ULAW, "NeXT/Sun"),
        ("aiff-foreign-flac.aiff", b"fLaC\x80\0\0\x22" + bytes(34), "FLAC"),
        ("wave-foreign-text.wav", b"This is not a sound.\n", "text"),
        ("caf-foreign-html.caf", html, "HTML"), ("wave-foreign-html.wav", html, "HTML"),
        ("caf-foreign-lfs.caf", lfs, "a Git LFS pointer"), ("caf-empty.caf", b"", "nothing at all"),
        ("caf-foreign-png.caf", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
        ("wave-empty.wav", b"", "nothing at all"), ("aiff-empty.aiff", b"", "nothing at all"),
        ("caf-zero-byte.caf", b"\0", "one zero byte"), ("caf-zeros.caf", bytes(256), "256 zero bytes"),
    ):  # fmt: skip
        yield file, data, f"the content is {what}"


@family("duration")
def durations():
    low = "at the unusual rate of 1000 Hz"
    for frames, expect in ((29999, "warning"), (30000, "error")):
        seconds = f"{frames / 1000:.3f} s"
        long = tone(frames)
        head = desc(rate=1000.0, flags=0, bytes_per_packet=1, bits=8)
        whole = caf(head, caf_data(encode("s8", long)))
        yield f"caf-duration-{frames}.caf", whole, f"{seconds} {low}", expect
        whole = pcm_wave(encode("u8", long), bits=8, rate=1000)
        yield f"wave-duration-{frames}.wav", whole, f"{seconds} {low}", expect
        whole = pcm_aiff(encode("s8", long), bits=8, frames=frames, rate=extended(1000))
        yield f"aiff-duration-{frames}.aiff", whole, f"{seconds} {low}", expect
    for frames, expect in ((29999, "warning"), (30000, "error"), (30500, "error")):
        audio = ima4(tone(frames))
        whole = ima_caf(pakt(frames, 0, -frames % 64), audio, rate=1000.0)
        why = f"{frames / 1000:.3f} s of valid frames {low}"
        yield f"caf-duration-ima4-{frames}.caf", whole, why, expect
    for packets, expect in ((468, "warning"), (469, "error")):
        audio = ima4(tone(packets * 64))
        tail = named(b"ima4", "IMA 4:1")
        head = comm(frames=packets, bits=0, rate=extended(1000), tail=tail)
        whole = aiff(fver(), head, ssnd(audio), form=b"AIFC")
        why = f"{packets * 0.064:.3f} s {low}"
        yield f"aifc-duration-ima4-{packets}.aifc", whole, why, expect
    whole = ima_caf(pakt(239992, 0, 8), ima4(tone(239992)))
    yield "caf-duration-29999ms.caf", whole, "29.999 s of ima4 at 8000 Hz, just short enough", "clean"


@family("unusual format", "warning")
def unusual():
    three = tone(60, 3)
    whole = pcm_caf(encode("s16le", three), channels=3, bytes_per_packet=6)
    yield "caf-three-channels.caf", whole, "three channels"
    yield "wave-three-channels.wav", pcm_wave(encode("s16le", three), channels=3), "three channels"
    yield "aiff-three-channels.aiff", pcm_aiff(encode("s16be", three), channels=3), "three channels"
    yield "caf-rate-12345.caf", pcm_caf(rate=12345.0), "an unusual sample rate"
    yield "wave-rate-12345.wav", pcm_wave(rate=12345), "an unusual sample rate"
    yield "aiff-rate-12345.aiff", pcm_aiff(rate=extended(12345)), "an unusual sample rate"


@family("silence", "warning")
def silence():
    none = [0.0] * 100
    yield "caf-silence.caf", pcm_caf(bytes(120)), "every sample is zero"
    yield "caf-silence-ima4.caf", ima_caf(audio=ima4(none)), "nothing but the codec's idle pattern"
    yield "wave-silence.wav", pcm_wave(bytes(120)), "every sample is zero"
    yield "wave-silence-u8.wav", pcm_wave(b"\x80" * 60, bits=8), "unsigned silence is 128"
    whole = wave(ulaw_fmt(), fact(), wave_data(b"\xff" * 60))
    yield "wave-silence-ulaw.wav", whole, "ulaw silence is 255"
    yield "aiff-silence.aiff", pcm_aiff(bytes(120)), "every sample is zero"


# --- The corpus as a whole --------------------------------------------------------------------


def corpus():
    """All files by their path under the output folder, with the manifest as the last one."""
    files, rows, seen = {}, [], {}
    for name, expect, function in FAMILIES:
        folder = "valid" if name == "valid" else "defective"
        for file, data, why, *own in function():
            path = f"{folder}/{file}"
            mark = hashlib.sha256(data).digest() + os.path.splitext(file)[1].encode()
            assert path not in files, f"{path} is made twice"
            assert mark not in seen, f"{path} has the bytes of {seen.get(mark)}"
            files[path], seen[mark] = data, path
            expectation = own[0] if own else expect
            rows.append({"file": path, "expect": expectation, "family": name, "why": why})
    rows.sort(key=lambda row: row["file"])
    lines = ",\n".join("  " + json.dumps(row) for row in rows)
    files["manifest.json"] = f"[\n{lines}\n]\n".encode()
    return files


def stale(folder, files):
    """Paths in valid/ and defective/ that the generator does not make (any more)."""
    for part in ("valid", "defective"):
        inside = os.path.join(folder, part)
        for file in sorted(os.listdir(inside)) if os.path.isdir(inside) else []:
            if f"{part}/{file}" not in files:
                yield f"{part}/{file}"


def write(folder, files):
    for path, data in files.items():
        target = os.path.join(folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as output:
            output.write(data)
    print(f"{len(files) - 1} sound files, {sum(map(len, files.values()))} bytes in all")


def differences(folder, files):
    for path, data in files.items():
        target = os.path.join(folder, path)
        if not os.path.isfile(target):
            yield f"missing: {path}"
        elif open(target, "rb").read() != data:
            yield f"differs: {path}"
    yield from (f"not generated: {path}" for path in stale(folder, files))


def main(arguments):
    check = arguments[:1] == ["--check"]
    if len(arguments) != 1 + check:
        sys.exit("usage: generate.py [--check] OUTDIR")
    folder, files = arguments[-1], corpus()
    if not check:
        write(folder, files)
    found = list(differences(folder, files))
    print("\n".join(found) if found else "up to date")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
