#!/usr/bin/env python3
"""Writes the valid and defective sound files that the alert sound tests read.

    python3 generate.py OUTDIR            writes valid/, defective/ and manifest.json
    python3 generate.py --check OUTDIR    exits 1 if OUTDIR differs from what would be written

Needs Python 3.8 and nothing else; every run on every machine makes the same bytes. One function
per family of files; its rows are (name, bytes, why[, expectation]). A name without an extension
gets the one of its container. The builders of bytes are in builders.py.
"""

import hashlib
import json
import math
import os
import struct
import sys

sys.dont_write_bytecode = True  # no __pycache__ among the fixtures
from builders import *  # noqa: E402, F403

U32 = (0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)  # as signed numbers: the highest, the lowest and -1
S64 = (0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 2**63 - 1, -(2**63))
EXTENSIONS = {"caf": ".caf", "wave": ".wav", "aiff": ".aiff", "aifc": ".aifc"}
FAMILIES = []  # (name, expectation, function)


def family(name, expect="error"):
    def register(function):
        FAMILIES.append((name, expect, function))
        return function

    return register


# --- Valid controls ---------------------------------------------------------------------------


@family("valid", "clean")
def valid_caf():
    for kind, flags, bits in (
        ("s8", 0, 8), ("s16le", 2, 16), ("s16be", 0, 16), ("s24le", 2, 24), ("s24be", 0, 24),
        ("s32le", 2, 32), ("s32be", 0, 32), ("f32le", 3, 32), ("f32be", 1, 32), ("f64le", 3, 64),
        ("f64be", 1, 64),
    ):  # fmt: skip
        head = desc(rate=44100.0, flags=flags, bytes_per_packet=bits // 8, bits=bits)
        yield f"caf-lpcm-{kind}", caf(head, caf_data(encode(kind, TONE))), f"linear PCM {kind}"
    for kind in ("ulaw", "alaw"):
        whole = caf(ulaw_desc(id=kind.encode()), caf_data(encode(kind, TONE)))
        yield f"caf-{kind}", whole, f"{kind}, mono, 8000 Hz"
    yield "caf-ima4-mono", ima_caf(rate=44100.0), "100 frames in 2 packets, remainder 28"
    stereo = caf(ima_desc(2, rate=44100.0), chan(), pakt(), caf_data(IMA2))
    yield "caf-ima4-stereo", stereo, "stereo with channel layout and packet table"
    exact = ima_caf(pakt(128, 0, 64), ima4(tone(128, period=16), extra_packet=True))
    yield "caf-ima4-extra-packet", exact, "128 frames in 3 packets, as Apple's encoder does"
    head = ima_desc(rate=44100.0) + pakt()
    filler = free(4080 - 8 - len(head) - 12)  # Apple aligns the first packet to a page
    apple = caf(head, filler, caf_chunk(b"data", struct.pack(">I", 1) + IMA))
    yield "caf-ima4-apple-layout", apple, "a free chunk moves the audio to offset 4096"
    yield "caf-data-to-end", caf(desc(), caf_data(size=-1)), "the last data chunk has size -1"
    more = caf(desc(), caf_chunk(b"zzzz", b"unknown"), caf_data())
    yield "caf-unknown-chunk", more, "an unknown chunk is skipped"
    yield "caf-empty-free", caf(desc(), free(0), caf_data()), "a free chunk may be empty"
    yield "caf-chunk-after-data", caf(desc(), caf_data(), info()), "data need not be last"
    odd = caf(desc(flags=0, bytes_per_packet=1, bits=8), caf_data(S8 + S8[:1]), info())
    yield "caf-odd-data", odd, "61 bytes of audio: CAF has no pad byte"
    stereo = caf(desc(bytes_per_packet=4, channels=2), chan(), caf_data(encode("s16le", TONE2)))
    yield "caf-stereo", stereo, "16-bit stereo with channel layout"


@family("valid", "clean")
def valid_wave():
    for kind, tag, bits in (
        ("u8", 1, 8), ("s16le", 1, 16), ("s24le", 1, 24), ("s32le", 1, 32), ("f32le", 3, 32),
        ("f64le", 3, 64), ("ulaw", 7, 8), ("alaw", 6, 8),
    ):  # fmt: skip
        audio, count = wave_data(encode(kind, TONE)), fact() if tag != 1 else b""
        plain = fmt(tag=tag, bits=bits, rate=22050, extra=b"" if tag == 1 else bytes(2))
        yield f"wave-{kind}", wave(plain, count, audio), f"plain format chunk, {kind}"
        head = extensible(tag, bits=bits, rate=48000)
        yield f"wave-extensible-{kind}", wave(head, count, audio), f"EXTENSIBLE, {kind}"
    yield "wave-list-before-data", wave(fmt(), list_info(), wave_data()), "LIST before the data"
    yield "wave-list-after-data", wave(fmt(), wave_data(), list_info()), "LIST after the data"
    odd = wave_data(U8 + U8[:1])
    yield "wave-odd-data", wave(fmt(bits=8), odd), "61 bytes of audio and a pad byte"
    yield "wave-odd-data-list", wave(fmt(bits=8), odd, list_info()), "LIST after a pad byte"
    more = wave(wave_chunk(b"zzzz"), fmt(), wave_data())
    yield "wave-unknown-chunk", more, "an unknown and empty chunk is skipped"
    stereo = pcm_wave(encode("s16le", TONE2), channels=2, rate=44100)
    yield "wave-stereo", stereo, "16-bit stereo"
    yield "wave-rf64", rf64(), "RF64 with its sizes in ds64"


@family("valid", "clean")
def valid_aiff():
    for bits in (8, 16, 24, 32):
        whole = pcm_aiff(encode(f"s{bits}be", TONE), bits=bits, rate=extended(44100))
        yield f"aiff-s{bits}", whole, f"AIFF, {bits}-bit"
    yield "aiff-stereo", pcm_aiff(encode("s16be", TONE2), channels=2), "16-bit stereo"
    odd = comm(frames=61, bits=8) + ssnd(S8 + S8[:1])
    yield "aiff-odd-data", aiff(odd), "61 bytes of audio and a pad byte"
    yield "aiff-odd-data-anno", aiff(odd, aiff_chunk(b"ANNO", b"bell")), "ANNO after a pad byte"
    yield "aiff-ssnd-first", aiff(ssnd(), comm()), "a FORM sets no order for its chunks"
    apple = aiff(comm(), aiff_chunk(b"FLLR", bytes(4034)), ssnd())
    yield "aiff-apple-layout", apple, "a FLLR chunk moves the audio to offset 4096"


@family("valid", "clean")
def valid_aifc():
    for kind, sample, bits, name in (
        ("NONE", "s16be", 16, "not compressed"), ("twos", "s16be", 16, ""),
        ("sowt", "s16le", 16, ""), ("raw ", "u8", 8, ""), ("in24", "s24be", 24, ""),
        ("in32", "s32be", 32, ""), ("fl32", "f32be", 32, "32-bit floating point"),
        ("fl64", "f64be", 64, "64-bit floating point"), ("FL32", "f32be", 32, "Float 32"),
        ("ulaw", "ulaw", 8, "uLaw 2:1"), ("alaw", "alaw", 8, "aLaw 2:1"),
        ("ULAW", "ulaw", 8, "CCITT G.711 u-law"), ("ALAW", "alaw", 8, "CCITT G.711 A-law"),
    ):  # fmt: skip
        tag = "upper-" + kind.lower() if kind in ("FL32", "ULAW", "ALAW") else kind.strip().lower()
        whole = aifc(kind.encode(), encode(sample, TONE), name, bits=bits)
        if kind in ("ULAW", "ALAW"):
            continue  # Apple's devices refuse them: below
        yield f"aifc-{tag}", whole, f"compression type '{kind}'"
    yield "aifc-ima4", ima_aifc(), "the frame count of ima4 is a packet count"
    yield "aifc-ima4-stereo", ima_aifc(IMA2, channels=2), "stereo ima4"
    odd = aifc(b"ulaw", encode("ulaw", tone(61)), bits=8, frames=61)
    yield "aifc-odd-data", odd, "61 bytes of audio and a pad byte"


# --- Chunks missing, doubled, out of order ----------------------------------------------------


@family("missing chunk")
def missing():
    yield "caf-no-desc", caf(caf_data()), "no desc chunk"
    yield "caf-no-data", caf(desc()), "no data chunk"
    yield "caf-no-data-ima4", caf(ima_desc(), pakt()), "a packet table but no data chunk"
    yield "caf-no-chunk", caf(), "a file header and nothing else"
    yield "wave-no-fmt", wave(wave_data()), "no fmt chunk"
    yield "wave-no-data", wave(fmt()), "no data chunk"
    yield "wave-no-chunk", wave(), "a RIFF header and nothing else"
    yield "wave-rf64-no-ds64", rf64(lead=b""), "RF64 without ds64"
    yield "aiff-no-comm", aiff(ssnd()), "no COMM chunk"
    yield "aiff-no-ssnd", aiff(comm()), "COMM counts 60 frames but there is no SSND chunk"
    yield "aiff-no-chunk", aiff(), "a FORM header and nothing else"
    yield "aifc-no-comm", aiff(fver(), ssnd(), form=b"AIFC"), "no COMM chunk"


@family("doubled chunk")
def doubled():
    stereo = desc(bytes_per_packet=4, channels=2)
    yield "caf-two-desc", caf(desc(), desc(), caf_data()), "two equal desc chunks"
    yield "caf-two-desc-channels", caf(desc(), stereo, caf_data()), "the second desc is stereo"
    yield "caf-two-data", caf(desc(), caf_data(), caf_data()), "two data chunks"
    yield "caf-two-pakt", ima_caf(pakt() + pakt(90, 0, 38)), "two packet tables that differ"
    yield "wave-two-fmt", wave(fmt(), fmt(), wave_data()), "two equal fmt chunks"
    twice = wave(fmt(), fmt(channels=2), wave_data())
    yield "wave-two-fmt-channels", twice, "the second fmt is stereo"
    twice = wave(fmt(), wave_data(), fmt(channels=2))
    yield "wave-two-fmt-around-data", twice, "a stereo fmt after the data"
    yield "wave-two-data", wave(fmt(), wave_data(), wave_data()), "two data chunks"
    yield "aiff-two-comm", aiff(comm(), comm(), ssnd()), "two equal COMM chunks"
    twice = aiff(comm(), comm(channels=2, frames=30), ssnd())
    yield "aiff-two-comm-channels", twice, "the second COMM is stereo"
    yield "aiff-two-ssnd", aiff(comm(), ssnd(), ssnd()), "two SSND chunks"


@family("chunk order")
def order():
    yield "caf-desc-after-free", caf(free(), desc(), caf_data()), "desc is not the first chunk"
    yield "caf-desc-after-data", caf(caf_data(), desc()), "desc comes after data"
    yield "wave-data-before-fmt", wave(wave_data(), fmt()), "fmt comes after data"
    late = fmt(), ds64(192, 120), wave_data(size=0xFFFFFFFF)
    whole = wave(*late, magic=b"RF64", size=0xFFFFFFFF)
    yield "wave-rf64-ds64-late", whole, "ds64 is not the first chunk of RF64"


# --- Size fields ------------------------------------------------------------------------------


@family("chunk size")
def chunk_sizes():
    body = desc_body() + b"\0"
    for size in (0, 31, 33):
        whole = caf(caf_chunk(b"desc", body[:size]), caf_data())
        yield f"caf-desc-{size}-bytes", whole, f"a desc chunk of {size} bytes in place of 32"
    whole = ima_caf(caf_chunk(b"pakt", pakt()[12:35]))
    yield "caf-pakt-23-bytes", whole, "a packet table of 23 bytes, fewer than 24"
    body = fmt_body() + b"\0"
    for size in (0, 14, 17):
        whole = wave(wave_chunk(b"fmt ", body[:size]), wave_data())
        yield f"wave-fmt-{size}-bytes", whole, f"a fmt chunk of {size} bytes"
    whole = wave(ulaw_fmt(extra=struct.pack("<H", 22)), fact(), wave_data(ULAW))
    yield "wave-fmt-extension-past-end", whole, "cbSize says 22 bytes, the chunk ends there"
    whole = wave(ulaw_fmt(), wave_chunk(b"fact", bytes(2)), wave_data(ULAW))
    yield "wave-fact-2-bytes", whole, "a fact chunk of 2 bytes in place of 4"
    for size in (0, 17):
        whole = aiff(aiff_chunk(b"COMM", comm_body()[:size]), ssnd())
        yield f"aiff-comm-{size}-bytes", whole, f"a COMM chunk of {size} bytes in place of 18"
    for size in (18, 20):
        head = aiff_chunk(b"COMM", comm_body(tail=b"sowt")[:size])
        whole = aiff(fver(), head, ssnd(LE16), form=b"AIFC")
        yield f"aifc-comm-{size}-bytes", whole, f"COMM of {size} bytes cuts the compression type"
    for size in (0, 7):
        whole = aiff(comm(), aiff_chunk(b"SSND", bytes(size)))
        yield f"aiff-ssnd-{size}-bytes", whole, f"an SSND chunk of {size} bytes, fewer than 8"


@family("size field")
def caf_sizes():
    # A recorder that was interrupted leaves it: the audio ends with the file.
    yield "caf-data-size-0x0", caf(desc(), caf_data(size=0)), "data size 0 in place of 124", "warning"
    for size in (1, 125, *S64):
        whole = caf(desc(), caf_data(size=size))
        yield f"caf-data-size-{size % 2**64:#x}", whole, f"data size {size} in place of 124"
    for size in (-1, 2**63 - 1, -(2**63)):
        whole = caf(desc(size), caf_data())
        yield f"caf-desc-size-{size % 2**64:#x}", whole, f"desc size {size} in place of 32"
        whole = ima_caf(pakt(size=size))
        yield f"caf-pakt-size-{size % 2**64:#x}", whole, f"packet table size {size} in place of 24"
        whole = caf(desc(), free(size=size), caf_data())
        yield f"caf-free-size-{size % 2**64:#x}", whole, f"the size of a free chunk is {size}"
    for size in (-1, 17):
        whole = caf(desc(), caf_data(), free(size=size))
        name = f"caf-free-after-data-size-{size % 2**64:#x}"
        yield name, whole, f"size {size} in the last chunk, not 16", "warning"


@family("size field")
def wave_sizes():
    right = len(pcm_wave()) - 8
    for size in (0, 1, right - 2, right + 2, right + 1, *U32):
        whole = wave(fmt(), wave_data(), size=size)
        # Android minds a form that ends more than 4 bytes before the audio.
        expect = "error" if size < right - 4 else "warning"
        yield f"wave-riff-size-{size:#x}", whole, f"RIFF size {size} in place of {right}", expect
    for size in (0, 1, 122, *U32):
        whole = wave(fmt(), wave_data(size=size))
        yield f"wave-data-size-{size:#x}", whole, f"data size {size} in place of 120"
    for size in (1, 0xFFFFFFFF):
        yield f"wave-fmt-size-{size:#x}", wave(fmt(size), wave_data()), f"fmt size {size}, not 16"
    for size in U32[1:]:
        whole = wave(fmt(), list_info(size), wave_data())
        yield f"wave-list-size-{size:#x}", whole, f"the size of a LIST before the data is {size}"
    whole = wave(ulaw_fmt(), fact(size=0xFFFFFFFF), wave_data(ULAW))
    yield "wave-fact-size-0xffffffff", whole, "fact size 2^32-1 in place of 4"
    whole = wave(fmt(), wave_data(), list_info(18))
    yield "wave-list-after-data-past-end", whole, "a LIST after the data passes the end", "warning"


@family("size field")
def rf64_sizes():
    for size in (122, 2**63, 2**64 - 1):
        yield f"wave-rf64-data-size-{size:#x}", rf64(data=size), f"ds64 data size {size}, not 120"
    for size in (4, 2**64 - 1):
        why = f"ds64 form size {size}, not 192"
        yield f"wave-rf64-form-size-{size:#x}", rf64(riff=size), why, "warning"
    for cut in (0, 27):
        yield f"wave-rf64-ds64-{cut}-bytes", rf64(cut=cut), f"a ds64 of {cut} bytes, not 28"
    for count in (1, 0xFFFFFFFF):
        yield f"wave-rf64-table-{count}", rf64(table=count), f"ds64 promises {count} table entries"


@family("size field")
def aiff_sizes():
    right = len(pcm_aiff()) - 8
    for size in (0, 1, right - 2, right + 2, *U32):
        whole = aiff(comm(), ssnd(), size=size)
        yield f"aiff-form-size-{size:#x}", whole, f"FORM size {size} in place of {right}", "warning"
    for size in (0, 1, 130, *U32):
        whole = aiff(comm(), ssnd(size=size))
        yield f"aiff-ssnd-size-{size:#x}", whole, f"SSND size {size} in place of 128"
    for size in (1, 0xFFFFFFFF):
        yield f"aiff-comm-size-{size:#x}", aiff(comm(size), ssnd()), f"COMM size {size}, not 18"
    huge, late = (aiff_chunk(b"ANNO", b"bell", size) for size in (0xFFFFFFFF, 6))
    yield "aiff-anno-size-0xffffffff", aiff(comm(), huge, ssnd()), "ANNO size 2^32-1, not 4"
    whole = aiff(comm(), ssnd(), late)
    yield "aiff-anno-after-data-past-end", whole, "ANNO size 6 at the end", "warning"


@family("pad byte")
def pad_bytes():
    whole = wave(fmt(bits=8), wave_data(U8 + U8[:1], pad=False), list_info())
    yield "wave-no-pad", whole, "no pad byte between odd data and LIST", "warning"
    note = aiff_chunk(b"ANNO", b"bell")
    whole = aiff(comm(frames=61, bits=8), ssnd(S8 + S8[:1], pad=False), note)
    yield "aiff-no-pad", whole, "no pad byte between odd SSND and ANNO", "warning"


# --- Form, format fields, codecs --------------------------------------------------------------


@family("form type or version")
def forms():
    for version in (0, 2):
        whole = caf(desc(), caf_data(), version=version)
        yield f"caf-version-{version}", whole, f"file version {version} in place of 1"
    yield "caf-magic-upper", caf(desc(), caf_data(), magic=b"CAFF"), "the magic is 'CAFF'"
    for name, form in dict(wavx=b"WAVX", avi=b"AVI ").items():
        yield f"wave-form-{name}", wave(fmt(), wave_data(), form=form), f"the RIFF form is {form!r}"
    yield "wave-magic-list", wave(fmt(), wave_data(), magic=b"LIST"), "a LIST, not a RIFF"
    for name, form in dict(aifx=b"AIFX", svx=b"8SVX").items():
        yield f"aiff-form-{name}", aiff(comm(), ssnd(), form=form), f"the FORM type is {form!r}"
    yield "aiff-magic-cat", aiff(comm(), ssnd(), magic=b"CAT "), "a CAT, not a FORM"
    whole = wave(wave_chunk(b"COMM", comm_body()), wave_data(), magic=b"FORM", form=b"AIFF")
    yield "aiff-little-endian", whole, "the sizes are little endian"
    whole = aiff(fver(0), comm(tail=named(b"sowt")), ssnd(LE16), form=b"AIFC")
    yield "aifc-version-0", whole, "FVER 0 in place of 0xa2805140", "warning"
    for kind, name in ((b"ULAW", "CCITT G.711 u-law"), (b"ALAW", "CCITT G.711 A-law")):
        whole = aifc(kind, encode(kind.lower().decode(), TONE), name, bits=8)
        yield f"aifc-upper-{kind.lower().decode()}", whole, f"compression type '{kind.decode()}'"


@family("sample rate")
def rates():
    for name, rate in {
        "zero": 0.0, "negative": -8000.0, "nan": math.nan, "inf": math.inf, "minus-inf": -math.inf,
        "denormal": 5e-324, "huge": 1e308, "half": 0.5, "billion": 1e9,
    }.items():  # fmt: skip
        yield f"caf-rate-{name}", pcm_caf(rate=rate), f"a sample rate of {rate!r} Hz"
    for rate in (0, 0x7FFFFFFF, 0xFFFFFFFF):
        yield f"wave-rate-{rate}", pcm_wave(rate=rate), f"a sample rate of {rate} Hz"
    for name, rate in {
        "zero": bytes(10), "negative": extended(-8000.0), "inf": b"\x7f\xff\x80" + bytes(7),
        "minus-inf": b"\xff\xff\x80" + bytes(7), "nan": b"\x7f\xff\xc0" + bytes(7),
        "denormal": bytes(9) + b"\1", "huge": b"\x7f\xfe" + b"\xff" * 8,
        "past-int64": extended(2.0**63),
    }.items():  # fmt: skip
        yield f"aiff-rate-{name}", pcm_aiff(rate=rate), f"the 80-bit sample rate {rate.hex()}"


@family("format field")
def caf_fields():
    for field, values in dict(
        channels=(0, 65535, 2**32 - 1), bits=(0, 33, 64), bytes_per_packet=(0, 1, 2**32 - 1),
        frames_per_packet=(0, 2),
    ).items():  # fmt: skip
        for value in values:
            name = f"caf-{field.replace('_', '-')}-{value}"
            yield name, pcm_caf(**{field: value}), f"16-bit mono PCM with {field} {value}"
    yield "caf-stereo-5-bytes", pcm_caf(channels=2, bytes_per_packet=5), "5 bytes for 2 channels"
    yield "caf-float-16", pcm_caf(flags=3), "floating point of 16 bits"
    for field, value in (("bytes_per_packet", 0), ("bytes_per_packet", 2), ("channels", 0)):
        whole = caf(ulaw_desc(**{field: value}), caf_data(ULAW))
        yield f"caf-ulaw-{field.replace('_', '-')}-{value}", whole, f"mono ulaw, {field} {value}"
    for field, values in dict(
        bytes_per_packet=(0, 33, 68), frames_per_packet=(0, 1, 63), channels=(0, 2)
    ).items():
        for value in values:
            name = f"caf-ima4-{field.replace('_', '-')}-{value}"
            whole = ima_caf(**{"bytes_per_packet": 34, field: value})
            yield name, whole, f"mono ima4 with {field} {value}"


@family("format field")
def wave_fields():
    for field, values in dict(
        channels=(0, 2, 65535), align=(0, 1, 65535), bits=(0, 17, 65535)
    ).items():
        for value in values:
            whole = pcm_wave(**{"align": 2, field: value})
            yield f"wave-{field}-{value}", whole, f"16-bit mono with {field} {value}"
    yield "wave-float-16", pcm_wave(tag=3, extra=bytes(2)), "floating point of 16 bits"
    for field, value in (("bits", 16), ("align", 2)):
        whole = wave(ulaw_fmt(**{"align": 1, field: value}), fact(), wave_data(ULAW))
        yield f"wave-ulaw-{field}-{value}", whole, f"mono ulaw with {field} {value}"


@family("format field")
def aiff_fields():
    for field, values in dict(channels=(0, 65535), bits=(0, 33, 65535)).items():
        for value in values:
            yield f"aiff-{field}-{value}", pcm_aiff(**{field: value}), f"COMM says {field} {value}"
    yield "aifc-sowt-bits-0", aifc(b"sowt", LE16, bits=0), "sowt with a sample size of 0"
    yield "aifc-ima4-channels-0", ima_aifc(channels=0), "ima4 with no channel"


@family("codec not allowed")
def codecs():
    for name, id in {
        "aac": b"aac ", "alac": b"alac", "mp3": b".mp3", "opus": b"opus", "flac": b"flac",
        "amr": b"samr", "ms-adpcm": b"ms\0\2", "ms-ima": b"ms\0\x11",
    }.items():  # fmt: skip
        fields = dict(id=id, flags=0, bytes_per_packet=0, frames_per_packet=1024, bits=0)
        yield f"caf-codec-{name}", pcm_caf(**fields), f"format ID {id!r} in CAF"
    tags = {"ms-adpcm": 0x02, "ms-ima": 0x11, "gsm": 0x31, "mp3": 0x55, "aac": 0xFF, "flac": 0xF1AC}
    for name, tag in tags.items():
        whole = wave(fmt(tag=tag, bits=4, align=256, extra=bytes(2)), fact(), wave_data())
        yield f"wave-codec-{name}", whole, f"format tag {tag:#x} in WAVE"
    for name, id in dict(mac3=b"MAC3", qdm2=b"QDM2", gsm=b"GSM ", alac=b"alac").items():
        yield f"aifc-codec-{name}", aifc(id, BE16), f"compression type {id!r} in AIFF-C"


@family("unknown format ID")
def unknown_ids():
    for name, id in dict(zzzz=b"zzzz", zero=bytes(4), cut=b"lpc\0").items():
        yield f"caf-id-{name}", pcm_caf(id=id), f"format ID {id!r}"
    for tag in (0x0000, 0x0101, 0xFFFF):
        yield f"wave-tag-{tag:04x}", pcm_wave(tag=tag), f"format tag {tag:#x}"
    for name, id in dict(zzzz=b"zzzz", zero=bytes(4), cut=b"sow\0").items():
        yield f"aifc-type-{name}", aifc(id, LE16), f"compression type {id!r}"


@family("extensible")
def extensible_headers():
    for name, head, why in (
        ("guid-zero", extensible(0, tail=bytes(14)), "the sub-format is all zeros"),
        ("guid-tail", extensible(tail=GUID_TAIL[:-1] + b"\x72"), "the last GUID byte is wrong"),
        ("guid-swapped", extensible(tail=GUID_TAIL[::-1]), "the GUID is byte-swapped"),
        ("sub-mp3", extensible(0x55), "the sub-format is MP3"),
        ("sub-adpcm", extensible(0x02), "the sub-format is MS ADPCM"),
        ("float-16", extensible(3), "floating point of 16 bits"),
        ("valid-bits-24", extensible(valid=24), "24 valid bits in 16-bit samples"),
        ("channels-0", extensible(channels=0), "no channel"),
        ("extra-0", extensible(extra_size=0), "cbSize 0 in place of 22"),
        ("extra-65535", extensible(extra_size=65535), "cbSize runs past the chunk"),
    ):
        yield f"wave-extensible-{name}", wave(head, wave_data()), why
    for size in (16, 18, 39):
        whole = wave(wave_chunk(b"fmt ", extensible()[8:][:size]), wave_data())
        yield f"wave-extensible-{size}-bytes", whole, f"EXTENSIBLE in {size} bytes in place of 40"


# --- Counts that lie --------------------------------------------------------------------------


@family("packet table")
def packet_tables():
    top, low = 2**63 - 1, -(2**63)
    for name, table, why in (
        ("valid-too-large", pakt(129, 0, 0), "129 valid frames, the packets hold 128"),
        ("sum-above", pakt(101), "valid + remainder is 129, the packets hold 128"),
        ("sum-below", pakt(99), "valid + remainder is 127, the packets hold 128"),
        ("valid-negative", pakt(-1, 0, 129), "-1 valid frames, though the sum is right"),
        ("valid-lowest", pakt(low), "-2^63 valid frames"),
        ("sum-overflow", pakt(top, 2**31 - 1, 2**31 - 1), "the sum passes 2^63"),
        ("priming-negative", pakt(129, -1, 0), "-1 priming frames, though the sum is right"),
        ("priming-too-large", pakt(100, 100, 28), "100 priming frames that are not there"),
        ("remainder-negative", pakt(156, 0, -28), "-28 remainder frames, though the sum is right"),
        ("packets-1", pakt(packets=1), "1 packet, the data has 2"),
        ("packets-3", pakt(packets=3), "3 packets, the data has 2"),
        ("packets-negative", pakt(packets=-1), "-1 packets"),
        ("table-cut", pakt(packets=1000, table=b"\x22"), "1000 packets, a table of one byte"),
        ("table-endless", pakt(packets=3, table=b"\xff" * 16), "a table number that never ends"),
    ):
        yield f"caf-pakt-{name}", ima_caf(table), why
    for valid in (59, 61):
        whole = caf(desc(), pakt(valid, 0, 0), caf_data())
        yield f"caf-pakt-lpcm-{valid}", whole, f"{valid} valid frames, the PCM data has 60"
    yield "caf-pakt-cut-packet", ima_caf(audio=IMA[:-1]), "67 bytes, the table needs 68"


@family("data chunk rules")
def data_rules():
    for count in (0, 1, 3):
        whole = caf(desc(), caf_chunk(b"data", bytes(count)))
        yield f"caf-data-{count}-bytes", whole, f"{count} bytes: no room for the edit count"
    whole = caf(desc(), caf_chunk(b"data", bytes(2), -1))
    yield "caf-data-to-end-2-bytes", whole, "size -1, but no room for the edit count"
    yield "caf-data-to-end-empty", caf(desc(), caf_data(b"", -1)), "size -1 and no audio"
    whole = caf(ima_desc(), pakt(), caf_data(IMA, -1), free(22))
    yield "caf-data-to-end-not-last", whole, "size -1 swallows a free chunk as a third packet"


@family("frame count")
def frame_counts():
    for frames in (0, 59, 61, 0xFFFFFFFF):
        whole = pcm_aiff(frames=frames)
        yield f"aiff-frames-{frames}", whole, f"COMM says {frames} frames, SSND has 60", "warning"
    whole = aifc(b"ulaw", ULAW, bits=8, frames=61)
    yield "aifc-ulaw-frames-61", whole, "COMM says 61 frames, SSND has 60", "warning"
    for packets in (1, 3, 128):
        whole = ima_aifc(frames=packets)
        why = f"COMM counts {packets}, SSND has 2 packets"
        yield f"aifc-ima4-packets-{packets}", whole, why, "warning"
    whole = ima_aifc(IMA2, 1, channels=2)
    why = "COMM counts 1 packet of two channels, SSND has 2"
    yield "aifc-ima4-stereo-half", whole, why, "warning"
    for offset in (4, 121, 0xFFFFFFFF):
        whole = aiff(comm(), ssnd(offset=offset))
        expect = "warning" if offset == 4 else "error"
        yield f"aiff-ssnd-offset-{offset}", whole, f"SSND offset {offset} leaves too few frames", expect


@family("fact", "warning")
def facts():
    for frames in (0, 59, 61, 2**32 - 1):
        whole = wave(ulaw_fmt(), fact(frames), wave_data(ULAW))
        yield f"wave-fact-{frames}", whole, f"fact says {frames} frames, the data has 60"
    whole = wave(fmt(tag=3, bits=32, extra=bytes(2)), fact(61), wave_data(encode("f32le", TONE)))
    yield "wave-fact-float-61", whole, "fact says 61 frames, the data has 60"
    yield "wave-fact-pcm-61", wave(fmt(), fact(61), wave_data()), "fact says 61, the data has 60"


@family("no audio")
def no_audio():
    yield "caf-zero-frames", pcm_caf(b""), "a data chunk with nothing but the edit count"
    yield "caf-zero-frames-ima4", ima_caf(pakt(0, 0, 0), b""), "ima4 without a packet"
    yield "caf-half-frame", pcm_caf(b"\1"), "one byte where a frame has two"
    yield "caf-all-remainder", ima_caf(pakt(0, 0, 128)), "all frames are remainder"
    yield "caf-all-priming", ima_caf(pakt(0, 128, 0)), "all frames are priming"
    yield "wave-zero-frames", pcm_wave(b""), "an empty data chunk"
    yield "wave-half-frame", pcm_wave(b"\1"), "one byte where a frame has two"
    whole = rf64(lead=ds64(72, 0, 0), audio=b"")
    yield "wave-zero-frames-rf64", whole, "RF64 without audio"
    yield "aiff-zero-frames", pcm_aiff(b"", frames=0), "COMM and SSND agree on no frame"
    yield "aifc-zero-frames-ima4", ima_aifc(b"", 0), "ima4 without a packet"


@family("table past its chunk")
def tables():
    whole = caf(desc(), chan(0, 2**32 - 1, bytes(20)), caf_data())
    yield "caf-chan-count", whole, "2^32-1 channel descriptions, one is there"
    whole = caf(desc(), caf_chunk(b"chan", bytes(4)), caf_data())
    yield "caf-chan-4-bytes", whole, "a channel layout of 4 bytes, fewer than 12"
    yield "caf-info-count", caf(desc(), info(2**32 - 1), caf_data()), "2^32-1 strings, one pair"
    head = aiff_chunk(b"COMM", comm_body(tail=b"sowt\xffabc"))
    whole = aiff(fver(), head, ssnd(LE16), form=b"AIFC")
    yield "aifc-name-past-end", whole, "a compression name of 255 bytes in a chunk with 3"
    mark = aiff_chunk(b"MARK", struct.pack(">HHI", 65535, 1, 0) + b"\1a")
    # Markers are places in a sound: what plays an alert does not read them.
    why = "65535 markers, one is there"
    yield "aiff-mark-count", aiff(comm(), mark, ssnd()), why, "warning"
    cue = wave_chunk(b"cue ", struct.pack("<I", 2**32 - 1) + bytes(24))
    why = "2^32-1 cue points, one is there"
    yield "wave-cue-count", wave(fmt(), cue, wave_data()), why, "warning"


@family("step index")
def step_indices():
    for packet, index in ((0, 89), (0, 127), (1, 89)):
        bad, why = with_step_index(IMA, packet, index), f"step index {index} in packet {packet}"
        yield f"caf-ima4-index-{index}-packet-{packet}", ima_caf(audio=bad), why
        yield f"aifc-ima4-index-{index}-packet-{packet}", ima_aifc(bad), why
    right = caf(ima_desc(2), chan(), pakt(), caf_data(with_step_index(IMA2, 3, 89)))
    yield "caf-ima4-index-right", right, "step index 89 in the right channel alone"


# --- Whole files: cut, flooded, trailing bytes, other names and contents ----------------------


@family("cut file")
def cut_files():
    for name, whole, cuts in (
        ("caf", pcm_caf(), (1, 4, 19, 30, 51, 66, 127)),
        ("wave", pcm_wave(), (1, 4, 11, 21, 43, 103)),
        ("aiff", pcm_aiff(), (1, 4, 19, 45, 54, 113)),
        ("aifc", aifc(b"sowt", LE16), (52, 100)),
    ):
        for cut in cuts:
            yield f"{name}-cut-{cut}", whole[:cut], f"a file of {len(whole)} bytes, cut after {cut}"


@family("audio shorter than its header")
def short_audio():
    for name, whole in {
        "caf-short-ulaw": caf(ulaw_desc(), caf_data(ULAW)),
        "caf-short-ima4": ima_caf(),
        "wave-short-extensible": wave(extensible(), wave_data()),
        "wave-short-ulaw": wave(ulaw_fmt(), fact(), wave_data(ULAW)),
        "wave-short-rf64": rf64(),
        "aiff-short-s8": pcm_aiff(S8, bits=8),
        "aifc-short-ima4": ima_aifc(),
    }.items():
        yield name, whole[:-34], "the last 34 bytes of the audio are missing"


@family("chunk flood")
def floods():
    junk, note = wave_chunk(b"JUNK"), aiff_chunk(b"ANNO")
    yield "caf-flood", caf(desc(), free(0) * 2000, caf_data()), "2000 chunks before the data"
    yield "wave-flood", wave(fmt(), junk * 2000, wave_data()), "2000 chunks before the data"
    yield "aiff-flood", aiff(comm(), note * 2000, ssnd()), "2000 chunks before the audio"


@family("trailing bytes", "warning")
def trailing():
    for count in (1, 4, 11):
        whole = pcm_caf() + b"x" * count
        yield f"caf-trailing-{count}", whole, f"bytes after the last chunk: {count}"
    for count in (1, 8, 100):
        yield f"wave-trailing-{count}", pcm_wave() + b"x" * count, f"bytes after the RIFF: {count}"
        yield f"aiff-trailing-{count}", pcm_aiff() + b"x" * count, f"bytes after the FORM: {count}"
    tag = b"TAG" + b"bell".ljust(125, b"\0")
    yield "wave-trailing-id3v1", pcm_wave() + tag, "an ID3v1 tag after the RIFF"
    yield "wave-trailing-inside", wave(fmt(), wave_data(), b"junk"), "4 bytes left in the RIFF"
    yield "wave-second-form", pcm_wave() * 2, "a second RIFF behind the first"
    yield "wave-second-form-aiff", pcm_wave() + pcm_aiff(), "a FORM behind the RIFF"
    yield "aiff-second-form", pcm_aiff() * 2, "a second FORM behind the first"


@family("file name", "warning")
def names():
    for container, whole, others, foreign in (
        ("caf", pcm_caf(), ("wav", "aiff"), "mp3"),
        ("wave", pcm_wave(), ("caf", "aiff"), "m4a"),
        ("aiff", pcm_aiff(), ("caf", "wav"), "ogg"),
    ):
        for other in others:
            yield f"{container}-named-{other}.{other}", whole, "the name of another container"
        why = f"no alert sound may be named .{foreign}"
        yield f"{container}-named-{foreign}.{foreign}", whole, why, "error"
    yield "caf-ima4-named-wav.wav", ima_caf(), "CAF with ima4 under the extension wav"


@family("foreign content")
def foreign_content():
    mp3 = (b"\xff\xfb\x90\x00" + bytes(413)) * 2
    mp4 = struct.pack(">I", 24) + b"ftypM4A \0\0\0\0M4A isom" + struct.pack(">I", 8) + b"mdat"
    html = b"<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n"
    lfs = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 4242\n"
    for name, data, what in (
        ("caf-foreign-mp3", mp3, "an MP3 stream"), ("wave-foreign-mp3", mp3, "an MP3 stream"),
        ("caf-foreign-id3", b"ID3\4\0\0\0\0\0\x0aTIT2" + bytes(6) + mp3, "MP3 with an ID3 tag"),
        ("caf-foreign-m4a", mp4, "MPEG-4"), ("aiff-foreign-m4a", mp4, "MPEG-4"),
        ("caf-foreign-adts", b"\xff\xf1\x50\x80\x02\x1f\xfc" + bytes(9), "an AAC stream"),
        ("caf-foreign-amr", b"#!AMR\n" + bytes(13), "AMR"),
        ("wave-foreign-ogg", b"OggS\0\2" + bytes(20) + b"\1\x1e\1vorbis" + bytes(23), "Ogg"),
        ("wave-foreign-w64", b"riff" + bytes.fromhex("2e91cf11a5d628db04c10000"), "Wave64"),
        ("wave-foreign-au", b".snd" + struct.pack(">5I", 24, 60, 1, 8000, 1) + ULAW, "NeXT/Sun"),
        ("aiff-foreign-flac", b"fLaC\x80\0\0\x22" + bytes(34), "FLAC"),
        ("wave-foreign-text", b"This is not a sound.\n", "text"),
        ("caf-foreign-html", html, "HTML"), ("caf-foreign-lfs", lfs, "a Git LFS pointer"),
        ("caf-empty", b"", "nothing at all"), ("wave-empty", b"", "nothing at all"),
        ("aiff-empty", b"", "nothing at all"), ("caf-zeros", bytes(256), "256 zero bytes"),
    ):  # fmt: skip
        yield name, data, f"the content is {what}"


@family("duration")
def durations():
    for frames, expect in ((29999, "warning"), (30000, "error")):
        long, why = tone(frames), f"{frames / 1000:.3f} s at the unusual rate of 1000 Hz"
        head = desc(rate=1000.0, flags=0, bytes_per_packet=1, bits=8)
        yield f"caf-duration-{frames}", caf(head, caf_data(encode("s8", long))), why, expect
        whole = pcm_wave(encode("u8", long), bits=8, rate=1000)
        yield f"wave-duration-{frames}", whole, why, expect
        whole = pcm_aiff(encode("s8", long), bits=8, frames=frames, rate=extended(1000))
        yield f"aiff-duration-{frames}", whole, why, expect
    for frames, expect in ((29999, "warning"), (30000, "error"), (30500, "error")):
        whole = ima_caf(pakt(frames, 0, -frames % 64), ima4(tone(frames)), rate=1000.0)
        why = f"{frames / 1000:.3f} s of valid frames at the unusual rate of 1000 Hz"
        yield f"caf-duration-ima4-{frames}", whole, why, expect
    for packets, expect in ((468, "warning"), (469, "error")):
        audio = ima4(tone(packets * 64))
        whole = ima_aifc(audio, packets, rate=extended(1000))
        why = f"{packets * 0.064:.3f} s at the unusual rate of 1000 Hz"
        yield f"aifc-duration-ima4-{packets}", whole, why, expect
    whole = ima_caf(pakt(239992, 0, 8), ima4(tone(239992)))
    yield "caf-duration-8000-hz", whole, "29.999 s of ima4 at 8000 Hz, just short enough", "clean"


@family("unusual format", "warning")
def unusual():
    three = [encode(kind, tone(60, 3)) for kind in ("s16le", "s16be")]
    whole = pcm_caf(three[0], channels=3, bytes_per_packet=6)
    yield "caf-three-channels", whole, "three channels"
    yield "wave-three-channels", pcm_wave(three[0], channels=3), "three channels"
    yield "aiff-three-channels", pcm_aiff(three[1], channels=3), "three channels"
    yield "caf-rate-fraction", pcm_caf(rate=8000.5), "a sample rate of 8000.5 Hz"
    yield "aiff-rate-fraction", pcm_aiff(rate=extended(8000.5)), "a sample rate of 8000.5 Hz"
    yield "caf-rate-12345", pcm_caf(rate=12345.0), "an unusual sample rate"
    yield "wave-rate-12345", pcm_wave(rate=12345), "an unusual sample rate"
    yield "aiff-rate-12345", pcm_aiff(rate=extended(12345)), "an unusual sample rate"


@family("silence", "warning")
def silence():
    yield "caf-silence", pcm_caf(bytes(120)), "every sample is zero"
    yield "caf-silence-ima4", ima_caf(audio=ima4([0.0] * 100)), "packets that decode to zeros"
    yield "wave-silence", pcm_wave(bytes(120)), "every sample is zero"
    yield "wave-silence-u8", pcm_wave(b"\x80" * 60, bits=8), "unsigned silence is 128"
    whole = wave(ulaw_fmt(), fact(), wave_data(b"\xff" * 60))
    yield "wave-silence-ulaw", whole, "ulaw silence is 255"
    yield "aiff-silence", pcm_aiff(bytes(120)), "every sample is zero"


# --- The corpus as a whole --------------------------------------------------------------------


def corpus():
    """All files by their path under the output folder, with the manifest as the last one."""
    files, rows, seen = {}, [], {}
    for name, expect, function in FAMILIES:
        for file, data, why, *own in function():
            file += "" if "." in file else EXTENSIONS[file.split("-")[0]]
            path = f"{'valid' if name == 'valid' else 'defective'}/{file}"
            mark = hashlib.sha256(data).digest(), os.path.splitext(file)[1]
            if path in files or mark in seen:
                sys.exit(f"{path} is made twice or has the bytes of {seen.get(mark)}")
            files[path], seen[mark] = data, path
            expectation = own[0] if own else expect
            rows.append({"file": path, "expect": expectation, "family": name, "why": why})
    rows.sort(key=lambda row: row["file"])
    lines = ",\n".join("  " + json.dumps(row) for row in rows)
    files["manifest.json"] = f"[\n{lines}\n]\n".encode()
    return files


def write(folder, files):
    for path, data in files.items():
        target = os.path.join(folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as output:
            output.write(data)
    print(f"{len(files) - 1} sound files and the manifest, {sum(map(len, files.values()))} bytes")


def differences(folder, files):
    """What is missing, other than it should be, or left over from an earlier generator."""
    present = set()
    for part in ("valid", "defective"):
        inside = os.path.join(folder, part)
        names = os.listdir(inside) if os.path.isdir(inside) else []
        present.update(f"{part}/{name}" for name in names)
    for path, data in files.items():
        target = os.path.join(folder, path)
        if not os.path.isfile(target):
            yield f"missing: {path}"
        elif open(target, "rb").read() != data:
            yield f"differs: {path}"
    yield from (f"not generated: {path}" for path in sorted(present - set(files)))


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
