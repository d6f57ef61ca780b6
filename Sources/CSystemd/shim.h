#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
// Without the macros that add a source location: they have the names of the functions, used here.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>
