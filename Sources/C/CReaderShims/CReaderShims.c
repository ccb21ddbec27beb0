#include "CReaderShims.h"
