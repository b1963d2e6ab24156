#include "CTortureVFS.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What a disk writes whole or not at all. Source: the smallest sector of disks in use.
enum { SECTOR = 512, NAME_LIMIT = 256, FILES_LIMIT = 16 };

typedef enum { OP_WRITE, OP_TRUNCATE, OP_DELETE } op_kind;

// Something that was done and not synced.
typedef struct op {
    struct op *next;
    op_kind kind;
    // Lost by a failed sync: in the cache only.
    bool is_lost;
    int64_t offset;
    int64_t count;
    unsigned char bytes[];
} op;

typedef struct {
    unsigned char *bytes;
    int64_t count, room;
    bool exists;
} content;

typedef struct {
    char name[NAME_LIMIT];
    content durable;
    op *first, *last;
} file_record;

struct laurel_disk {
    char folder[NAME_LIMIT];
    laurel_disk *next;
    file_record *files[FILES_LIMIT];
    int file_count;
    int64_t operations;
    int64_t cut_at;
    int64_t fail_in[3];
    int read_error;
    // Below 0: without limit.
    int64_t free_bytes;
    bool lies, is_cut;
    uint64_t random;
};

typedef struct {
    sqlite3_file base;
    laurel_disk *disk;
    file_record *record;
    sqlite3_file *real;
    // Of the last read that failed so.
    int error;
} torture_file;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static laurel_disk *disks;
static sqlite3_vfs *real_vfs;
static sqlite3_vfs vfs;
static sqlite3_io_methods methods;

// SplitMix64.
static uint64_t next_random(laurel_disk *disk) {
    uint64_t mixed = disk->random += 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBu;
    return mixed ^ mixed >> 31;
}

static bool is_kept(laurel_disk *disk, int kept) { return kept >= 256 || (int)(next_random(disk) % 256) < kept; }

// MARK: Contents

static bool grow(content *content, int64_t count) {
    if (count > content->room) {
        int64_t room = count + count / 2 + 4096;
        unsigned char *bytes = realloc(content->bytes, (size_t)room);
        if (bytes == NULL) return false;
        content->bytes = bytes;
        content->room = room;
    }
    if (count > content->count) {
        memset(content->bytes + content->count, 0, (size_t)(count - content->count));
        content->count = count;
    }
    return true;
}

static bool put(content *content, int64_t offset, const unsigned char *bytes, int64_t count) {
    if (!grow(content, offset + count)) return false;
    memcpy(content->bytes + offset, bytes, (size_t)count);
    content->exists = true;
    return true;
}

// A write sector by sector. The file may have got longer all the same, by what was on the disk before.
static bool put_torn(laurel_disk *disk, content *content, const op *op, int kept) {
    int64_t end = op->offset + op->count;
    for (int64_t start = op->offset; start < end;) {
        int64_t next = (start / SECTOR + 1) * SECTOR;
        if (next > end) next = end;
        if (is_kept(disk, kept)) {
            if (!put(content, start, op->bytes + (start - op->offset), next - start)) return false;
        } else if (next > content->count && content->exists && is_kept(disk, 128)) {
            int64_t old = content->count;
            if (!grow(content, next)) return false;
            bool is_noise = is_kept(disk, 128);
            for (int64_t at = old > start ? old : start; is_noise && at < next; at++)
                content->bytes[at] = (unsigned char)next_random(disk);
        }
        start = next;
    }
    return true;
}

// What would be there of a file after a power loss.
static bool replay(laurel_disk *disk, file_record *record, int kept, content *into) {
    *into = (content){0};
    if (record->durable.exists && !put(into, 0, record->durable.bytes, record->durable.count)) return false;
    into->exists = record->durable.exists;
    // A new name in the folder is written like everything else.
    if (!into->exists && record->first != NULL && !is_kept(disk, kept)) return true;
    for (op *op = record->first; op != NULL; op = op->next) {
        if (op->is_lost) continue;
        switch (op->kind) {
        case OP_WRITE:
            if (!put_torn(disk, into, op, kept)) return false;
            break;
        case OP_TRUNCATE:
            if (is_kept(disk, kept) && op->offset < into->count) into->count = op->offset;
            break;
        case OP_DELETE:
            // What came after it was written into another file, which nobody would find.
            if (!is_kept(disk, kept)) return true;
            into->count = 0;
            into->exists = false;
            break;
        }
    }
    return true;
}

// All that was not synced becomes durable, but for what a failed sync has lost.
static bool settle(file_record *record) {
    content *durable = &record->durable;
    durable->exists = true;
    for (op *op = record->first; op != NULL; op = op->next) {
        if (op->is_lost) continue;
        switch (op->kind) {
        case OP_WRITE:
            if (!put(durable, op->offset, op->bytes, op->count)) return false;
            break;
        case OP_TRUNCATE:
            if (op->offset < durable->count) durable->count = op->offset;
            break;
        case OP_DELETE:
            durable->count = 0;
            break;
        }
    }
    return true;
}

static void forget(file_record *record) {
    while (record->first != NULL) {
        op *op = record->first;
        record->first = op->next;
        free(op);
    }
    record->last = NULL;
}

static bool note(file_record *record, op_kind kind, int64_t offset, const void *bytes, int64_t count) {
    op *made = malloc(sizeof(op) + (size_t)count);
    if (made == NULL) return false;
    *made = (op){.kind = kind, .offset = offset, .count = count};
    if (count > 0) memcpy(made->bytes, bytes, (size_t)count);
    if (record->last != NULL) record->last->next = made;
    else record->first = made;
    record->last = made;
    return true;
}

// MARK: Faults

// Whether this operation is the one that fails.
static bool fails(laurel_disk *disk, int kind) {
    if (disk->fail_in[kind] == 0) return false;
    disk->fail_in[kind] -= 1;
    return disk->fail_in[kind] == 0;
}

// Counts an operation that changes something. Returns true from the moment on that the power is off.
static bool is_off(laurel_disk *disk) {
    if (disk->is_cut) return true;
    disk->operations += 1;
    if (disk->cut_at > 0 && disk->operations >= disk->cut_at) disk->is_cut = true;
    return disk->is_cut;
}

// MARK: Files

static torture_file *torture(sqlite3_file *file) { return (torture_file *)file; }

static int file_close(sqlite3_file *file) {
    sqlite3_file *real = torture(file)->real;
    return real->pMethods != NULL ? real->pMethods->xClose(real) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    torture_file *own = torture(file);
    pthread_mutex_lock(&mutex);
    bool has_failed = fails(own->disk, LAUREL_DISK_READ);
    int error = own->disk->read_error;
    pthread_mutex_unlock(&mutex);
    // Both as os_unix.c has it, unixRead.
    if (has_failed) {
        own->error = error;
        return error == EIO ? SQLITE_IOERR_CORRUPTFS : SQLITE_IOERR_READ;
    }
    int code = own->real->pMethods->xRead(own->real, bytes, count, offset);
    if (code == SQLITE_IOERR_SHORT_READ) own->error = 0;
    return code;
}

// Shows it to the process, and remembers that it is not on the disk.
static int write_part(torture_file *own, const void *bytes, int count, int64_t offset) {
    if (count == 0) return SQLITE_OK;
    int code = own->real->pMethods->xWrite(own->real, bytes, count, offset);
    if (code == SQLITE_OK && !note(own->record, OP_WRITE, offset, bytes, count)) code = SQLITE_NOMEM;
    return code;
}

static int write_locked(torture_file *own, const void *bytes, int count, int64_t offset) {
    laurel_disk *disk = own->disk;
    bool was_cut = disk->is_cut;
    if (is_off(disk)) {
        if (!was_cut) (void)write_part(own, bytes, (int)(next_random(disk) % ((uint64_t)count + 1)), offset);
        return SQLITE_IOERR_WRITE;
    }
    if (fails(disk, LAUREL_DISK_WRITE)) {
        (void)write_part(own, bytes, (int)(next_random(disk) % ((uint64_t)count + 1)), offset);
        return SQLITE_IOERR_WRITE;
    }
    sqlite3_int64 size = 0;
    int code = own->real->pMethods->xFileSize(own->real, &size);
    if (code != SQLITE_OK) return code;
    int64_t growth = offset + count - size;
    if (disk->free_bytes >= 0 && growth > 0) {
        if (growth > disk->free_bytes) return SQLITE_FULL;
        disk->free_bytes -= growth;
    }
    return write_part(own, bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    pthread_mutex_lock(&mutex);
    int code = write_locked(torture(file), bytes, count, offset);
    pthread_mutex_unlock(&mutex);
    return code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    torture_file *own = torture(file);
    pthread_mutex_lock(&mutex);
    int code = SQLITE_IOERR_TRUNCATE;
    if (!is_off(own->disk) && note(own->record, OP_TRUNCATE, size, NULL, 0))
        code = own->real->pMethods->xTruncate(own->real, size);
    pthread_mutex_unlock(&mutex);
    return code;
}

static int sync_locked(torture_file *own) {
    laurel_disk *disk = own->disk;
    if (is_off(disk)) return SQLITE_IOERR_FSYNC;
    if (fails(disk, LAUREL_DISK_SYNC)) {
        for (op *op = own->record->first; op != NULL; op = op->next)
            if (op->kind == OP_WRITE) op->is_lost |= is_kept(disk, 128);
        return SQLITE_IOERR_FSYNC;
    }
    if (disk->lies) return SQLITE_OK;
    if (!settle(own->record)) return SQLITE_NOMEM;
    forget(own->record);
    return SQLITE_OK;
}

static int file_sync(sqlite3_file *file, int flags) {
    (void)flags;
    pthread_mutex_lock(&mutex);
    int code = sync_locked(torture(file));
    pthread_mutex_unlock(&mutex);
    return code;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    sqlite3_file *real = torture(file)->real;
    return real->pMethods->xFileSize(real, size);
}

static int file_lock(sqlite3_file *file, int level) {
    sqlite3_file *real = torture(file)->real;
    return real->pMethods->xLock(real, level);
}

static int file_unlock(sqlite3_file *file, int level) {
    sqlite3_file *real = torture(file)->real;
    return real->pMethods->xUnlock(real, level);
}

static int file_check_lock(sqlite3_file *file, int *is_reserved) {
    sqlite3_file *real = torture(file)->real;
    return real->pMethods->xCheckReservedLock(real, is_reserved);
}

static int file_control(sqlite3_file *file, int what, void *argument) {
    if (what == SQLITE_FCNTL_LAST_ERRNO && torture(file)->error != 0) {
        *(int *)argument = torture(file)->error;
        return SQLITE_OK;
    }
    sqlite3_file *real = torture(file)->real;
    return real->pMethods->xFileControl(real, what, argument);
}

static int file_sector(sqlite3_file *file) {
    sqlite3_file *real = torture(file)->real;
    return real->pMethods->xSectorSize(real);
}

static int file_traits(sqlite3_file *file) {
    sqlite3_file *real = torture(file)->real;
    return real->pMethods->xDeviceCharacteristics(real);
}

static int file_map(sqlite3_file *file, int page, int size, int extends, void volatile **memory) {
    sqlite3_file *real = torture(file)->real;
    return real->pMethods->xShmMap(real, page, size, extends, memory);
}

static int file_map_lock(sqlite3_file *file, int offset, int count, int flags) {
    sqlite3_file *real = torture(file)->real;
    return real->pMethods->xShmLock(real, offset, count, flags);
}

static void file_barrier(sqlite3_file *file) {
    sqlite3_file *real = torture(file)->real;
    real->pMethods->xShmBarrier(real);
}

static int file_unmap(sqlite3_file *file, int deletes) {
    sqlite3_file *real = torture(file)->real;
    return real->pMethods->xShmUnmap(real, deletes);
}

// MARK: The VFS

// Under the mutex. NULL: the file is on none of our disks.
static laurel_disk *disk_of(const char *path) {
    for (laurel_disk *disk = disks; path != NULL && disk != NULL; disk = disk->next) {
        size_t length = strlen(disk->folder);
        if (strncmp(path, disk->folder, length) == 0 && path[length] == '/') return disk;
    }
    return NULL;
}

// A file that was there before the disk was made has been there for long.
static bool load(const char *path, content *content) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno == ENOENT;
    struct stat status;
    bool is_read = fstat(file, &status) == 0 && grow(content, status.st_size)
        && pread(file, content->bytes, (size_t)status.st_size, 0) == status.st_size;
    content->exists = is_read;
    close(file);
    return is_read;
}

static file_record *record_of(laurel_disk *disk, const char *path) {
    const char *name = path + strlen(disk->folder) + 1;
    for (int index = 0; index < disk->file_count; index++)
        if (strcmp(disk->files[index]->name, name) == 0) return disk->files[index];
    if (disk->file_count == FILES_LIMIT || strlen(name) >= NAME_LIMIT) return NULL;
    file_record *record = calloc(1, sizeof(file_record));
    if (record == NULL) return NULL;
    if (!load(path, &record->durable)) {
        free(record->durable.bytes);
        free(record);
        return NULL;
    }
    strcpy(record->name, name);
    disk->files[disk->file_count++] = record;
    return record;
}

static int vfs_open(sqlite3_vfs *self, const char *path, sqlite3_file *file, int flags, int *given) {
    (void)self;
    pthread_mutex_lock(&mutex);
    laurel_disk *disk = disk_of(path);
    file_record *record = disk != NULL ? record_of(disk, path) : NULL;
    pthread_mutex_unlock(&mutex);
    if (disk == NULL) return real_vfs->xOpen(real_vfs, path, file, flags, given);
    torture_file *own = torture(file);
    *own = (torture_file){.disk = disk, .record = record, .real = (sqlite3_file *)(own + 1)};
    if (record == NULL) return SQLITE_CANTOPEN;
    int code = real_vfs->xOpen(real_vfs, path, own->real, flags, given);
    // SQLite closes what has methods, whatever this returns.
    if (code == SQLITE_OK) own->base.pMethods = &methods;
    return code;
}

static int vfs_delete(sqlite3_vfs *self, const char *path, int syncs) {
    (void)self;
    pthread_mutex_lock(&mutex);
    laurel_disk *disk = disk_of(path);
    file_record *record = disk != NULL ? record_of(disk, path) : NULL;
    int code = SQLITE_OK;
    if (disk != NULL) {
        if (record == NULL || is_off(disk) || !note(record, OP_DELETE, 0, NULL, 0)) {
            code = SQLITE_IOERR_DELETE;
        } else if (syncs && !disk->lies) {
            record->durable.count = 0;
            record->durable.exists = false;
            forget(record);
        }
    }
    pthread_mutex_unlock(&mutex);
    return code == SQLITE_OK ? real_vfs->xDelete(real_vfs, path, syncs) : code;
}

static int vfs_access(sqlite3_vfs *self, const char *path, int flags, int *result) {
    (void)self;
    return real_vfs->xAccess(real_vfs, path, flags, result);
}

static int vfs_full_path(sqlite3_vfs *self, const char *path, int count, char *full) {
    (void)self;
    return real_vfs->xFullPathname(real_vfs, path, count, full);
}

static void make_default(void) {
    real_vfs = sqlite3_vfs_find(NULL);
    if (real_vfs == NULL) return;
    methods = (sqlite3_io_methods){
        // The second version: shared memory, but no mapped files, which would be written behind our back.
        .iVersion = 2,
        .xClose = file_close, .xRead = file_read, .xWrite = file_write, .xTruncate = file_truncate,
        .xSync = file_sync, .xFileSize = file_size, .xLock = file_lock, .xUnlock = file_unlock,
        .xCheckReservedLock = file_check_lock, .xFileControl = file_control, .xSectorSize = file_sector,
        .xDeviceCharacteristics = file_traits, .xShmMap = file_map, .xShmLock = file_map_lock,
        .xShmBarrier = file_barrier, .xShmUnmap = file_unmap,
    };
    // Everything that is not about files is the real one's.
    vfs = *real_vfs;
    vfs.zName = "torture";
    vfs.pNext = NULL;
    vfs.szOsFile = (int)sizeof(torture_file) + real_vfs->szOsFile;
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    vfs.xAccess = vfs_access;
    vfs.xFullPathname = vfs_full_path;
    if (sqlite3_vfs_register(&vfs, 1) != SQLITE_OK) real_vfs = NULL;
}

// MARK: Disks

laurel_disk *laurel_disk_make(const char *folder) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (sqlite3_initialize() != SQLITE_OK) return NULL;
    pthread_once(&once, make_default);
    char *path = realpath(folder, NULL);
    laurel_disk *disk = calloc(1, sizeof(laurel_disk));
    if (real_vfs == NULL || path == NULL || disk == NULL || strlen(path) >= NAME_LIMIT) {
        free(path);
        free(disk);
        return NULL;
    }
    strcpy(disk->folder, path);
    free(path);
    disk->free_bytes = -1;
    pthread_mutex_lock(&mutex);
    disk->next = disks;
    disks = disk;
    pthread_mutex_unlock(&mutex);
    return disk;
}

void laurel_disk_end(laurel_disk *disk) {
    pthread_mutex_lock(&mutex);
    for (laurel_disk **link = &disks; *link != NULL; link = &(*link)->next) {
        if (*link != disk) continue;
        *link = disk->next;
        break;
    }
    disk->is_cut = true;
    for (int index = 0; index < disk->file_count; index++) {
        forget(disk->files[index]);
        free(disk->files[index]->durable.bytes);
        disk->files[index]->durable = (content){0};
    }
    pthread_mutex_unlock(&mutex);
}

void laurel_disk_cut(laurel_disk *disk, int64_t operations) {
    pthread_mutex_lock(&mutex);
    disk->cut_at = disk->operations + operations;
    pthread_mutex_unlock(&mutex);
}

bool laurel_disk_is_cut(laurel_disk *disk) {
    pthread_mutex_lock(&mutex);
    bool is_cut = disk->is_cut;
    pthread_mutex_unlock(&mutex);
    return is_cut;
}

void laurel_disk_fail(laurel_disk *disk, int kind, int64_t operations) {
    pthread_mutex_lock(&mutex);
    disk->fail_in[kind] = operations;
    pthread_mutex_unlock(&mutex);
}

void laurel_disk_set_read_error(laurel_disk *disk, int error) {
    pthread_mutex_lock(&mutex);
    disk->read_error = error;
    pthread_mutex_unlock(&mutex);
}

bool laurel_disk_is_to_fail(laurel_disk *disk, int kind) {
    pthread_mutex_lock(&mutex);
    bool is_to_fail = disk->fail_in[kind] > 0;
    pthread_mutex_unlock(&mutex);
    return is_to_fail;
}

void laurel_disk_set_room(laurel_disk *disk, int64_t bytes) {
    pthread_mutex_lock(&mutex);
    disk->free_bytes = bytes;
    pthread_mutex_unlock(&mutex);
}

void laurel_disk_set_lying(laurel_disk *disk, bool lies) {
    pthread_mutex_lock(&mutex);
    disk->lies = lies;
    pthread_mutex_unlock(&mutex);
}

void laurel_disk_seed(laurel_disk *disk, uint64_t seed) {
    pthread_mutex_lock(&mutex);
    disk->random = seed;
    pthread_mutex_unlock(&mutex);
}

int64_t laurel_disk_operations(laurel_disk *disk) {
    pthread_mutex_lock(&mutex);
    int64_t operations = disk->operations;
    pthread_mutex_unlock(&mutex);
    return operations;
}

static int save(const content *content, const char *folder, const char *name) {
    char path[2 * NAME_LIMIT];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return ENAMETOOLONG;
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return errno;
    int problem = 0;
    for (int64_t done = 0; done < content->count && problem == 0;) {
        ssize_t count = write(file, content->bytes + done, (size_t)(content->count - done));
        if (count > 0) done += count;
        else if (errno != EINTR) problem = errno != 0 ? errno : EIO;
    }
    close(file);
    return problem;
}

int laurel_disk_image(laurel_disk *disk, int kept, const char *folder) {
    pthread_mutex_lock(&mutex);
    int problem = 0;
    for (int index = 0; index < disk->file_count && problem == 0; index++) {
        const char *name = disk->files[index]->name;
        content image = {0};
        char path[2 * NAME_LIMIT];
        snprintf(path, sizeof path, "%s/%s", disk->folder, name);
        // The end of the process leaves what the operating system has.
        bool is_made = kept >= 256 ? load(path, &image) : replay(disk, disk->files[index], kept, &image);
        if (!is_made) problem = errno != 0 ? errno : ENOMEM;
        else if (image.exists) problem = save(&image, folder, name);
        free(image.bytes);
    }
    pthread_mutex_unlock(&mutex);
    return problem;
}
