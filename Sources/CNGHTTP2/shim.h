#ifndef LAUREL_CNGHTTP2_H
#define LAUREL_CNGHTTP2_H
#include <nghttp2/nghttp2.h>
#endif
