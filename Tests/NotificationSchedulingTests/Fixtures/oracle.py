#!/usr/bin/env python3
"""Trigger dates and zone offsets by another way: Python's zoneinfo and a walk over all days.

    oracle.py zones                                   the zones, one a line
    oracle.py dates RULES OUTPUT FIRST LAST ZONE...   dates of FIRST < date <= LAST
    oracle.py offsets OUTPUT ZONE... < instants       offsets at instants, one a line

RULES is a JSON list of calendar components. OUTPUT holds, for each zone and each rule, a count and
so many dates, all as 64-bit integers of this machine; for `offsets` one offset for each zone and
instant.
"""

import datetime
import json
import struct
import sys
import zoneinfo
from array import array

zoneinfo.reset_tzpath(["/usr/share/zoneinfo"])
DAY = datetime.timedelta(days=1)
UTC = datetime.timezone.utc


def zones():
    """All names of the database that the C library knows, old spellings too."""
    return sorted(zoneinfo.available_timezones())


def week_of_year(day, rule):
    """(year, week) by a rule: ISO's by Python, that of the United States by counting Sundays."""
    if rule is None:
        return day.isocalendar()[:2]
    assert rule == {"firstWeekday": 1, "minimumDaysInFirstWeek": 1}
    saturday = day + DAY * ((5 - day.weekday()) % 7)
    return saturday.year, (saturday.timetuple().tm_yday - 1) // 7 + 1


def week_of_month(day, rule):
    """The week with the month's first Thursday (ISO) or with its first day is the first."""
    if rule is None:
        thursday = next(n for n in range(1, 8) if day.replace(day=n).weekday() == 3)
        return (day.day - (thursday - 3)) // 7 + 1
    saturday = next(n for n in range(1, 8) if day.replace(day=n).weekday() == 5)
    return (day.day - (saturday - 6)) // 7 + 1


def facts(day, rule):
    """Everything that components can ask of a day."""
    year, week = week_of_year(day, rule)
    return {
        "year": day.year, "quarter": (day.month - 1) // 3 + 1, "month": day.month, "day": day.day,
        "dayOfYear": day.timetuple().tm_yday, "weekday": day.isoweekday() % 7 + 1,
        "weekdayOrdinal": (day.day - 1) // 7 + 1, "weekOfMonth": week_of_month(day, rule),
        "weekOfYear": week, "yearForWeekOfYear": year,
    }


def local_times(components, first, last):
    """The naive local times of the days from `first` to `last` that match, ascending."""
    rule = components.get("weekRule")
    asked = {key: value for key, value in components.items() if key != "weekRule"}
    time = {key: asked.pop(key) for key in ("hour", "minute", "second") if key in asked}

    def matches(day):
        known = facts(day, rule)
        return all(known[key] == value for key, value in asked.items())

    coarse = not time and not {"day", "weekday", "dayOfYear"} & set(asked)
    seconds = [time.get("second", 0)]
    minutes = [time["minute"]] if "minute" in time else range(60) if "second" in time else [0]
    finer = "second" in time or "minute" in time
    hours = [time["hour"]] if "hour" in time else range(24) if finer else [0]
    day = first
    while day <= last:
        if matches(day) and not (coarse and matches(day - DAY)):
            for hour in hours:
                for minute in minutes:
                    for second in seconds:
                        yield datetime.datetime(
                            day.year, day.month, day.day, hour, minute, second)
        day += DAY


def instant(local, zone):
    """Of two the first; a time that is skipped moves by the gap, in whole hours rounded up."""
    early = zone.utcoffset(local)
    late = zone.utcoffset(local.replace(fold=1))
    seconds = int((local - datetime.datetime(1970, 1, 1)).total_seconds())
    if late <= early:
        return seconds - int(early.total_seconds())
    gap = int((late - early).total_seconds())
    return seconds - int(late.total_seconds()) + -(-gap // 3600) * 3600


def shown_again(local, zone):
    """The second of two; none for a time that is shown once, or skipped."""
    early = zone.utcoffset(local)
    late = zone.utcoffset(local.replace(fold=1))
    seconds = int((local - datetime.datetime(1970, 1, 1)).total_seconds())
    return [seconds - int(late.total_seconds())] if late < early else []


def rings_each_hour(rule):
    return "hour" not in rule and ("minute" in rule or "second" in rule)


def clock(name, first):
    """What a zone's dates after `first` depend on (RFC 9636): its offset then, the changes that its
    file lists after it, and the rule at the end of the file."""
    with open("/usr/share/zoneinfo/" + name, "rb") as file:
        data = file.read()
    start = data.index(b"TZif", 4)  # The second part, whose instants have 64 bits.
    count, types = struct.unpack_from(">2I", data, start + 32)
    instants = struct.unpack_from(f">{count}q", data, start + 44)
    kinds = data[start + 44 + 8 * count:]
    offsets = [struct.unpack_from(">i", kinds, count + 6 * number)[0] for number in range(types)]
    changes = [(at, offsets[kind]) for at, kind in zip(instants, kinds)]
    before = [offset for at, offset in changes if at <= first][-1:] or offsets[:1]
    return (*before, *(change for change in changes if change[0] > first),
            data.rsplit(b"\n", 2)[1])


def dates(rules, output, first, last, names):
    span = [datetime.datetime.fromtimestamp(edge, UTC).date() for edge in (first, last)]
    times = [list(local_times(rule, span[0] - 3 * DAY, span[1] + 3 * DAY)) for rule in rules]
    known = {}  # Most zones share their clock with others.
    with open(output, "wb") as file:
        for name in names:
            own = clock(name, first - 7 * 86_400)
            if own not in known:
                zone = zoneinfo.ZoneInfo(name)
                known[own] = array("q")
                for rule, locals_ in zip(rules, times):
                    found = {instant(local, zone) for local in locals_}
                    if rings_each_hour(rule):
                        for local in locals_:
                            found.update(shown_again(local, zone))
                    found = sorted(date for date in found if first < date <= last)
                    known[own].extend([len(found)] + found)
            known[own].tofile(file)


def offsets(output, names):
    instants = [datetime.datetime.fromtimestamp(int(line), UTC) for line in sys.stdin]
    with open(output, "wb") as file:
        for name in names:
            zone = zoneinfo.ZoneInfo(name)
            found = [int(at.astimezone(zone).utcoffset().total_seconds()) for at in instants]
            array("q", found).tofile(file)


if __name__ == "__main__":
    if sys.argv[1] == "zones":
        print("\n".join(zones()))
    elif sys.argv[1] == "dates":
        with open(sys.argv[2]) as given:
            rules = json.load(given)
        dates(rules, sys.argv[3], int(sys.argv[4]), int(sys.argv[5]), sys.argv[6:])
    else:
        offsets(sys.argv[2], sys.argv[3:])
