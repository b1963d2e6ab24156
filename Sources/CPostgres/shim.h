#include <libpq-fe.h>

/* Fields of a message are named by characters, which Swift does not see. */
static inline const char *laurel_pq_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}
static inline const char *laurel_pq_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
/* In English, whatever the server's language. */
static inline const char *laurel_pq_severity(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
}
