#include <curl/curl.h>

// curl_easy_setopt takes any number of arguments, which Swift cannot pass: one wrapper for each type of value.
static inline CURLcode laurel_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode laurel_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode laurel_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode laurel_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode laurel_curl_set_write(CURL *handle, CURLoption option,
    size_t (*value)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode laurel_curl_set_socket(CURL *handle,
    curl_socket_t (*value)(void *, curlsocktype, struct curl_sockaddr *)) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}
// The newer CURLOPT_PROTOCOLS_STR is not in Debian 11 and Ubuntu 22.04.
static inline CURLcode laurel_curl_set_protocols(CURL *handle, int allows_plain) {
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, allows_plain ? CURLPROTO_HTTP | CURLPROTO_HTTPS : CURLPROTO_HTTPS);
}
// In C, since the address is longer than the last member of the structure says.
static inline const struct sockaddr *laurel_curl_address(const struct curl_sockaddr *address) { return &address->addr; }
static inline CURLcode laurel_curl_status(CURL *handle, long *status) {
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}
static inline CURLcode laurel_curl_request_size(CURL *handle, long *size) {
    return curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, size);
}
