public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func beginMerge(
        ofGuest secret: SecretDigest, into account: PlayerNumber, takesFriends: Bool, receipt: String,
        at now: Timestamp
    ) async throws(StoreError) -> GuestMerging {
        try await write { connection throws(StoreError) in
            if let known = try GuestMergeTable.merge(secret, on: connection) {
                return known.account == account ? .begun(known) : .mergedElsewhere
            }
            guard let guest = try GuestTable.record(secret, on: connection) else { return .unknownGuest }
            guard guest.upgraded == nil else { return .upgraded }
            guard try PlayerTable.player(account, on: connection) != nil,
                try !GuestTable.isGuest(account, on: connection)
            else { return .noAccount }
            let merge = GuestMerge(
                guest: guest.player, account: account, receipt: receipt, requested: now,
                emptyQueue: try GuestMergeTable.lastEmptyQueue(of: guest.player, on: connection),
                takesFriends: takesFriends)
            try GuestMergeTable.insert(merge, secret, on: connection)
            try SessionTable.deleteAll(of: guest.player, on: connection)
            return .begun(merge)
        }
    }

    public func guestMerge(_ secret: SecretDigest) async throws(StoreError) -> GuestMerge? {
        try await read { connection throws(StoreError) in try GuestMergeTable.merge(secret, on: connection) }
    }

    public func unfinishedMerge(of guest: PlayerNumber) async throws(StoreError) -> GuestMerge? {
        try await read { connection throws(StoreError) in
            try GuestMergeTable.unfinished(of: guest, on: connection)
        }
    }

    public func unfinishedMerges() async throws(StoreError) -> [GuestMerge] {
        try await read { connection throws(StoreError) in try GuestMergeTable.unfinished(on: connection) }
    }

    public func finishMerge(of guest: PlayerNumber, at now: Timestamp) async throws(StoreError) -> ErasureRecord? {
        try await write { connection throws(StoreError) in
            guard let merge = try GuestMergeTable.unfinished(of: guest, on: connection) else {
                return try ErasureTable.record(of: guest, on: connection)
            }
            try GuestMergeTable.move(merge, on: connection)
            // Before the erasure, which takes those that aren't finished.
            try GuestMergeTable.finish(merge, at: now, on: connection)
            return try ErasureTable.begin(of: guest, receipt: merge.receipt, at: now, on: connection)
        }
    }

    public func deleteMerges(finishedBefore moment: Timestamp) async throws(StoreError) {
        _ = try await write { connection throws(StoreError) in
            try connection.run("DELETE FROM guest_merges WHERE finished < \(moment)")
        }
    }
}
