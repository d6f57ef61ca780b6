#!/usr/bin/env python3
"""Turns the description that a command gives of itself into a manual page.

    TOOL --experimental-dump-help | manual.py TOOL > TOOL.1

The page is about the name that the tool was called by: its description may bear another one.
"""

import json
import sys


def text(words):
    """Words as roff text: no line starts a request, no dash becomes a hyphen."""
    escaped = words.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\n".join("\\&" + line if line.startswith(".") else line for line in escaped.split("\n"))


def spelling(name):
    """An option's name as it is typed."""
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def term(argument):
    """The line that names an option or an argument."""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        return f"\\fI{text(value)}\\fR"
    names = ", ".join(f"\\fB{text(spelling(name))}\\fR" for name in argument["names"])
    return names + (f" \\fI{text(value)}\\fR" if argument["kind"] == "option" else "")


def arguments(command):
    """The options and arguments, each with what it does."""
    for argument in command.get("arguments", []):
        if argument.get("shouldDisplay", True):
            yield f".TP\n{term(argument)}\n{text(argument.get('abstract', ''))}"


def discussion(command):
    """The longer text, its lines kept as they are."""
    words = command.get("discussion", "")
    return [".nf", text(words), ".fi"] if words else []


def page(command, name):
    """The whole page of a command, called `name`, and its subcommands."""
    lines = [f'.TH {name.upper()} 1 "" Tocsin', ".SH NAME", f"{name} \\- {text(command['abstract'])}"]
    lines += [".SH SYNOPSIS", f"\\fB{name}\\fR [\\fIoption\\fR...] [\\fIargument\\fR...]"]
    lines += [".SH DESCRIPTION", *discussion(command), ".SH OPTIONS", *arguments(command)]
    for child in command.get("subcommands", []):
        if child["commandName"] == "help":
            continue
        lines += [f".SH {name.upper()} {child['commandName'].upper()}", text(child["abstract"])]
        lines += [".PP", *discussion(child), *arguments(child)]
    return "\n".join(line for line in lines if line) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(json.load(sys.stdin)["command"], sys.argv[1]))
