#include <curl/curl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

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
static inline CURLcode laurel_curl_set_mail_protocols(CURL *handle) {
    return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, CURLPROTO_SMTP | CURLPROTO_SMTPS);
}
// In C, since the address is longer than the last member of the structure says.
static inline const struct sockaddr *laurel_curl_address(const struct curl_sockaddr *address) { return &address->addr; }
static inline CURLcode laurel_curl_status(CURL *handle, long *status) {
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}
static inline CURLcode laurel_curl_request_size(CURL *handle, long *size) {
    return curl_easy_getinfo(handle, CURLINFO_REQUEST_SIZE, size);
}

// Called each time before a request is sent over a connection. libcurl sends one again by itself when a connection that
// it used before turns out to be gone. Since libcurl 7.80, which Debian 11 does not have.
static inline CURLcode laurel_curl_set_before_request(CURL *handle, int (*value)(void *, char *, char *, int, int),
    void *data) {
#if LIBCURL_VERSION_NUM >= 0x075000
    CURLcode failure = curl_easy_setopt(handle, CURLOPT_PREREQDATA, data);
    return failure ? failure : curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
#else
    return CURLE_UNKNOWN_OPTION;
#endif
}
static inline CURLcode laurel_curl_set_socket_options(CURL *handle, int (*value)(void *, curl_socket_t, curlsocktype)) {
    return curl_easy_setopt(handle, CURLOPT_SOCKOPTFUNCTION, value);
}
static inline CURLcode laurel_curl_private(CURL *handle, void **value) {
    return curl_easy_getinfo(handle, CURLINFO_PRIVATE, value);
}

// The same for many transfers at a time: curl_multi_setopt.
static inline CURLMcode laurel_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode laurel_curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode laurel_curl_multi_set_socket(CURLM *multi,
    int (*value)(CURL *, curl_socket_t, int, void *, void *)) {
    return curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, value);
}
static inline CURLMcode laurel_curl_multi_set_timer(CURLM *multi, int (*value)(CURLM *, long, void *)) {
    return curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, value);
}
static inline CURLcode laurel_curl_result(const CURLMsg *message) { return message->data.result; }
