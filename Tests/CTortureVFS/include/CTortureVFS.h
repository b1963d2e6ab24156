#ifndef LAUREL_CTORTUREVFS_H
#define LAUREL_CTORTUREVFS_H
#include <stdbool.h>
#include <stdint.h>

// A disk for SQLite's files below one folder that does what disks do: it keeps what was not synced in a cache, loses
// it with the power, tears pages, fails, fills up, and may lie about a sync.
//
// It is a VFS over the process's own one, and the default once a disk was made: files elsewhere don't go through it.
// The folder's real files hold what the operating system would show to the process; beside them the disk remembers
// what of it would be there after a power loss.
typedef struct laurel_disk laurel_disk;

// What one operation is: each counts as one.
enum { LAUREL_DISK_WRITE = 0, LAUREL_DISK_SYNC = 1, LAUREL_DISK_READ = 2 };

// Returns NULL when the folder is not there, or SQLite has no VFS to stand on.
laurel_disk *laurel_disk_make(const char *folder);
// Its contents go. Connections that are still open get errors: a thread may close its own a moment later.
void laurel_disk_end(laurel_disk *disk);

// The power goes with the operation `operations` from now (1: the next) of those that change something: neither it nor
// any later one succeeds. A write that it comes in may have been done in part.
void laurel_disk_cut(laurel_disk *disk, int64_t operations);
bool laurel_disk_is_cut(laurel_disk *disk);
// The operation of that kind so many from now fails once. A write that fails may have been done in part; what a failed
// sync was to write may be lost for all later syncs too, as Linux forgets it. 0: none fails.
void laurel_disk_fail(laurel_disk *disk, int kind, int64_t operations);
// What reads that fail say: EIO, as of a bad sector, which SQLite takes for damage; 0: another error.
void laurel_disk_set_read_error(laurel_disk *disk, int error);
// Whether an operation of that kind is still to fail.
bool laurel_disk_is_to_fail(laurel_disk *disk, int kind);
// Files can grow by so many bytes altogether; below 0: without limit.
void laurel_disk_set_room(laurel_disk *disk, int64_t bytes);
// Syncs succeed, and write nothing.
void laurel_disk_set_lying(laurel_disk *disk, bool lies);
// Random numbers of faults begin here.
void laurel_disk_seed(laurel_disk *disk, uint64_t seed);
// Operations so far that change something.
int64_t laurel_disk_operations(laurel_disk *disk);

// Which part of what was not synced is there after the power loss, in sectors: so many of 256; 256: all, as after the
// end of the process alone. Writes the disk's files into another folder. Returns 0, or an errno.
int laurel_disk_image(laurel_disk *disk, int kept, const char *folder);
#endif
