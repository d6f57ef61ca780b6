"""Makes a Python wheel of an installed folder: the program becomes a command of the environment.

    make_wheel.py FOLDER OUTPUT_FOLDER VERSION PLATFORM_TAG

FOLDER has bin/tocsin, lib/tocsin/ and share/doc/. The same folder gives the same bytes.
"""

import base64
import hashlib
import os
import pathlib
import sys
import time
import zipfile

ROOT = pathlib.Path(__file__).parents[2]


def metadata(version):
    """The wheel's METADATA, the README in it."""
    fields = [
        "Metadata-Version: 2.4", "Name: tocsin", f"Version: {version}",
        "Summary: Convert, inspect, validate and play alert sounds.",
        "License-Expression: Apache-2.0", "License-File: LICENSE",
        "Requires-Python: >=3.7", "Description-Content-Type: text/markdown",
    ]
    return "\n".join(fields) + "\n\n" + (ROOT / "README.md").read_text()


def contents(folder, version, tag):
    """(path in the wheel, bytes, mode) of all files but RECORD."""
    data = f"tocsin-{version}.data"
    info = f"tocsin-{version}.dist-info"
    yield f"{data}/scripts/tocsin", (folder / "bin/tocsin").read_bytes(), 0o755
    for path in sorted([*folder.glob("lib/tocsin/*"), *folder.glob("share/doc/tocsin/licences/*")]):
        yield f"{data}/data/{path.relative_to(folder)}", path.read_bytes(), 0o644
    yield f"{info}/METADATA", metadata(version).encode(), 0o644
    wheel = f"Wheel-Version: 1.0\nGenerator: tocsin\nRoot-Is-Purelib: false\nTag: py3-none-{tag}\n"
    yield f"{info}/WHEEL", wheel.encode(), 0o644
    yield f"{info}/licenses/LICENSE", (ROOT / "LICENSE").read_bytes(), 0o644


def record(path, content):
    """The line of RECORD about a file."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(content)}\n"


def main(folder, output, version, tag):
    path = pathlib.Path(output) / f"tocsin-{version}-py3-none-{tag}.whl"
    # Zip knows no date before 1980.
    date = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]
    lines = ""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(name, content, mode):
            entry = zipfile.ZipInfo(name, date)
            entry.external_attr = (0o100000 | mode) << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED, 9)

        for name, content, mode in contents(pathlib.Path(folder), version, tag):
            add(name, content, mode)
            lines += record(name, content)
        name = f"tocsin-{version}.dist-info/RECORD"
        add(name, (lines + f"{name},,\n").encode(), 0o644)
    print(f"{path.stat().st_size / 1e6:.1f} MB {path}")


if __name__ == "__main__":
    main(*sys.argv[1:])
