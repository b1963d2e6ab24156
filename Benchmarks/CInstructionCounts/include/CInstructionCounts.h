#ifndef LAUREL_CINSTRUCTIONCOUNTS_H
#define LAUREL_CINSTRUCTIONCOUNTS_H
// Tells callgrind where a part begins and ends; nothing without valgrind, or where its header was not installed.
void laurel_count_begin(void);
void laurel_count_end(const char *name);
#endif
