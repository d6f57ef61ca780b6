#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
// The names of macros for its own lines would clash; the functions are what is used.
#define SD_JOURNAL_SUPPRESS_LOCATION
#include <systemd/sd-journal.h>
