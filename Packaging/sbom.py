#!/usr/bin/env python3
"""Writes what a release is made of, as SPDX 2.3 JSON.

    sbom.py VERSION COMMIT > tocsin-VERSION.spdx.json

Versions come from Package.resolved, the compiler and the Debian packages of what is linked or copied.
"""

import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[1]
# Licences of what SwiftPM fetched for the programs; other pins are only built with.
SWIFT_LICENCES = {
    "swift-argument-parser": "Apache-2.0", "swift-system": "Apache-2.0",
    "swift-log": "Apache-2.0", "swift-service-lifecycle": "Apache-2.0",
    "swift-async-algorithms": "Apache-2.0", "swift-collections": "Apache-2.0",
}
# Linked into the programs, or copied beside tocsin.
DEBIAN = {
    "libstdc++6": ("GPL-3.0-or-later WITH GCC-exception-3.1", "STATIC_LINK"),
    "libgcc-s1": ("GPL-3.0-or-later WITH GCC-exception-3.1", "STATIC_LINK"),
    "libgomp1": ("GPL-3.0-or-later WITH GCC-exception-3.1", "DYNAMIC_LINK"),
    "libebur128-1": ("MIT", "DYNAMIC_LINK"),
    "libnettle8": ("LGPL-3.0-or-later OR GPL-2.0-or-later", "DYNAMIC_LINK"),
    "libsoxr0": ("LGPL-2.1-or-later", "DYNAMIC_LINK"),
    "libyaml-0-2": ("MIT", "DYNAMIC_LINK"),
}


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def parts():
    """(name, version, where it comes from, licence, relation) of each part."""
    for pin in json.loads((ROOT / "Package.resolved").read_text())["pins"]:
        licence = SWIFT_LICENCES.get(pin["identity"])
        if licence:
            version = pin["state"].get("version", pin["state"]["revision"])
            yield pin["identity"], version, "git+" + pin["location"], licence, "STATIC_LINK"
    swift = re.search(r"Swift version (\S+)", output("swift", "--version")).group(1)
    place = "git+https://github.com/swiftlang/swift"
    yield "swift-runtime", swift, place, "Apache-2.0 WITH Swift-exception", "STATIC_LINK"
    rules = (ROOT / "Sources/NotificationTypes/Localization/PluralRules.swift").read_text()
    number = re.search(r"CLDR (\d+)", rules).group(1)
    yield "cldr-plural-rules", number, "https://cldr.unicode.org", "Unicode-3.0", "CONTAINS"
    for name, (licence, relation) in DEBIAN.items():
        version = output("dpkg-query", "-W", "-f", "${Version}", name)
        source = output("dpkg-query", "-W", "-f", "${source:Package}", name)
        place = f"https://tracker.debian.org/pkg/{source}"
        yield name, version, place, licence, relation


def package(identifier, name, version, place, licence):
    return {
        "SPDXID": identifier, "name": name, "versionInfo": version, "downloadLocation": place,
        "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
    }


def document(version, commit):
    licences = "Apache-2.0 AND CC0-1.0 AND Unicode-3.0"
    own = package("SPDXRef-tocsin", "tocsin", version, "NOASSERTION", licences)
    packages, relations = [own], [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-tocsin")]
    for name, number, place, licence, relation in parts():
        identifier = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)
        packages.append(package(identifier, name, number, place, licence))
        relations.append(("SPDXRef-tocsin", relation, identifier))
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", 0))
    created = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc)
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"tocsin-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/tocsin-{version}-{commit}",
        "creationInfo": {
            "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: tocsin-sbom"],
        },
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in relations
        ],
    }


if __name__ == "__main__":
    json.dump(document(*sys.argv[1:]), sys.stdout, indent=2)
    print()
