#pragma once

/// From here on all threads of this program have one heap (glibc gives each its own), so that what one gives back the
/// next one uses, and what is larger than 128 KiB goes back to the kernel as soon as it is freed. To be called before
/// a second thread is started.
void one_heap_use(void);
