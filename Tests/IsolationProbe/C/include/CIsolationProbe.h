#pragma once

/// How many forbidden things the probe tries.
int isolation_probe_count(void);
/// The name of one of them.
const char *isolation_probe_name(int index);
/// Tries it with harmless arguments: 0 when the kernel did it, else errno.
///
/// Without a filter these fail with other numbers than EACCES, or succeed.
int isolation_probe_try(int index);
/// The same of what `key-keeper` has no use for and is refused.
int isolation_probe_refused_count(void);
const char *isolation_probe_refused_name(int index);
int isolation_probe_refused_try(int index);
/// The same of what ends `key-keeper`.
int isolation_probe_deadly_count(void);
int isolation_probe_deadly_try(int index);
/// prctl(PR_GET_DUMPABLE).
int isolation_probe_dumpable(void);
/// Starts this program again with `argument` and waits: its exit code, or -errno.
int isolation_probe_child(const char *argument);
/// Sends no signal to a thread of another process, as a try; 0 or an error number.
int isolation_probe_signal_thread(int process);
/// Asks for a limit of another process; 0 or an error number.
int isolation_probe_limit(int process);
/// Changes the mode of a file by fchmodat2, by its number; 0 or an error number.
int isolation_probe_mode(const char *path);
