import LaurelDomain
import LaurelMatches
import LaurelStorage

/// What a moderator takes away of a player's, as changes of rows. To be called inside the transaction that tells of it.
enum TakedownTable {
    /// - Parameters:
    ///   - evidence: what was reported; what is not of it stays.
    ///   - reporters: who reported it.
    static func takeDown(
        _ content: TakenDown, of player: PlayerNumber, reported evidence: Set<String>,
        by reporters: Set<PlayerNumber>, on connection: any SQLConnection
    ) throws(StoreError) -> TakedownOutcome {
        guard let known = try PlayerTable.player(player, on: connection) else { return .nothingThere }
        let record = try ProfileTable.record(of: player, on: connection)
        var hasChanged = false
        switch content {
        case .name(let alias):
            let real = record?.profile.realName
            guard ReportedName.stands(alias: known.alias.text, realName: real, in: evidence) else {
                return .nothingThere
            }
            return try rename(player, alias, on: connection)
        case .photo:
            hasChanged = record?.photo.map { evidence.contains($0.normal.text) } ?? false
            if hasChanged { try ProfileTable.setPhoto(nil, of: player, on: connection) }
        case .status:
            hasChanged = record?.profile.status.map { evidence.contains($0) } ?? false
            if hasChanged { try connection.run("UPDATE profiles SET status = NULL WHERE player = \(player)") }
        case .requestMessages:
            for message in evidence where !message.isEmpty {
                let emptied = try connection.run(
                    "UPDATE friend_requests SET message = '' WHERE sender = \(player) AND message = \(message)")
                hasChanged = hasChanged || emptied > 0
            }
        case .challengeMessage(let number):
            hasChanged =
                try connection.run(
                    """
                    UPDATE challenges SET message = '' WHERE sender = \(player) AND message <> ''
                    AND message = (SELECT message FROM challenges WHERE number = \(number) AND sender = \(player))
                    """) > 0
        case .matchWords(_, let match, let game, let id):
            let takedown = MatchWordsTakedown(
                game: game, match: match, id: id, player: player, evidence: evidence, reporters: reporters)
            hasChanged = try takedown.run(on: connection)
        }
        return hasChanged ? .done : .nothingThere
    }

    private static func rename(
        _ player: PlayerNumber, _ alias: Alias, on connection: any SQLConnection
    ) throws(StoreError) -> TakedownOutcome {
        let holder = try PlayerTable.player(aliasKey: alias.key, on: connection)?.number ?? player
        let twin = try ProfileTable.holder(ofSkeleton: alias.skeleton, on: connection) ?? player
        guard holder == player, twin == player else { return .aliasTaken }
        try PlayerTable.setAlias(alias, of: player, on: connection)
        try ProfileTable.setSkeleton(alias, of: player, on: connection)
        try connection.run("UPDATE profiles SET real_name = NULL WHERE player = \(player)")
        return .done
    }
}

/// Photos that were reported, kept for the moderator until they have decided.
enum ReportPhotoTable {
    /// - Returns: false, with nothing written, when there is no such blob.
    static func keep(
        _ digest: BlobDigest, for review: ReviewID, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        if try isKept(digest, for: review, on: connection) { return true }
        guard try BlobTable.retain(digest, on: connection) else { return false }
        try connection.run(.insert(into: "report_photos", ["review": review, "digest": digest]))
        return true
    }

    static func isThere(_ digest: BlobDigest, on connection: any SQLConnection) throws(StoreError) -> Bool {
        try connection.has("SELECT 1 FROM blobs WHERE digest = \(digest)")
    }

    static func isKept(
        _ digest: BlobDigest, for review: ReviewID, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.has("SELECT 1 FROM report_photos WHERE review = \(review) AND digest = \(digest)")
    }

    static func letGo(of review: ReviewID, on connection: any SQLConnection) throws(StoreError) {
        try letGo("review = \(review)", on: connection)
    }

    /// Of all items about a player.
    static func letGo(about player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) {
        try letGo("review IN (SELECT id FROM reviews WHERE player = \(player))", on: connection)
    }

    private static func letGo(_ condition: SQL, on connection: any SQLConnection) throws(StoreError) {
        try BlobTable.release("SELECT digest FROM report_photos WHERE \(condition)", on: connection)
        try connection.run("DELETE FROM report_photos WHERE \(condition)")
    }
}
