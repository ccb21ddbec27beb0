#pragma once
// The low-level digests (SHA256_Init and kin) are marked deprecated in OpenSSL 3 yet are several times
// faster per call than EVP for short inputs, and their state can be copied: BIP-340 midstates need that.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/ripemd.h>
#include <openssl/sha.h>
