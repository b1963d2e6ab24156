import LaurelDomain
import LaurelMatches
import LaurelStorage
import LaurelStorageSQL
import LaurelTestSupport
import Testing

@testable import LaurelStorageSQLite

/// Matches that ended long ago: every engine moves them out of those that are kept, and keeps so many of a player.
@Suite("Match archive contract", .timeLimit(.minutes(15))) struct MatchArchiveContract {
    private static let game = ArchiveWorld.game
    private static let other = MatchGame(app: AppNumber(3), environment: .production)
    private let ada = PlayerNumber(1)
    private let zoe = PlayerNumber(2)
    private let bob = PlayerNumber(3)

    @Test(
        "rule 12.1: an archived match has all that it ended with, and is none of those that are kept",
        arguments: Backend.allCases)
    func moved(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = ArchiveWorld()
        let message = try MatchMessage(key: "MOVE", arguments: ["7", "香蕉"], text: "Your move")
        let number = try world.played([ada, zoe, bob], message: message)
        let open = try world.find(ada, with: [zoe])
        try world.commit(to: journal)
        let before = try #require(try await directory.match(number, of: Self.game))
        #expect(before.message == message && before.match.ended == world.now)
        #expect(try await directory.archivedMatch(number, of: Self.game) == nil)
        world.passYear()
        try world.commit(to: journal)
        #expect(try await directory.match(number, of: Self.game) == nil)
        #expect(try journal.matches()[Self.game]?.map(\.number).contains(number) != true)
        #expect(try journal.lastMatches()[Self.game] == open)
        let found = try #require(try await directory.archivedMatch(number, of: Self.game))
        #expect(found.data == [0, 255, 7] && found.message == message && found.exchanges.isEmpty)
        let (match, old) = (found.match, before.match)
        #expect(match.number == number && match.created == old.created && match.ended == old.ended)
        #expect(match.group == old.group && match.origin == old.origin && match.version == old.version)
        #expect(match.turnsEnded == 3 && match.dataBytes == 3 && match.messageSeat == old.messageSeat)
        #expect(match.status == .ended && match.turn == nil)
        #expect(match.participants.map(\.player) == [ada, zoe, bob])
        #expect(match.participants.map(\.outcome) == [.won, .lost, .lost])
        #expect(match.participants.map(\.status) == [.done, .done, .done])
        #expect(match.participants.map(\.lastTurn) == old.participants.map(\.lastTurn))
        #expect([ada, zoe, bob].allSatisfy { match.isKnown(to: $0) })
        #expect(try await directory.archivedMatch(number, of: Self.other) == nil)
    }

    @Test(
        "rule 12.1: what makes room in a full list is archived as that write has left it", arguments: Backend.allCases)
    func room(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = ArchiveWorld()
        let first = try world.alone(ada)
        for _ in 1..<MatchLimits.listedEndedMatches { try world.alone(ada) }
        try world.commit(to: journal)
        #expect(try await directory.archivedMatch(first, of: Self.game) == nil)
        try world.alone(ada)
        try world.commit(to: journal)
        let found = try #require(try await directory.archivedMatch(first, of: Self.game))
        #expect(found.match.participants[0].isRemoved && found.match.participants[0].player == ada)
        #expect(try await directory.countArchivedMatches(of: nil, in: Self.game) == 1)
    }

    @Test(
        "rule 12.1: a match goes once it's among the latest 5,000 of nobody who has played there",
        arguments: Backend.allCases)
    func limit(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = ArchiveWorld()
        // In this order they come there: one of two players, and one whose other player never came.
        let shared = try world.played([ada, zoe])
        world.now = world.now.advanced(by: .seconds(1))
        let silent = try world.unanswered(ada, by: bob)
        world.now = world.now.advanced(by: .seconds(1))
        func archived(_ number: MatchNumber) async throws -> Bool {
            try await directory.archivedMatch(number, of: Self.game) != nil
        }
        func fill(_ count: Int) throws {
            for _ in 0..<count { try world.alone(ada) }
            world.passYear()
            try world.commit(to: journal)
        }
        var left = MatchLimits.archivedMatches - 2
        while left > 0 {
            try fill(min(left, 250))
            left -= min(left, 250)
        }
        #expect(try await directory.countArchivedMatches(of: ada, in: Self.game) == MatchLimits.archivedMatches)
        try fill(1)
        // The oldest is Zoe's still.
        #expect(try await [archived(shared), archived(silent)] == [true, true])
        try fill(1)
        #expect(try await [archived(shared), archived(silent)] == [true, false], "who never played keeps nothing")
        #expect(try await directory.archivedMatches(of: bob, in: Self.game, after: MatchNumber(0), limit: 9).isEmpty)
        #expect(try await directory.archivedMatch(shared, of: Self.game)?.match.participants[0].player == ada)
        // And nobody's once she is gone.
        #expect(try await directory.eraseArchivedSeats(of: zoe, limit: 9) == 1)
        #expect(try await !archived(shared))
        #expect(try await directory.countArchivedMatches(of: nil, in: Self.game) == MatchLimits.archivedMatches)
    }

    @Test("a player's archived matches are read page by page, in order of creation", arguments: Backend.allCases)
    func pages(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = ArchiveWorld()
        var own: [MatchNumber] = []
        for _ in 0..<5 {
            own.append(try world.alone(ada))
            try world.alone(zoe)
            try world.alone(ada, in: Self.other)
        }
        own.append(try world.played([zoe, ada]))
        world.passYear()
        try world.commit(to: journal)
        var found: [MatchNumber] = []
        var last: MatchNumber? = MatchNumber(0)
        while let after = last {
            let page = try await directory.archivedMatches(of: ada, in: Self.game, after: after, limit: 4)
            #expect(page.count <= 4)
            found += page
            last = page.last
        }
        #expect(found == own)
        #expect(try await directory.archivedMatches(of: bob, in: Self.game, after: MatchNumber(0), limit: 4).isEmpty)
    }

    @Test(
        "rule 12.26: an erasure takes a player's number and message out of archived matches, some at a time",
        arguments: Backend.allCases)
    func erased(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = ArchiveWorld()
        let message = try MatchMessage(text: "Your move")
        let adas = try world.played([ada, zoe], message: message)
        let zoes = try world.played([zoe, ada], message: message)
        let alone = try world.alone(ada, in: Self.other)
        let silent = try world.unanswered(ada, by: zoe)
        world.passYear()
        try world.commit(to: journal)
        // The writer's part leaves them: they may be many.
        try journal.commit(Change(facts: [.match(.erased(ada))]))
        #expect(try await directory.countArchivedMatches(of: ada, in: Self.game) == 3)
        var steps: [Int] = []
        repeat { steps.append(try await directory.eraseArchivedSeats(of: ada, limit: 3)) } while steps.last != 0
        #expect(steps == [3, 1, 0])
        let first = try #require(try await directory.archivedMatch(adas, of: Self.game))
        #expect(first.match.participants.map(\.player) == [nil, zoe])
        #expect(first.message == nil && first.match.messageSeat == nil && first.data == [0, 255, 7])
        #expect(first.match.participants.map(\.outcome) == [.won, .lost])
        let second = try #require(try await directory.archivedMatch(zoes, of: Self.game))
        #expect(second.match.participants.map(\.player) == [zoe, nil] && second.message == message)
        // Nobody is left who has played.
        #expect(try await directory.archivedMatch(alone, of: Self.other) == nil)
        #expect(try await directory.archivedMatch(silent, of: Self.game) == nil)
        #expect(try await directory.countArchivedMatches(of: zoe, in: Self.game) == 2)
        #expect(try await directory.eraseArchivedSeats(of: zoe, limit: 3) == 2)
        #expect(try await directory.countArchivedMatches(of: nil, in: Self.game) == 0)
    }

    @Test(
        "rule 12.26: who accepted an invitation keeps the match, without a turn too; who never answered doesn't",
        arguments: Backend.allCases)
    func accepted(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = ArchiveWorld()
        let taken = try world.accepted(ada, by: zoe)
        let hidden = try world.accepted(ada, by: zoe)
        // Zoe lets the turn's time go by, in both.
        world.passYear()
        let silent = try world.unanswered(ada, by: zoe)
        for match in [hidden, silent] { try world.perform(.remove, match, by: zoe) }
        world.passYear()
        try world.commit(to: journal)
        func kept() async throws -> [Bool] {
            var kept: [Bool] = []
            for match in [taken, hidden, silent] {
                kept.append(try await directory.archivedMatch(match, of: Self.game) != nil)
            }
            return kept
        }
        #expect(try await kept() == [true, true, true])
        #expect(try await directory.eraseArchivedSeats(of: ada, limit: 9) == 3)
        #expect(try await kept() == [true, true, false])
        let left = try #require(try await directory.archivedMatch(taken, of: Self.game)).match
        #expect(left.participants.map(\.player) == [nil, zoe] && left.participants[1].lastTurn == nil)
        #expect(try await directory.eraseArchivedSeats(of: zoe, limit: 9) == 2)
        #expect(try await kept() == [false, false, false])
    }

    @Test("rule 12.26: an export and a merge ask once where a player has archived matches", arguments: Backend.allCases)
    func games(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = ArchiveWorld()
        try world.alone(ada)
        try world.alone(ada)
        try world.alone(ada, in: Self.other)
        _ = try world.played([zoe, bob])
        #expect(try await directory.archivedGames(of: ada).isEmpty)
        world.passYear()
        _ = try world.find(bob, with: [zoe], in: Self.other)
        try world.commit(to: journal)
        #expect(Set(try await directory.archivedGames(of: ada)) == [Self.game, Self.other])
        #expect(try await directory.archivedGames(of: ada).count == 2)
        #expect(try await directory.archivedGames(of: bob) == [Self.game])
        #expect(try await directory.archivedGames(of: PlayerNumber(9)).isEmpty)
    }

    @Test("rule 12.26: a match whose players are all erased isn't archived", arguments: Backend.allCases)
    func nobody(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = ArchiveWorld()
        let number = try world.played([ada, zoe])
        try world.commit(to: journal)
        try journal.commit(Change(facts: [.match(.erased(ada)), .match(.erased(zoe))]))
        let played = [Seat(0), Seat(1)].compactMap(\.self)
        try journal.commit(Change(facts: [.match(.archived(Self.game, number, played: played))]))
        #expect(try await directory.match(number, of: Self.game) == nil)
        #expect(try await directory.archivedMatch(number, of: Self.game) == nil)
        #expect(try await directory.countArchivedMatches(of: nil, in: Self.game) == 0)
    }

    @Test(
        "rule 3.2: a player's archived matches are wiped, or all of a game in its environment, some at a time",
        arguments: Backend.allCases)
    func wiped(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = ArchiveWorld()
        for _ in 0..<3 { try world.alone(ada) }
        _ = try world.played([zoe, ada])
        for _ in 0..<3 { try world.alone(zoe) }
        let kept = try world.alone(ada, in: Self.other)
        world.passYear()
        try world.commit(to: journal)
        #expect(try await directory.countArchivedMatches(of: ada, in: Self.game) == 4)
        #expect(try await directory.countArchivedMatches(of: nil, in: Self.game) == 7)
        #expect(try await directory.removeArchivedMatches(of: ada, in: Self.game, limit: 3) == 3)
        #expect(try await directory.removeArchivedMatches(of: ada, in: Self.game, limit: 3) == 1)
        #expect(try await directory.removeArchivedMatches(of: ada, in: Self.game, limit: 3) == 0)
        #expect(try await directory.countArchivedMatches(of: zoe, in: Self.game) == 3)
        #expect(try await directory.removeArchivedMatches(of: nil, in: Self.game, limit: 2) == 2)
        #expect(try await directory.removeArchivedMatches(of: nil, in: Self.game, limit: 2) == 1)
        #expect(try await directory.countArchivedMatches(of: nil, in: Self.game) == 0)
        #expect(try await directory.archivedMatch(kept, of: Self.other) != nil)
    }

    @Test(
        "rule 1.13: a guest's archived seats become the account's, but beside itself or one it blocks",
        arguments: Backend.allCases)
    func merged(backend: Backend) async throws {
        let (journal, directory) = try backend.makeStore()
        var world = ArchiveWorld()
        let guest = PlayerNumber(9)
        let own = try world.played([guest, zoe])
        let shared = try world.played([ada, guest])
        let apart = try world.played([guest, bob])
        let last = try world.alone(guest)
        world.passYear()
        try world.commit(to: journal)
        var pages: [MatchNumber] = []
        var after: MatchNumber? = MatchNumber(0)
        while let number = after {
            after = try await directory.mergeArchivedSeats(
                of: guest, into: ada, apartFrom: [bob], in: Self.game, after: number, limit: 3)
            if let after { pages.append(after) }
        }
        #expect(pages == [apart, last])
        func players(_ number: MatchNumber) async throws -> [PlayerNumber?]? {
            try await directory.archivedMatch(number, of: Self.game)?.match.participants.map(\.player)
        }
        #expect(try await players(own) == [ada, zoe])
        #expect(try await players(shared) == [ada, guest])
        #expect(try await players(apart) == [guest, bob])
        #expect(try await players(last) == [ada, nil])
        // It keeps the match, as it did for the guest.
        _ = try await directory.eraseArchivedSeats(of: guest, limit: 9)
        #expect(try await players(last) == [ada, nil])
        #expect(
            try await directory.archivedMatches(of: ada, in: Self.game, after: MatchNumber(0), limit: 9)
                == [own, shared, last])
    }

    @Test("rule 12.1: a store from before the archive gets it at a start, and its old matches go there")
    func upgraded() async throws {
        let folder = try TemporaryFolder(on: .memory).path
        var world = ArchiveWorld()
        do {
            let store = try SQLiteStore(dataFolder: folder)
            _ = try world.played([ada, zoe])
            try world.commit(to: store)
            store.close()
        }
        let step = try #require(Migration.all.firstIndex { $0.sql == Migration.matchArchive })
        try #require(step == Migration.all.count - 1, "later steps have to be undone here, too")
        try SQLiteStoreTests.execute(
            "DROP TABLE archived_matches; DROP TABLE archived_seats; PRAGMA user_version = \(step)",
            on: folder + "/laurel.db")
        let store = try SQLiteStore(dataFolder: folder)
        #expect(try store.matches()[Self.game]?.count == 1)
        world.passYear()
        try world.commit(to: store)
        #expect(try store.matches().isEmpty)
        let directory = SQLiteDirectory(store)
        #expect(try await directory.countArchivedMatches(of: zoe, in: Self.game) == 1)
        store.close()
    }
}
