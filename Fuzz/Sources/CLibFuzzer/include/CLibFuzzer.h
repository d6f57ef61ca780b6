// libFuzzer as a library (LLVM, "libFuzzer – Using libFuzzer as a library"), and a file in memory.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

// Weak: a build without -sanitize=fuzzer has no such function and can still replay files.
__attribute__((weak)) int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

static inline bool has_libfuzzer(void) { return LLVMFuzzerRunDriver != NULL; }

// memfd_create, which Swift's Glibc module lacks.
int memory_file(const char *name);
