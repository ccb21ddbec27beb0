#pragma once
#include <stddef.h>

// The other side of TLS, for tests: OpenSSL on a socket that is connected already.

/// A server with this certificate and key, both PEM; NULL when they cannot be used.
void *tls_server_new(const char *certificate, const char *key);
void tls_server_free(void *server);

/// Waits for the handshake; NULL when the other side does not go through with it.
void *tls_accept(void *server, int socket);
/// Bytes read or written; 0 or less at the end.
long tls_read(void *connection, void *bytes, size_t count);
long tls_write(void *connection, const void *bytes, size_t count);
void tls_end(void *connection);
