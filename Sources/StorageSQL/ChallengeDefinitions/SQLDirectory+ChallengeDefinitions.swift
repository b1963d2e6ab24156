public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func challengeDefinitions() async throws(StoreError) -> [AppChallengeDefinition] {
        try await read { connection throws(StoreError) in try ChallengeDefinitionTable.all(on: connection) }
    }

    public func putChallengeDefinition(
        _ definition: ChallengeDefinition, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try ChallengeDefinitionTable.put(definition, of: app, on: connection)
            if let entry { try AuditTable.insert(entry, on: connection) }
        }
    }

    public func removeChallengeDefinition(
        _ id: ChallengeDefinitionID, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in
            try ChallengeDefinitionTable.remove(id, of: app, on: connection)
        }
    }
}
