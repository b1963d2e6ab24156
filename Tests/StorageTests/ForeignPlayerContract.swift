import LaurelDomain
import LaurelStorage
import Testing

@Suite("Foreign player contract", .timeLimit(.minutes(15))) struct ForeignPlayerContract {
    private let start = Timestamp(clamping: 1_800_000_000_000)
    private let app = AppNumber(3)
    private struct Surprise: Error {}

    private func digest(_ number: UInt8) throws -> SecretDigest {
        try #require(SecretDigest([UInt8](repeating: number, count: 32)))
    }

    /// With the secret of number + 100.
    private func guest(_ number: UInt8, _ aliases: String...) throws -> NewForeignPlayer {
        NewForeignPlayer(
            digest: try digest(number), id: try #require(ForeignPlayerID("P\(number)")),
            target: .guest(try aliases.map { try Alias($0) }, try digest(number + 100)))
    }

    private func account(_ alias: String, in directory: any Directory) async throws -> PlayerNumber {
        let new = NewPlayer(
            alias: try Alias(alias), displayName: alias, passwordHash: "", recoveryCodes: [], created: start,
            entrance: .open, session: nil)
        guard case .registered(let player, _) = try await directory.register(new) else { throw Surprise() }
        return player.number
    }

    @Test(
        "they are made once, under the first name that is free, with the entry of the log, and go at no age",
        arguments: Backend.allCases)
    func made(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await account("Ada", in: directory)
        let matched = NewForeignPlayer(
            digest: try digest(3), id: try #require(ForeignPlayerID("P3")), target: .account(ada))
        let new = [try guest(1, "Ada", "Old Hand"), try guest(2, "ADA"), matched]
        let entry = NewAuditEntry(.scoreImport, by: .operator, time: start)
        let added = try await directory.addForeignPlayers(new, to: app, at: start, entry)
        #expect(added.made.map(\.alias.text) == ["Old Hand"] && added.nameless == [1])
        #expect(try await directory.auditEntries(of: .server, before: nil, limit: 9).map(\.content) == [entry])
        let hand = try #require(added.made.first?.number)
        let digests = [try digest(1), try digest(2), try digest(3)]
        let found = try await directory.foreignPlayers(digests, of: app)
            .sorted { $0.digest.bytes[0] < $1.digest.bytes[0] }
        #expect(found.map(\.player) == [hand, ada] && found.map(\.isUnclaimed) == [true, false])
        #expect(found.map(\.id?.text) == ["P1", "P3"])
        #expect(try await directory.foreignPlayers(digests, of: AppNumber(4)).isEmpty)
        let again = try await directory.addForeignPlayers([try guest(1, "Another")], to: app, at: start, nil)
        #expect(again.made.isEmpty && again.nameless.isEmpty)
        #expect(try await directory.guest(try digest(101))?.player == hand)
        let late = start.advanced(by: .days(400))
        #expect(try await directory.guests(unseenSince: late, after: nil, limit: 9).isEmpty)
        #expect(
            try await directory.beginErasure(ofGuest: hand, unseenSince: late, receipt: "R", at: late) == nil)
        #expect(try await directory.unclaimedPlayers(of: app, after: nil, limit: 9).map(\.player) == [hand])
        #expect(try await directory.unclaimedPlayers(of: app, after: try digest(1), limit: 9).isEmpty)
    }

    @Test(
        "a new link's secret takes the place of the old one; a merge leads to the account, an erasure to nobody",
        arguments: Backend.allCases)
    func claimed(backend: Backend) async throws {
        let directory = try backend.makeStore().directory
        let ada = try await account("Ada", in: directory)
        let added = try await directory.addForeignPlayers([try guest(1, "Old Hand")], to: app, at: start, nil)
        let hand = try #require(added.made.first?.number)
        let first = try #require(try await directory.foreignPlayers([try digest(1)], of: app).first)
        #expect(try await directory.renewClaim(of: first, try digest(9), nil))
        #expect(try await !directory.renewClaim(of: first, try digest(8), nil), "it is the second generation by now")
        #expect(try await directory.guest(try digest(101)) == nil)
        #expect(try await directory.guest(try digest(9))?.player == hand)
        guard
            case .begun = try await directory.beginMerge(
                ofGuest: try digest(9), into: ada, takesFriends: true, receipt: "R", at: start)
        else { throw Surprise() }
        let second = try #require(try await directory.foreignPlayers([try digest(1)], of: app).first)
        #expect(try await !directory.renewClaim(of: second, try digest(8), nil), "somebody is claiming them")
        _ = try await directory.finishMerge(of: hand, at: start)
        let merged = try #require(try await directory.foreignPlayers([try digest(1)], of: app).first)
        #expect(merged.player == ada && !merged.isUnclaimed)
        #expect(try await directory.foreignIdentities(of: ada) == [merged])
        _ = try await directory.beginErasure(of: ada, receipt: "S", at: start)
        let left = try #require(try await directory.foreignPlayers([try digest(1)], of: app).first)
        #expect(left.player == nil && left.id == nil)
    }
}
