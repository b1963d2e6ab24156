#ifndef LAUREL_CTLS_H
#define LAUREL_CTLS_H
#include <openssl/bio.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// What OpenSSL has as macros, which Swift doesn't see.
static inline int laurel_tls_set_versions(SSL_CTX *context, int least, int most) {
    return SSL_CTX_set_min_proto_version(context, least) && SSL_CTX_set_max_proto_version(context, most);
}

static inline int laurel_tls_limit_versions(SSL *session, int least, int most) {
    return SSL_set_min_proto_version(session, least) && SSL_set_max_proto_version(session, most);
}

static inline int laurel_tls_set_groups(SSL_CTX *context, const char *names) {
    return (int)SSL_CTX_set1_groups_list(context, names);
}

// No compression, no renegotiation, and an end without a word counts as an end: HTTP says how long its messages are.
static inline void laurel_tls_set_options(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF);
}

static inline void laurel_tls_set_modes(SSL_CTX *context) {
    SSL_CTX_set_mode(
        context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

// Takes the certificate over when it succeeds.
static inline int laurel_tls_add_chain_certificate(SSL_CTX *context, X509 *certificate) {
    return (int)SSL_CTX_add0_chain_cert(context, certificate);
}

static inline int laurel_tls_chain_count(SSL_CTX *context) {
    STACK_OF(X509) *chain = NULL;
    return SSL_CTX_get0_chain_certs(context, &chain) == 1 && chain ? sk_X509_num(chain) : 0;
}

// Stays the context's.
static inline X509 *laurel_tls_chain_certificate(SSL_CTX *context, int index) {
    STACK_OF(X509) *chain = NULL;
    return SSL_CTX_get0_chain_certs(context, &chain) == 1 && chain ? sk_X509_value(chain, index) : NULL;
}

static inline void laurel_tls_set_owner(SSL_CTX *context, void *owner) { SSL_CTX_set_app_data(context, owner); }

static inline void laurel_tls_free(void *bytes) { OPENSSL_free(bytes); }

static inline void *laurel_tls_owner(SSL *session) { return SSL_CTX_get_app_data(SSL_get_SSL_CTX(session)); }

// HMAC with SHA-256.
static inline int laurel_tls_set_digest_key(EVP_MAC_CTX *digest, unsigned char *key, size_t count) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_KEY, key, count),
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0), OSSL_PARAM_construct_end(),
    };
    return EVP_MAC_CTX_set_params(digest, parameters);
}

static inline int laurel_tls_reason(unsigned long error) { return ERR_GET_REASON(error); }

static inline void laurel_bio_retry_read(BIO *bio) { BIO_set_retry_read(bio); }

static inline void laurel_bio_retry_write(BIO *bio) { BIO_set_retry_write(bio); }

static inline void laurel_bio_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }
#endif
