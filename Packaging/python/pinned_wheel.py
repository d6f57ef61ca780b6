"""The build backend of pyproject.toml: `pip install` of this repository gives the released wheel.

So a pre-commit hook of `language: python` is ready in seconds and compiles nothing. The file
Packaging/release names the wheel and its SHA-256; the environment variable TOCSIN_RELEASES names
another place to take it from, for example a mirror.
"""

import hashlib
import os
import pathlib
import platform
import urllib.request

PINS = pathlib.Path(__file__).parents[1] / "release"


def pinned_wheel():
    """(URL, name, SHA-256) of the released wheel for this machine."""
    if not PINS.exists():
        raise SystemExit(
            "Error: this commit of Tocsin pins no released program. Take a tagged version"
            " (rev: v1.2.3), or install tocsin and use the hooks that end in -system."
        )
    lines = [line.split() for line in PINS.read_text().splitlines() if line.strip()]
    place = os.environ.get("TOCSIN_RELEASES") or dict(lines)["url"]
    wheels = [line for line in lines if line[1].endswith(f"_{platform.machine()}.whl")]
    if not wheels:
        raise SystemExit(f"Error: Tocsin is not released for {platform.machine()}; build it.")
    digest, name = wheels[0]
    return f"{place}/{name}", name, digest


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Fetches the wheel, and refuses it where it is not the one that was released."""
    url, name, digest = pinned_wheel()
    with urllib.request.urlopen(url, timeout=60) as answer:
        content = answer.read()
    found = hashlib.sha256(content).hexdigest()
    if found != digest:
        raise SystemExit(f"Error: {url} has the SHA-256 {found}; {digest} was released.")
    (pathlib.Path(wheel_directory) / name).write_bytes(content)
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("Error: Tocsin has no Python sources: take a wheel.")
