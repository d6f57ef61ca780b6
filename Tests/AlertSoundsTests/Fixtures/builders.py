"""Bytes of small sound files: signals, codecs, and builders for CAF, WAVE and AIFF/AIFF-C.

Every builder writes a valid value by default and lets the caller put a wrong one in its place;
`size` replaces the size field of a chunk or form, not what follows it.
"""

import math
import struct


# --- Signals and codecs -----------------------------------------------------------------------


def tone(frames=60, channels=1, period=20):
    """Interleaved sine of amplitude 0.3, cut to 24 bits so that every machine makes the same."""
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
    """Packets of all channels; Apple adds an extra one when 64 divides the length."""
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
    head = struct.pack(">qqii", packets, valid, priming, remainder)
    return caf_chunk(b"pakt", head + table, size)


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


def wave(*chunks, size=None, magic=b"RIFF", form=b"WAVE"):
    body = form + b"".join(chunks)
    return magic + struct.pack("<I", len(body) if size is None else size) + body


def wave_chunk(kind, body=b"", size=None, pad=True):
    length = struct.pack("<I", len(body) if size is None else size)
    return kind + length + body + (b"\0" if pad and len(body) % 2 else b"")


def fmt_body(tag=1, channels=1, rate=8000, bits=16, align=None, extra=b""):
    align = channels * bits // 8 & 0xFFFF if align is None else align
    speed = rate * align & 0xFFFFFFFF
    return struct.pack("<HHIIHH", tag, channels, rate, speed, align, bits) + extra


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


def aiff(*chunks, size=None, form=b"AIFF", magic=b"FORM"):
    body = form + b"".join(chunks)
    return magic + struct.pack(">I", len(body) if size is None else size) + body


def aiff_chunk(kind, body=b"", size=None, pad=True):
    length = struct.pack(">I", len(body) if size is None else size)
    return kind + length + body + (b"\0" if pad and len(body) % 2 else b"")


def extended(value):
    """An 80-bit IEEE 754 extended number other than zero, big endian."""
    fraction, exponent = math.frexp(abs(value))
    sign = 0x8000 if value < 0 else 0
    return struct.pack(">HQ", sign | exponent + 16382, int(fraction * 2**64))


def comm_body(channels=1, frames=60, bits=16, rate=extended(8000), tail=b""):
    return struct.pack(">HIH", channels, frames, bits) + rate + tail


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


def ima_aifc(audio=IMA, frames=2, **fields):
    return aifc(b"ima4", audio, "IMA 4:1", **{"frames": frames, "bits": 0, **fields})
