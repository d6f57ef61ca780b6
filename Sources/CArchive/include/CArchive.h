#pragma once

#include <archive.h>
#include <archive_entry.h>

/* Whether libarchive is installed. Where it is not, no other function of it may be called. */
int tocsin_has_archive(void);
