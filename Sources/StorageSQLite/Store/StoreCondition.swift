import CLaurelSQLite
import Glibc
import LaurelStorage

/// What the whole reading of a store in a data folder found, beside a server that may be using it.
public enum StoreCondition: Hashable, Sendable {
    case none
    case sound(rows: Int64)
    case damaged(reason: String)
    /// The start would refuse it, or it can't be read: why.
    case refused(String)

    /// Reads all of it: some seconds for a gigabyte. Changes nothing.
    public static func find(in dataFolder: String) -> StoreCondition {
        let path = dataFolder + "/" + SQLiteStore.fileName
        // Before the store is read: a server that is using it goes on, and its mark with it.
        let mark = HighWaterMark.read(at: path + HighWaterMark.suffix)
        guard access(path, F_OK) == 0 else { return .none }
        do {
            let connection = try SQLiteStore.openReader(path)
            let version = try StoreFile.check(connection, path: path)
            guard version > 0 else { return .none }
            guard version <= Migration.latest else {
                throw OpenError.newer(path: path, version: version, supported: Migration.latest)
            }
            if let problem = try StoreFile.wholeProblem(connection, version: version) {
                return .damaged(reason: problem)
            }
            if let loss = try StoreOpening.loss(connection, version, mark) {
                return .refused(OpenError.lostEnd(path: path, loss).description)
            }
            return .sound(rows: try StoreOpening.extent(of: connection).rows)
        } catch StoreError.damaged(let reason) {
            return .damaged(reason: reason)
        } catch OpenError.damaged(_, let reason) {
            return .damaged(reason: reason)
        } catch {
            return .refused("\(error)")
        }
    }
}
