public import LaurelDomain
public import LaurelStorage

// MARK: Devices

extension SQLDirectory {
    public func addDeviceRequest(
        _ request: DeviceRequest, userCode: SecretDigest, limit: Int, at now: Timestamp
    ) async throws(StoreError) -> DeviceRequestAdding {
        try await write { connection throws(StoreError) in
            try DeviceRequestTable.insert(request, userCode: userCode, limit: limit, at: now, on: connection)
        }
    }

    public func deviceRequest(
        _ device: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> DeviceRequest? {
        try await read { connection throws(StoreError) in
            try DeviceRequestTable.request(device, at: now, on: connection)
        }
    }

    public func pendingDeviceRequest(
        userCode: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> DeviceRequest? {
        try await read { connection throws(StoreError) in
            try DeviceRequestTable.pending(userCode: userCode, at: now, on: connection)
        }
    }

    public func decideDevice(
        userCode: SecretDigest, _ grant: Grant?, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try DeviceRequestTable.decide(userCode: userCode, grant, at: now, on: connection)
        }
    }

    public func removeDeniedDevice(_ device: SecretDigest, at now: Timestamp) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try DeviceRequestTable.removeDenied(device, at: now, on: connection)
        }
    }

    public func useGrant<Refusal: Error>(
        ofDevice device: SecretDigest, at now: Timestamp,
        _ judge: @escaping @Sendable (Grant, Credentials?) -> Result<NewSession, Refusal>
    ) async throws(StoreError) -> GrantUse<Refusal> {
        try await write { connection throws(StoreError) in
            guard let grant = try DeviceRequestTable.takeAllowed(device, at: now, on: connection) else {
                return .nothing
            }
            return try GrantTable.use(grant, on: connection) { judge(grant, $0) }
        }
    }
}

// MARK: Web games

extension SQLDirectory {
    public func addWebGameGrant(
        _ grant: WebGameGrant, code: SecretDigest, limit: Int, limitPerPlayer: Int, at now: Timestamp
    ) async throws(StoreError) -> WebGameGrantAdding {
        try await write { connection throws(StoreError) in
            try WebGameGrantTable.insert(
                grant, code: code, limit: limit, limitPerPlayer: limitPerPlayer, at: now, on: connection)
        }
    }

    public func useGrant<Refusal: Error>(
        ofCode code: SecretDigest, at now: Timestamp, remembering memory: SpentCodeMemory,
        _ judge: @escaping @Sendable (WebGameGrant, Credentials?) -> Result<NewSession, Refusal>
    ) async throws(StoreError) -> GrantUse<Refusal> {
        // Writes come one after the other, and most codes that nobody knows are no player's.
        let isKnown = try await read { connection throws(StoreError) in
            try WebGameGrantTable.knows(code, on: connection)
        }
        guard isKnown else { return .nothing }
        return try await write { connection throws(StoreError) in
            if let given = try SpentCodeTable.take(code, at: now, on: connection) {
                _ = try SessionTable.delete("id = \(given)", on: connection)
                return .usedBefore(given)
            }
            guard let asked = try WebGameGrantTable.take(code, on: connection),
                GrantTable.isGood(until: asked.expires, at: now)
            else { return .nothing }
            let use = try GrantTable.use(asked.grant, on: connection) { judge(asked, $0) }
            if case .session(let record, of: _) = use {
                try SpentCodeTable.insert(code, of: record.id, memory, at: now, on: connection)
            }
            return use
        }
    }

    public func tidyGrants(at now: Timestamp, limit: Int) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            for table in ["device_requests", "web_game_grants", "spent_codes"] as [SQL] {
                try GrantTable.tidy(table, at: now, limit: limit, on: connection)
            }
        }
    }
}
