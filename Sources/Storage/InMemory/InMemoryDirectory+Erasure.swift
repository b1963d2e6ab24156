public import LaurelDomain

extension InMemoryDirectory {
    public func beginErasure(
        of player: PlayerNumber, receipt: String, at now: Timestamp
    ) async throws(StoreError) -> ErasureRecord? {
        if let known = erasures[player] { return known }
        guard players[player] != nil else { return nil }
        eraseAccount(player)
        let record = ErasureRecord(receipt: receipt, player: player, requested: now)
        erasures[player] = record
        return record
    }

    /// Each area adds a line of its own, in a function beside its tables.
    private func eraseAccount(_ player: PlayerNumber) {
        if let photo = profiles.rows[player]?.photo {
            blobs.release(photo.small)
            blobs.release(photo.normal)
        }
        profiles.rows[player] = nil
        profiles.skeletons = profiles.skeletons.filter { $0.value != player }
        sessions = sessions.filter { $0.value.player != player }
        devices = devices.filter { $0.value.player != player }
        playerNumbers = playerNumbers.filter { $0.value != player }
        players[player] = nil
        inbox.remove { $0.content.player == player || $0.content.about == player }
        twoFactors[player] = nil
        teams.members.removeAll { $0.player == player }
        for (shelf, versions) in savedGames.shelves where shelf.player == player {
            for version in versions { if let digest = BlobDigest(version.digest) { blobs.release(digest) } }
            savedGames.shelves[shelf] = nil
        }
        friendRows.erase(player)
        shareRows.rows.removeAll { $0.share.player == player }
    }

    public func unfinishedErasures() async throws(StoreError) -> [ErasureRecord] {
        erasures.values.filter { $0.finished == nil }.sorted { $0.player < $1.player }
    }

    public func finishErasure(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) {
        erasures[player]?.finished = now
    }

    public func scrub() async throws(StoreError) -> Bool { true }
}

extension InMemoryFriends {
    fileprivate mutating func erase(_ player: PlayerNumber) {
        func concerns(_ pair: Pair) -> Bool { pair.from == player || pair.to == player }
        since = since.filter { !concerns($0.key) }
        requests = requests.filter { !concerns($0.key) }
        blocks = blocks.filter { !concerns($0) }
        made.removeAll { concerns($0.pair) }
        links = links.filter { $0.value.player != player }
        consents = consents.filter { $0.key.player != player }
    }
}
