#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
