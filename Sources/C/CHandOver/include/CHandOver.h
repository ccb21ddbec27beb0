#pragma once

/// Descriptors that one process hands to another over a socket of the Unix family (unix(7), SCM_RIGHTS).
///
/// Only a program that has sockets has it: the signer can neither hand over nor take.

/// Sends `count` descriptors, at most eight; 0 or a negative error number. A process that went away is an error, no signal.
int handover_send(int socket, const int *files, int count);
/// Takes exactly `count` descriptors, at most eight, which are closed where another program starts; 0 or a negative error
/// number: then none was taken.
int handover_receive(int socket, int *files, int count);
