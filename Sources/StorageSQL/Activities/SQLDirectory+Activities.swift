public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func activities() async throws(StoreError) -> [AppActivity] {
        try await read { connection throws(StoreError) in try ActivityDefinitionTable.all(on: connection) }
    }

    public func putActivity(
        _ activity: ActivityDefinition, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try ActivityDefinitionTable.put(activity, of: app, on: connection)
            if let entry { try AuditTable.insert(entry, on: connection) }
        }
    }

    public func removeActivity(
        _ id: ActivityID, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in
            try ActivityDefinitionTable.remove(id, of: app, on: connection)
        }
    }

    public func parties(_ code: PartyCode, at now: Timestamp) async throws(StoreError) -> [Party] {
        try await read { connection throws(StoreError) in
            try connection.snapshot { () throws(StoreError) in
                try PartyTable.parties(code, at: now, on: connection)
            }
        }
    }

    public func parties(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) -> [Party] {
        try await read { connection throws(StoreError) in
            try connection.snapshot { () throws(StoreError) in
                try PartyTable.parties(of: player, at: now, on: connection)
            }
        }
    }

    public func putParties(_ parties: [Party], at now: Timestamp) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            for party in parties { try PartyTable.put(party, on: connection) }
            try PartyTable.removeEnded(at: now, on: connection)
        }
    }

    public func countParties(_ selection: PartySelection) async throws(StoreError) -> Int {
        try await read { connection throws(StoreError) in try PartyTable.count(selection, on: connection) }
    }

    public func removeParties(_ selection: PartySelection) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in try PartyTable.remove(selection, on: connection) }
    }
}
