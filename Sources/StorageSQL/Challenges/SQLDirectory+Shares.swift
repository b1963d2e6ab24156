public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func addShare(
        _ share: Share, code: SecretDigest?, limits: (shares: Int, invitations: Int)
    ) async throws(StoreError) -> Share? {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.player(share.player, on: connection) != nil else { return nil }
            if code != nil {
                try FriendInvitationTable.removeOld(of: share.player, at: share.created, on: connection)
                try ShareTable.removeOld(of: share.player, on: connection)
            }
            let known = try ShareTable.shares(of: share.player, at: share.created, on: connection)
            if code == nil, let same = known.first(where: { $0.isSame(as: share) }) { return same }
            guard known.count < limits.shares else { return nil }
            if let code, let challenge = share.challenge {
                let links = try FriendInvitationTable.invitations(
                    of: share.player, at: share.created, on: connection)
                guard links.count < limits.invitations else { return nil }
                _ = try FriendInvitationTable.insert(
                    code, by: share.player, created: share.created, expires: challenge.expires,
                    uses: challenge.usesLeft, on: connection)
            }
            try ShareTable.insert(share, code, on: connection)
            return share
        }
    }

    public func share(_ id: ShareID, at now: Timestamp) async throws(StoreError) -> Share? {
        try await read { connection throws(StoreError) in try ShareTable.share(id, at: now, on: connection) }
    }

    public func share(code: SecretDigest, at now: Timestamp) async throws(StoreError) -> Share? {
        try await read { connection throws(StoreError) in try ShareTable.share(code: code, at: now, on: connection) }
    }

    public func shares(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) -> [Share] {
        try await read { connection throws(StoreError) in
            try ShareTable.shares(of: player, at: now, on: connection)
        }
    }

    public func removeShare(_ id: ShareID, of player: PlayerNumber) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try ShareTable.remove(id, of: player, on: connection)
        }
    }

    public func countShares(_ selection: ShareSelection) async throws(StoreError) -> Int {
        try await read { connection throws(StoreError) in try ShareTable.count(selection, on: connection) }
    }

    public func removeShares(_ selection: ShareSelection) async throws(StoreError) -> Int {
        try await write { connection throws(StoreError) in try ShareTable.remove(selection, on: connection) }
    }
}
