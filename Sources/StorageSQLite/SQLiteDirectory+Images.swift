public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func images() async throws(StoreError) -> [ImageRecord] {
        try await read { connection throws(StoreError) in try ImageTable.all(on: connection) }
    }

    public func putImage(_ image: NewImage, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try ImageTable.put(image, on: connection) else { return false }
            if let entry { try AuditTable.insert(entry, on: connection) }
            return true
        }
    }

    public func removeImage(
        at place: ImagePlace, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try ImageTable.remove(place, of: app, on: connection) else { return false }
            if let entry { try AuditTable.insert(entry, on: connection) }
            return true
        }
    }
}
