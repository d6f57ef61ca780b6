#include "CArchive.h"

#include "CLoading.h"

#define ARCHIVE "libarchive.so.13"

int tocsin_has_archive(void) {
  return tocsin_optional_function(ARCHIVE, "archive_read_new") != NULL;
}

typedef struct archive *archive;
typedef struct archive_entry *entry;

FORWARD(ARCHIVE, archive, archive_read_new, (void), ())
FORWARD_1(ARCHIVE, int, archive_read_free, archive)
FORWARD_1(ARCHIVE, int, archive_read_support_format_zip, archive)
FORWARD_1(ARCHIVE, int, archive_read_support_format_tar, archive)
FORWARD_1(ARCHIVE, int, archive_read_support_filter_gzip, archive)
FORWARD_1(ARCHIVE, int, archive_read_support_filter_bzip2, archive)
FORWARD_1(ARCHIVE, int, archive_read_support_filter_xz, archive)
FORWARD_1(ARCHIVE, int, archive_read_support_filter_zstd, archive)
FORWARD_3(ARCHIVE, int, archive_read_open_fd, archive, int, size_t)
FORWARD_2(ARCHIVE, int, archive_read_next_header, archive, entry *)
FORWARD_3(ARCHIVE, la_ssize_t, archive_read_data, archive, void *, size_t)
FORWARD_1(ARCHIVE, const char *, archive_error_string, archive)
FORWARD_1(ARCHIVE, int, archive_filter_count, archive)

FORWARD_1(ARCHIVE, const char *, archive_entry_pathname, entry)
FORWARD_1(ARCHIVE, const char *, archive_entry_pathname_utf8, entry)
FORWARD_1(ARCHIVE, la_int64_t, archive_entry_size, entry)
FORWARD_1(ARCHIVE, int, archive_entry_size_is_set, entry)
FORWARD_1(ARCHIVE, int, archive_entry_is_encrypted, entry)
FORWARD_1(ARCHIVE, __LA_MODE_T, archive_entry_filetype, entry)
