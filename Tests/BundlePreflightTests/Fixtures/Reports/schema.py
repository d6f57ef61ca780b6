#!/usr/bin/env python3
"""Says where a JSON document breaks a JSON schema: one line each, none where it is valid.

    schema.py SCHEMA DOCUMENT
"""
import json
import sys

import jsonschema

schema, document = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
for error in kind(schema).iter_errors(document):
    place = "/".join(map(str, error.absolute_path))
    print(f"{place}: {error.message[:300]}")
