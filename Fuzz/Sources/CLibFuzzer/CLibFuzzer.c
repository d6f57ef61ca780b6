#define _GNU_SOURCE
#include "CLibFuzzer.h"

int memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
