#pragma once

/* The version of all programs and packages. `Scripts/release` sets it; scripts read it from here. */
#define TOCSIN_VERSION "0.1.0"

/* The commit that the program was built from and its date, as `Packaging/stamp` wrote them into the
   finished file; empty in a program that was not packaged. */
const char *tocsin_build(void);
