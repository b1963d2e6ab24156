import CLaurelSQLite
import LaurelDomain
import LaurelStorage

extension SQLiteConnection {
    /// Teaches this connection `alias_skeleton(text)`: the step of the schema that brings skeletons needs those of the
    /// aliases that are there already.
    func addSkeletonFunction() {
        sqlite3_create_function_v2(
            handle, "alias_skeleton", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, _, values in
                guard let value = values?[0], let start = sqlite3_value_text(value) else {
                    sqlite3_result_null(context)
                    return
                }
                let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
                let skeleton = AliasSkeleton.of(String(decoding: bytes, as: UTF8.self))
                skeleton.withCString { text in
                    // -1 is SQLITE_TRANSIENT, a macro that Swift does not see: SQLite copies the text.
                    sqlite3_result_text(context, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type?.self))
                }
            }, nil, nil, nil)
    }
}
