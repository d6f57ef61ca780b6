#include "CCurl.h"

#include "CLoading.h"

#include <string.h>

#define LIBCURL "libcurl.so.4"

int tocsin_has_curl(void) { return tocsin_optional_function(LIBCURL, "curl_easy_setopt") != NULL; }

FORWARD_1(LIBCURL, CURLcode, curl_global_init, long)
FORWARD(LIBCURL, CURL *, curl_easy_init, (void), ())
FORWARD_1(LIBCURL, void, curl_easy_cleanup, CURL *)
FORWARD_1(LIBCURL, const char *, curl_easy_strerror, CURLcode)
FORWARD_2(LIBCURL, struct curl_slist *, curl_slist_append, struct curl_slist *, const char *)
FORWARD_1(LIBCURL, void, curl_slist_free_all, struct curl_slist *)
FORWARD(LIBCURL, CURLM *, curl_multi_init, (void), ())
FORWARD_1(LIBCURL, CURLMcode, curl_multi_cleanup, CURLM *)
FORWARD_2(LIBCURL, CURLMcode, curl_multi_add_handle, CURLM *, CURL *)
FORWARD_2(LIBCURL, CURLMcode, curl_multi_remove_handle, CURLM *, CURL *)
FORWARD_2(LIBCURL, CURLMcode, curl_multi_perform, CURLM *, int *)
FORWARD_2(LIBCURL, CURLMsg *, curl_multi_info_read, CURLM *, int *)
FORWARD_1(LIBCURL, CURLMcode, curl_multi_wakeup, CURLM *)
FORWARD(LIBCURL, CURLMcode, curl_multi_poll,
        (CURLM * multi, struct curl_waitfd *more, unsigned int count, int timeout, int *ready),
        (multi, more, count, timeout, ready))

typedef CURLcode (*Setter)(CURL *, CURLoption, ...);

static Setter setter(void) {
  static _Atomic(Setter) found;
  Setter own = found;
  if (!own) found = own = (Setter)tocsin_function(LIBCURL, "curl_easy_setopt");
  return own;
}

CURLcode tocsin_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return setter()(handle, option, value);
}

CURLcode tocsin_curl_set_number(CURL *handle, CURLoption option, long value) {
  return setter()(handle, option, value);
}

CURLcode tocsin_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return setter()(handle, option, value);
}

CURLcode tocsin_curl_set_certificates(CURL *handle, const char *text) {
  struct curl_blob blob = {(void *)text, strlen(text), CURL_BLOB_COPY};
  return setter()(handle, CURLOPT_CAINFO_BLOB, &blob);
}

CURLcode tocsin_curl_set_writer(CURL *handle, curl_write_callback writer, void *closure) {
  CURLcode code = setter()(handle, CURLOPT_WRITEFUNCTION, writer);
  return code ? code : setter()(handle, CURLOPT_WRITEDATA, closure);
}

CURLcode tocsin_curl_set_errors(CURL *handle, char buffer[CURL_ERROR_SIZE]) {
  return setter()(handle, CURLOPT_ERRORBUFFER, buffer);
}

CURLcode tocsin_curl_get_number(CURL *handle, CURLINFO info, long *value) {
  CURLcode (*own)(CURL *, CURLINFO, ...) = tocsin_function(LIBCURL, "curl_easy_getinfo");
  return own(handle, info, value);
}

CURLcode tocsin_curl_result(const CURLMsg *message) { return message->data.result; }
