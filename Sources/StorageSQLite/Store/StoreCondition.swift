import CLaurelSQLite
import Glibc
public import LaurelStorage
import LaurelStorageSQL

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
        guard access(path, F_OK) == 0 else {
            let reason = errno
            if SQLiteStore.isAbsence(reason) { return .none }
            return .refused("can't read \(path): \(String(cString: strerror(reason)))")
        }
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

    /// The IDs of the keys that the store's secrets are sealed with, beside a server that may be using it.
    ///
    /// - Returns: nil when it can't be read, or is of another version; ``find(in:)`` says why.
    public static func sealingKeys(in dataFolder: String, _ sealing: SecretSealing) -> Set<String>? {
        let path = dataFolder + "/" + SQLiteStore.fileName
        do {
            let connection = try SQLiteStore.openReader(path)
            guard try StoreFile.check(connection, path: path) == Migration.latest else { return nil }
            return try sealing.usedKeys(on: connection)
        } catch {
            return nil
        }
    }
}
