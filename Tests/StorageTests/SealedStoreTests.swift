import CLaurelSQLite
import Foundation
import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelStorageSQLite

/// A store of which something was changed, by whatever means, isn't served as if nothing had been.
@Suite("A sealed store", .timeLimit(.minutes(15))) struct SealedStoreTests {
    static let streams = [JournalContract.stream, JournalContract.other]

    /// Both streams, in order.
    private func rows(_ journal: any Journal) throws -> [JournalRow] {
        try Self.streams.flatMap { try journal.rows(after: .start, of: $0, limit: 100_000) }
    }

    /// 60 rows in two streams, with what is left of an erased player among them; nothing of it is in the log.
    private func sample() throws -> (file: Data, mark: Data, rows: [JournalRow]) {
        let folder = try TemporaryFolder(on: .memory).path
        let store = try SQLiteStore(dataFolder: folder)
        var random = SplitMix64(seed: 3)
        for sequence in 1...30 as ClosedRange<Int64> {
            try store.commit(Change(rows: Self.streams.map { .random(&random, $0, sequence) }))
        }
        for stream in Self.streams {
            _ = try store.overwrite(rowsOf: PlayerNumber(2), in: stream, after: .start, limit: 1_000)
        }
        let rows = try rows(store)
        store.close()
        return (try contents(folder, ""), try contents(folder, "-mark"), rows)
    }

    private func contents(_ folder: String, _ part: String) throws -> Data {
        try #require(FileManager.default.contents(atPath: folder + "/laurel.db" + part))
    }

    private func put(_ data: Data, _ folder: String, _ part: String) throws {
        try data.write(to: URL(filePath: folder + "/laurel.db" + part))
    }

    /// Why a store can't be opened; nil: it can.
    private func refusal(_ folder: String) -> OpenError? {
        do throws(OpenError) {
            _ = try SQLiteStore(dataFolder: folder)
            return nil
        } catch { return error }
    }

    @Test("a single value changed in a sound page is found by the start, by reading, by the check and by a backup")
    func singleValues() throws {
        let (file, mark, _) = try sample()
        let folder = try TemporaryFolder(on: .memory).path
        let path = folder + "/laurel.db"
        let middle = "position = (1 << 48 | 17)"
        var changes = [
            "time", "kind", "leaderboard", "player", "value", "date", "context", "previous", "flags", "format",
        ].map { "UPDATE journal SET \($0) = COALESCE(\($0), 0) + 1 WHERE " }
        changes += [
            "UPDATE journal SET score_id = 'other' WHERE ", "UPDATE journal SET extra = x'0909' WHERE ",
            "UPDATE journal SET seal = randomblob(32) WHERE ", "UPDATE journal SET seal = NULL WHERE ",
            "DELETE FROM journal WHERE ",
            "UPDATE journal SET value = (SELECT value FROM journal WHERE position = (1 << 48 | 18)) WHERE ",
        ]
        for condition in [middle, "position = (1 << 48 | 1)", "position = (2 << 48 | 30)", "position = (1 << 48 | 29)"]
        {
            for change in changes {
                // A row that is missing at the end is told by the mark.
                if change.hasPrefix("DELETE"), condition.hasSuffix("30)") { continue }
                try put(file, folder, "")
                try put(mark, folder, "-mark")
                try SQLiteStoreTests.execute(change + condition, on: path)
                let refusal = refusal(folder)
                guard case .damaged(_, let reason) = refusal else {
                    Issue.record("\(change)\(condition): \(refusal.map { "\($0)" } ?? "it opened")")
                    continue
                }
                #expect(reason.contains("row ") || reason.contains("team"), "\(reason)")
                guard case .damaged = StoreCondition.find(in: folder) else {
                    Issue.record("\(change)\(condition): the check finds nothing")
                    continue
                }
                #expect(throws: BackupError.self) { try Backup.make(of: folder, into: folder + "/copy.db") }
                // It pauses after each table, so not for all.
                if condition.hasSuffix("17)") {
                    #expect(StoreReading(path: path).run() != nil, "\(change)\(condition)")
                }
            }
        }
        try put(file, folder, "")
        #expect(StoreCondition.find(in: folder) == .sound(rows: 60))
        #expect(refusal(folder) == nil)
    }

    @Test("of a store too large for that, the row that is read says so, and the next start reads all of it")
    func large() throws {
        let (file, mark, _) = try sample()
        let folder = try TemporaryFolder(on: .memory).path
        try put(file, folder, "")
        try put(mark, folder, "-mark")
        try SQLiteStoreTests.execute(
            "UPDATE journal SET value = value + 1 WHERE position = (1 << 48 | 9)", on: folder + "/laurel.db")
        let told = Mutex<[String]>([])
        do {
            let store = try SQLiteStore(dataFolder: folder, readBytes: 0)
            store.onDamage { reason in told.withLock { $0.append(reason) } }
            // What is beside it is as it was.
            #expect(try store.rows(after: .start, of: JournalContract.stream, limit: 8).count == 8)
            #expect(try store.row(at: JournalSequence(10), of: JournalContract.stream) != nil)
            #expect(told.withLock { $0 } == [])
            let damage = StoreError.damaged(
                reason: "row 9 of the journal of team 1, production isn't as it was written")
            #expect(throws: damage) { try store.row(at: JournalSequence(9), of: JournalContract.stream) }
            #expect(throws: damage) { try store.rows(after: .start, of: JournalContract.stream, limit: 9) }
            #expect(throws: damage) {
                for player in 0..<6 as Range<UInt32> {
                    _ = try store.rows(of: PlayerNumber(player), after: .start, in: JournalContract.stream, limit: 99)
                }
            }
            #expect(throws: damage) {
                try store.rows(
                    after: .start, through: JournalSequence(30), on: (1...3).map { LeaderboardNumber($0) },
                    of: JournalContract.stream, limit: 99)
            }
            #expect(throws: damage) {
                for player in 0..<6 as Range<UInt32> {
                    _ = try store.overwrite(
                        rowsOf: PlayerNumber(player), in: JournalContract.stream, after: .start, limit: 99)
                }
            }
            #expect(told.withLock { $0 } == [damage.description], "told once")
            let late = Mutex<[String]>([])
            store.onDamage { reason in late.withLock { $0.append(reason) } }
            #expect(late.withLock { $0 } == [damage.description], "a later caller is told too")
        }
        #expect(throws: OpenError.damaged(path: folder + "/laurel.db", reason: told.withLock { $0.first ?? "" })) {
            _ = try SQLiteStore(dataFolder: folder, readBytes: 0)
        }
    }

    @Test("a store that went another way is told from one that lost its end, and can be accepted once")
    func diverged() throws {
        let older = try TemporaryFolder(on: .memory).path
        do {
            let store = try SQLiteStore(dataFolder: older)
            for row in 1..<4 as Range<Int64> { try store.commit(Change(rows: [.sample(row)])) }
            store.close()
        }
        let folder = try TemporaryFolder(on: .memory).path
        for part in ["", "-mark"] { try put(try contents(older, part), folder, part) }
        for (folder, value) in [(folder, 4), (older, 5)] as [(String, Int64)] {
            let store = try SQLiteStore(dataFolder: folder)
            for row in 4..<6 as Range<Int64> {
                var changed = JournalRow.sample(row)
                changed.value = value
                try store.commit(Change(rows: [changed]))
            }
            store.close()
        }
        // As many rows as before, and others.
        try put(try contents(older, ""), folder, "")
        let before = try contents(folder, "")
        #expect(refusal(folder) == .lostEnd(path: folder + "/laurel.db", .otherRows))
        #expect(refusal(folder)?.description.contains("--accept-loss") == true)
        #expect(try contents(folder, "") == before)
        #expect(throws: BackupError.self) { try Backup.make(of: folder, into: folder + "/copy.db") }
        #expect(try SQLiteStore(dataFolder: folder, acceptsLoss: true).acceptedLoss == .otherRows)
        #expect(try SQLiteStore(dataFolder: folder).acceptedLoss == nil)
        // Fewer rows are a lost end.
        try SQLiteStoreTests.execute(
            "DELETE FROM journal WHERE position = (1 << 48 | 5)", on: folder + "/laurel.db")
        guard case .lostEnd(_, let loss) = refusal(folder) else { throw Failure.opened }
        #expect(loss.rows == 1 && !loss.hasOtherRows)
        #expect(throws: BackupError.self) { try Backup.make(of: folder, into: folder + "/copy.db") }
        guard case .refused = StoreCondition.find(in: folder) else { throw Failure.opened }
    }

    private enum Failure: Error { case opened }

    /// The same store as a program without digests left it, and without what later migrations made.
    private func unseal(_ folder: String) throws {
        try SQLiteStoreTests.execute(
            """
            ALTER TABLE journal DROP COLUMN seal; UPDATE journal SET format = 1; DROP TABLE unsealed_streams;
            DROP TABLE guest_merges; DROP TABLE guests; ALTER TABLE apps DROP COLUMN allows_guests;
            ALTER TABLE apps DROP COLUMN has_desktop_game;
            DROP TABLE mails; DROP TABLE mail_links; DROP TABLE mail_addresses; DROP TABLE likes;
            DROP TABLE foreign_players; DROP INDEX journal_awaiting;
            DROP TABLE provider_links; DROP TABLE provider_steps; ALTER TABLE leaderboards DROP COLUMN guests;
            DROP TABLE matches; DROP TABLE match_seats; DROP TABLE match_data; DROP TABLE match_numbers;
            DROP TABLE match_exchanges; DROP TABLE match_replies; DROP TABLE archived_matches;
            DROP TABLE archived_seats;
            DROP TABLE activity_localizations; DROP TABLE activity_properties; DROP TABLE activity_leaderboards;
            DROP TABLE activity_achievements; DROP TABLE activities; DROP TABLE parties; DROP TABLE party_players;
            DROP TABLE challenge_definition_localizations; DROP TABLE challenge_definitions;
            DROP TABLE device_queues; DROP TABLE device_requests; DROP TABLE web_game_grants; DROP TABLE spent_codes;
            DROP INDEX challenges_by_key; ALTER TABLE challenges DROP COLUMN sending_key;
            ALTER TABLE challenges DROP COLUMN sending;
            DROP TABLE group_challenges; DROP TABLE group_challenge_players; DROP TABLE group_challenge_numbers;
            DROP TABLE guesses;
            PRAGMA user_version = \(Migration.firstWithSeals - 1)
            """, on: folder + "/laurel.db")
        try FileManager.default.removeItem(atPath: folder + "/laurel.db-mark")
    }

    @Test("a store from before gets its digests at the first start, even if that is killed in the middle")
    func migration() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let path = folder + "/laurel.db"
        var expected: [JournalRow] = []
        do {
            let store = try SQLiteStore(dataFolder: folder)
            var random = SplitMix64(seed: 5)
            let rows = (1...25_000).map { JournalRow.random(&random, JournalContract.stream, $0) }
            try store.commit(Change(rows: rows))
            try store.commit(Change(rows: [.sample(1, JournalContract.other)]))
            _ = try store.overwrite(
                rowsOf: PlayerNumber(1), in: JournalContract.stream, after: .start, limit: 30_000)
            expected = try self.rows(store)
            store.close()
        }
        try unseal(folder)
        let copy = folder + "/copy.db"
        try Backup.make(of: folder, into: copy)
        // Killed after each slice of the first three.
        for _ in 0..<3 {
            let opening = StoreOpening(path: path, acceptsLoss: false, sealedSlices: 1)
            let (connection, _) = try opening.open()
            #expect(try JournalSealing.isNeeded(on: connection))
            #expect(try JournalCheck(connection: connection).problem() == nil)
        }
        for source in [folder, try restored(copy)] {
            do {
                let store = try SQLiteStore(dataFolder: source)
                #expect(try rows(store) == expected)
                try store.commit(Change(rows: [.sample(25_001)]))
                // What was emptied before is emptied again, which changes nothing.
                _ = try store.overwrite(
                    rowsOf: PlayerNumber(1), in: JournalContract.stream, after: .start, limit: 30_000)
                store.close()
            }
            #expect(StoreCondition.find(in: source) == .sound(rows: 25_002))
            try SQLiteStoreTests.execute(
                "UPDATE journal SET context = context + 1 WHERE position = (1 << 48 | 20002)",
                on: source + "/laurel.db")
            guard case .damaged(_, let reason) = refusal(source) else { throw Failure.opened }
            #expect(reason == "row 20002 of the journal of team 1, production isn't as it was written")
        }
    }

    private func restored(_ copy: String) throws -> String {
        let folder = try TemporaryFolder(on: .memory).path
        try Backup.restore(copy, into: folder)
        return folder
    }

    @Test("nothing of an erased row is left in the file, its salt included")
    func salts() async throws {
        let folder = try TemporaryFolder(on: .memory).path
        let store = try SQLiteStore(
            dataFolder: folder, salts: JournalSalts { Array("needle-in-the-hay".utf8.prefix($0)) })
        try store.commit(Change(rows: [.sample(1)]))
        func isFound() -> Bool {
            ["", "-wal"].contains { part in
                FileManager.default.contents(atPath: folder + "/laurel.db" + part)?
                    .range(of: Data("needle-in-the-ha".utf8)) != nil
            }
        }
        #expect(isFound())
        _ = try store.overwrite(rowsOf: PlayerNumber(1), in: JournalContract.stream, after: .start, limit: 9)
        #expect(try await SQLiteDirectory(store).scrub())
        #expect(!isFound())
        #expect(try store.row(at: JournalSequence(1), of: JournalContract.stream) == JournalRow.sample(1).emptied)
    }

    @Test(
        "noise in any pages of the file or its log: a start refuses, or every row is as it was",
        arguments: Depth.seeds(3))
    func noise(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // Two thirds in the database, the rest in the log.
        let folder = try TemporaryFolder(on: .memory).path
        let store = try SQLiteStore(dataFolder: folder)
        var counts: [StreamID: Int64] = [:]
        func write(_ commits: Int) throws {
            for _ in 0..<commits {
                let stream = Self.streams[random.below(2)]
                let rows = (0...random.below(8)).map { _ in
                    counts[stream, default: 0] += 1
                    return JournalRow.random(&random, stream, counts[stream] ?? 0)
                }
                try store.commit(Change(rows: rows, facts: [.leaderboard(.sample(UInt32(1 + random.below(50))))]))
            }
        }
        try write(200)
        _ = try store.cutLogOnce()
        store.stopMovingLog()
        try write(80)
        let model = try rows(store)
        let files = try ["", "-wal", "-mark"].map { ($0, try contents(folder, $0)) }
        var refused = 0
        for round in 0..<40 {
            let target = try TemporaryFolder(on: .memory).path
            for (part, data) in files {
                var data = data
                let isHit = part == (round % 4 == 3 ? "-wal" : "")
                if isHit { Self.spoil(&data, round, &random) }
                try put(data, target, part)
            }
            // Every other one as if it were too large to be read first.
            let isLarge = round % 2 == 1
            do {
                let store = try SQLiteStore(
                    dataFolder: target, readBytes: isLarge ? 0 : StoreOpening.readBytes)
                #expect(try rows(store) == model, "seed \(seed), round \(round)")
            } catch {
                refused += 1
                #expect(error is OpenError || error is StoreError, "\(error)")
            }
        }
        // Noise in a free page, or in a fact's, changes nothing that is read here.
        #expect(refused > 10, "seed \(seed): \(refused)")
    }

    /// Half of every fifth page, or one stretch in one page.
    private static func spoil(_ data: inout Data, _ round: Int, _ random: inout SplitMix64) {
        let pages = data.count / 4_096
        if round % 3 == 0 {
            for page in stride(from: random.below(5), to: pages, by: 5) {
                for offset in 0..<2_048 { data[page * 4_096 + offset] = UInt8(truncatingIfNeeded: random.next()) }
            }
        } else {
            let start = random.below(pages) * 4_096 + random.below(4_000)
            for offset in start..<start + 1 + random.below(96) {
                data[offset] = UInt8(truncatingIfNeeded: random.next())
            }
        }
    }

    @Test(
        "the obvious model agrees after any history of commits, erasures, restarts, kills, backups and restores",
        arguments: Depth.seeds(4))
    func histories(seed: UInt64) throws {
        var history = try SealedHistory(seed: seed)
        for step in 0..<80 { try history.step("seed \(seed), step \(step)") }
    }
}

/// A store beside what ought to be in it.
private struct SealedHistory {
    struct Model {
        var rows: [StreamID: [JournalRow]] = [:]
        /// As they were when the rows were written: nothing ever changes one.
        var digests: [StreamID: [JournalDigest?]] = [:]
    }

    private var random: SplitMix64
    private var folder: String
    private var store: SQLiteStore
    private var model = Model()
    private var backups: [(path: String, model: Model)] = []

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        folder = try TemporaryFolder(on: .memory).path
        store = try SQLiteStore(dataFolder: folder)
    }

    mutating func step(_ name: String) throws {
        switch random.below(12) {
        case 0: try erase()
        case 1:
            store.close()
            store = try SQLiteStore(dataFolder: folder)
        case 2: try kill()
        case 3:
            let path = try TemporaryFolder(on: .memory).path + "/copy.db"
            try Backup.make(of: folder, into: path)
            backups.append((path, model))
        case 4: try restore()
        default: try commit()
        }
        for stream in SealedStoreTests.streams {
            let rows = model.rows[stream, default: []]
            #expect(try store.rows(after: .start, of: stream, limit: 9_999) == rows, "\(name)")
            let digests = try rows.map { try store.digest(at: $0.sequence, of: stream) }
            #expect(digests == model.digests[stream, default: []], "\(name)")
        }
        let rows = model.rows.values.reduce(0) { $0 + $1.count }
        #expect(StoreCondition.find(in: folder) == (.sound(rows: Int64(rows))), "\(name)")
    }

    private mutating func commit() throws {
        var rows: [JournalRow] = []
        for _ in 0...random.below(9) {
            let stream = SealedStoreTests.streams[random.below(2)]
            let row = JournalRow.random(&random, stream, Int64(model.rows[stream, default: []].count) + 1)
            rows.append(row)
            model.rows[stream, default: []].append(row)
        }
        try store.commit(Change(rows: rows))
        for row in rows {
            model.digests[row.stream, default: []].append(try store.digest(at: row.sequence, of: row.stream))
        }
    }

    private mutating func erase() throws {
        let player = PlayerNumber(UInt32(random.below(6)))
        let limit = 1 + random.below(20)
        for stream in SealedStoreTests.streams {
            var position: JournalSequence? = .start
            while let after = position {
                position = try store.overwrite(rowsOf: player, in: stream, after: after, limit: limit)
            }
            model.rows[stream] = model.rows[stream]?.map {
                $0.player == player && $0.goesWithPlayer ? $0.emptied : $0
            }
        }
    }

    /// What a kill leaves: the files as they are.
    private mutating func kill() throws {
        let target = try TemporaryFolder(on: .memory).path
        for part in ["", "-wal", "-mark"] {
            try FileManager.default.copyItem(
                atPath: folder + "/laurel.db" + part, toPath: target + "/laurel.db" + part)
        }
        folder = target
        store = try SQLiteStore(dataFolder: folder)
    }

    private mutating func restore() throws {
        guard let backup = backups.randomElement(using: &random) else { return }
        store.close()
        _ = try Backup.restore(backup.path, into: folder, replacing: true)
        model = backup.model
        store = try SQLiteStore(dataFolder: folder)
    }
}
