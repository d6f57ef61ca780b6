#include "CVersion.h"

/* `Packaging/stamp` finds the place by its mark and writes after it. So a commit costs no compiling,
   and the same sources give the same program. */
#define MARK "tocsin-build:"
static volatile const char build[64] = MARK;

const char *tocsin_build(void) { return (const char *)build + sizeof MARK - 1; }
