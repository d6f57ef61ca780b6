#pragma once

/* Uses names that newer versions deprecate, so that older libraries work too. */
#define CURL_DISABLE_DEPRECATION
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/* Whether the system has the library. Without it, the functions below end the program. */
int tocsin_has_curl(void);

/* curl_easy_setopt and curl_easy_getinfo, which are variadic, for the types that are needed. */
CURLcode tocsin_curl_set_text(CURL *handle, CURLoption option, const char *value);
CURLcode tocsin_curl_set_number(CURL *handle, CURLoption option, long value);
CURLcode tocsin_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value);
/* Sets certificates (PEM) that replace the system's; they are copied. */
CURLcode tocsin_curl_set_certificates(CURL *handle, const char *text);
CURLcode tocsin_curl_set_writer(CURL *handle, curl_write_callback writer, void *closure);
CURLcode tocsin_curl_set_errors(CURL *handle, char buffer[CURL_ERROR_SIZE]);
CURLcode tocsin_curl_get_number(CURL *handle, CURLINFO info, long *value);
/* The result of a transfer: `result` of the message's union. */
CURLcode tocsin_curl_result(const CURLMsg *message);
