#pragma once
#include <errno.h>
#include <seccomp.h>
