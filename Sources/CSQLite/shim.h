#include <sqlite3.h>

/* sqlite3_db_config takes any number of arguments, which Swift cannot pass. */
static inline int laurel_sqlite3_keep_log_on_close(sqlite3 *db, int keeps) {
    return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}
