#define _GNU_SOURCE
#include "CSystemCalls.h"
#include <errno.h>
#include <sys/prctl.h>

static int result(int value) { return value < 0 ? -errno : value; }

int syscalls_forbid_dumps(void) { return result(prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)); }

int syscalls_set_no_new_privileges(void) { return result(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)); }

int syscalls_get_no_new_privileges(void) { return result(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)); }

int syscalls_get_seccomp(void) { return result(prctl(PR_GET_SECCOMP, 0, 0, 0, 0)); }

int syscalls_set_parent_death_signal(int signal) {
  return result(prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0));
}

const char *syscalls_program_name(void) { return program_invocation_short_name; }
