import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestStores
import LaurelTestSupport

/// One server through many lives, on a disk that fails and under a clock that jumps, one step after the other: a seed
/// gives the same steps each time.
final class Simulation {
    /// Something is not as it was acknowledged.
    struct Defect: Error, CustomStringConvertible {
        let seed: UInt64
        let step: Int
        let lives: Int
        let what: [String]
        var description: String {
            "LAUREL_SEED=\(seed), step \(step), life \(lives): \(what.prefix(5).joined(separator: "; "))"
        }
    }

    private enum ReadFault: String, CaseIterable {
        case score, log, background, page, matches
    }

    /// So few that all are on one page.
    private static let players = 30
    /// Of what fails once; then the disk does its work again.
    private static let triesLimit = 4
    private static let hour: Int64 = 3_600_000

    private let seed: UInt64
    private var random: SplitMix64
    private let clock = TortureClock()
    private var ledger = Ledger()
    private var matchLedger = MatchLedger()
    private var matchPlayers: MatchPlayers
    private var server: TorturedServer
    private var step = 0
    private let lies: Bool
    /// What is done while a read is to fail.
    private var readFault: ReadFault?
    /// The latest server time of all lives, as far as it was looked at.
    private var latest = Timestamp.first
    /// What happened, to see that all of it does.
    private(set) var counts: [String: Int] = [:]

    /// - Parameter lies: whether disks say that they have written what they haven't, and lose all of it.
    init(seed: UInt64, lies: Bool = false) async throws {
        self.seed = seed
        self.lies = lies
        random = SplitMix64(seed: seed)
        // Every fourth seed has as many seats as a match can have (rule 12.1).
        matchPlayers = MatchPlayers(areLarge: seed.isMultiple(of: 4))
        server = try await TorturedServer(
            try TortureDisk(try TestStores.makeFolder(), seed: seed), clock, movesLog: false)
        try await server.makeBoards()
        server.disk.setLying(lies)
    }

    var acknowledged: Int { ledger.acknowledged }

    func run(steps: Int) async throws {
        for _ in 0..<steps {
            step += 1
            try await next()
        }
        server.disk.cut(after: 1)
        // All is compared on a disk that holds.
        repeat { try await live() } while server.disk.isCut
        try check(matchLedger.inDoubt == nil ? [] : ["a write to a match is still in doubt"])
        server.keeper.stop()
        try server.disk.end()
    }

    private func next() async throws {
        latest = max(latest, server.keeper.clock.now())
        switch random.below(1_000) {
        case 0..<540: try await submit(fresh())
        case 540..<600: try await submit(repeated())
        case 600..<760: try await play()
        case 760..<800:
            clock.pass(milliseconds: Int64(random.below(Int(2 * Self.hour))))
            _ = try await passTime()
        case 800..<820: try await failRead()
        case 820..<830:
            clock.jump(milliseconds: Int64(random.below(144) - 72) * Self.hour)
            _ = try await passTime()
        case 830..<860: try await moveLog()
        case 860..<880: server.keeper.runBackgroundNow()
        case 880..<895:
            try await read()
            try await compareMatches()
        case 895..<903: try failDraft()
        case 903..<925: server.disk.fail(.write, number: 1 + random.below(12))
        case 925..<945: server.disk.fail(.sync, number: 1 + random.below(4))
        case 945..<960: server.disk.setRoom(bytes: random.below(100_000))
        case 960..<990: server.disk.cut(after: 1 + random.below(60))
        default: try await restart()
        }
        if server.disk.isCut { try await live() }
    }

    private func count(_ what: String) { counts[what, default: 0] += 1 }

    private func check(_ defects: [String]) throws {
        if !defects.isEmpty { throw Defect(seed: seed, step: step, lives: counts["life"] ?? 0, what: defects) }
    }

    // MARK: Scores

    private func fresh() -> [(id: String, score: Ledger.Sent)] {
        let player = UInt32(1 + random.below(Self.players))
        let count = random.chance(1, in: 4) ? 1 + random.below(30) : 1
        return (0..<count).map { index in
            var score = Ledger.Sent(
                board: random.below(TorturedServer.boards.count), player: player, value: Int64(random.below(40)))
            let age = Timestamp.Span(milliseconds: Int64(random.below(80)) * Self.hour)
            if random.chance(1, in: 4) { score.date = clock.moment.advanced(by: -age) }
            return ("s\(step).\(index)", score)
        }
    }

    /// As a client sends it that was told nothing, or has forgotten.
    private func repeated() -> [(id: String, score: Ledger.Sent)] {
        guard !ledger.ids.isEmpty else { return fresh() }
        let id = ledger.ids[random.below(ledger.ids.count)]
        guard let score = ledger.sent[id] else { return fresh() }
        return [(id, score)]
    }

    private func submit(_ items: [(id: String, score: Ledger.Sent)]) async throws {
        guard let player = items.first?.score.player else { return }
        for item in items { ledger.send(item.id, item.score) }
        let readies = server.readies
        let answer: SubmittedScores
        do {
            answer = try await server.submit(items, by: player)
        } catch let error as SubmitScoresError {
            return try await refused(error, since: readies)
        }
        for (item, result) in zip(items, answer.results) { try check(ledger.acknowledge(item.id, result)) }
        guard let item = items.last, let result = answer.results.last, random.chance(1, in: 4) else { return }
        let order = ledger.order(item.score.board, .allTime, at: clock.moment)
        let rank = order.firstIndex { $0.hasPrefix("\(player):") }.map { $0 + 1 }
        if result.entry?.rank != rank || result.total != order.count {
            try check(["rank \(result.entry?.rank ?? 0) of \(result.total), not \(rank ?? 0) of \(order.count)"])
        }
    }

    private func refused(_ error: SubmitScoresError, since readies: Int) async throws {
        endReadFault()
        guard error == .unavailable else { return try check(["refused with \(error)"]) }
        try await recover(since: readies)
    }

    /// What is sent was refused.
    private func recover(since readies: Int) async throws {
        endReadFault()
        count("refused")
        if server.store.isFull {
            count("full")
            // Somebody makes room, sooner or later.
            if random.chance(1, in: 3) { server.disk.setRoom(bytes: nil) }
            return
        }
        try await comeBack(since: readies)
        if !server.disk.isCut {
            count("rebuilt")
            try await audit()
        }
    }

    private func comeBack(since readies: Int) async throws {
        if try await !server.recover(since: readies) { try check(["it doesn't come back after a failure"]) }
    }

    // MARK: Matches

    /// Some writes, each at a moment of its own.
    private func play() async throws {
        for _ in 0...random.below(4) where !server.disk.isCut {
            clock.pass(milliseconds: Int64(1 + random.below(60_000)))
            guard try await passTime() else { return }
            let next = matchLedger.inDoubt ?? matchPlayers.next(server.matches(), matchLedger, &random)
            guard let write = next else { continue }
            let readies = server.readies
            guard try await send(write) else { return try await recover(since: readies) }
        }
    }

    /// - Returns: false: nobody knows whether it is done. It is sent again before anything else.
    private func send(_ write: MatchLedger.Write) async throws -> Bool {
        // It reads beside the writer, too, where a read that fails has memory made anew for nobody.
        if case .erasure = write.action { endReadFault() }
        let now = server.keeper.clock.now()
        let isAgain = matchLedger.inDoubt != nil
        let answer = await server.perform(write)
        try check(matchLedger.note(answer, to: write, at: now))
        guard answer != .lost else {
            count("match write in doubt")
            return false
        }
        count(isAgain ? "match write settled" : "match write")
        if case .erasure = write.action { matchPlayers.replace(write.player) }
        return true
    }

    /// Does what time does to matches by now. The server's own timer may come first, at the same time: nothing else
    /// happens before this, wherever the clock is moved or a server starts.
    ///
    /// - Returns: false: nobody knows whether it is done.
    private func passTime() async throws -> Bool {
        for _ in 0..<Self.triesLimit {
            let readies = server.readies
            let now = server.keeper.clock.now()
            let isDone = server.keeper.fireMatches()
            matchLedger.pass(to: now, isCertain: isDone)
            if isDone { return true }
            count("time in doubt")
            if server.disk.isCut || server.store.isFull { return false }
            try await comeBack(since: readies)
        }
        return false
    }

    /// Settles what is in doubt, and compares all matches.
    private func compareMatches() async throws {
        guard try await passTime() else { return }
        if let write = matchLedger.inDoubt {
            let readies = server.readies
            guard try await send(write) else {
                if !server.store.isFull { try await comeBack(since: readies) }
                return
            }
        }
        let found: MatchLedger.Found
        do throws(StoreError) {
            found = try await server.foundMatches(of: matchPlayers.all)
        } catch {
            return count("matches not read")
        }
        // What a disk says that has no power any more isn't what the next server finds.
        guard !server.disk.isCut else { return }
        try check(matchLedger.compare(found, of: matchPlayers.all))
        count("matches compared")
        let most = MatchLimits.players.upperBound
        if server.matches().contains(where: { $0.participants.count == most }) { count("match for sixteen") }
    }

    // MARK: Beside them

    private func moveLog() async throws {
        do throws(StoreError) {
            if try server.store.scrub() { count("log moved") }
        } catch {
            count("log not moved")
        }
    }

    /// The draft of a snapshot can't be written or flushed: the one that was there stays as it was, nothing else is
    /// left, and the operator is told.
    private func failDraft() throws {
        let (readies, whole, before) = (server.readies, server.drafts.whole, server.snapshot)
        breakDraft()
        server.keeper.runBackgroundNow()
        guard server.drafts.end() else { return }
        count("draft failed")
        // A jump of the clock may have woken the background's own thread, which writes one, too.
        guard server.drafts.whole == whole else { return }
        // A timer may have met a fault of the disk beside this: ranks are made anew then, with snapshots to read.
        guard server.keeper.isReady, server.readies == readies else { return }
        try check(server.snapshot == before ? [] : ["a draft that failed has changed the snapshot"])
        try check(server.leftDrafts.map { "\($0) is left of a draft that failed" })
        try check(server.snapshotFailures.isEmpty ? ["nobody was told of a draft that failed"] : [])
    }

    /// Most drafts have six parts or more: a head, two or more of each leaderboard, and a directory.
    private func breakDraft() {
        let problem = DraftFaults.problems[random.below(DraftFaults.problems.count)]
        if random.chance(2, in: 3) {
            server.drafts.fail(.write, number: 1 + random.below(8), with: problem)
        } else {
            server.drafts.fail(.flush, number: 1, with: problem)
        }
    }

    /// A read of the store fails in what is done next: it's refused, or done later. Nothing is lost, and no page is
    /// wrong; a match is never read otherwise than it is.
    private func failRead() async throws {
        let fault = ReadFault.allCases[random.below(ReadFault.allCases.count)]
        let number = 1 + random.below(6)
        server.disk.setReadError(isOfDisk: number.isMultiple(of: 2))
        server.disk.fail(.read, number: number)
        readFault = fault
        switch fault {
        case .score: try await submit(repeated())
        case .log: try await moveLog()
        case .background: server.keeper.runBackgroundNow()
        case .page: try await read()
        case .matches: try await compareMatches()
        }
        endReadFault()
    }

    /// What is read to judge the server must not fail.
    private func endReadFault() {
        guard let fault = readFault else { return }
        readFault = nil
        if !server.disk.isToFail(.read) { count("read failed: \(fault.rawValue)") }
        server.disk.fail(.read, number: 0)
    }

    /// Memory was made from the store anew: all is as it was acknowledged.
    private func audit() async throws {
        matchLedger.sortCalls()
        // First, so that the server's timer writes nothing while the journal is read.
        _ = try await passTime()
        guard !server.disk.isCut else { return }
        let numbers = try server.boardNumbers()
        try check(ledger.read(server.store, server.stream, boards: numbers))
        try await read()
        try await compareMatches()
    }

    private func read() async throws {
        latest = max(latest, server.keeper.clock.now())
        // Where a start finds its clock behind, a window may be as of then, or as of the snapshot that it began with.
        let scopes = server.keeper.clock.now() < latest ? [.allTime] : TimeScope.allCases
        do {
            try check(await server.differences(from: ledger, in: scopes))
        } catch ReadEntriesError.unavailable {
            count("not read")
        }
    }

    // MARK: Lives

    /// SIGTERM, and the next start in the same folder.
    private func restart() async throws {
        for operation in TortureDisk.Operation.allCases { server.disk.fail(operation, number: 0) }
        server.disk.setRoom(bytes: nil)
        if random.chance(1, in: 4) { breakDraft() }
        server.keeper.stop()
        server.store.close()
        guard !server.disk.isCut else { return }
        try check(server.drafts.end() ? server.leftDrafts.map { "\($0) is left by a server that has ended" } : [])
        do {
            server = try await TorturedServer(server.disk, clock, movesLog: false)
        } catch {
            guard server.disk.isCut else { return try check(["it doesn't start again: \(error)"]) }
            return
        }
        count("restart")
        try await audit()
    }

    /// The power is off, or the process was killed: another server starts on what is there.
    private func live() async throws {
        server.keeper.stop()
        var disk = server.disk
        while true {
            let next = try disk.next(ending(), &random)
            try disk.end()
            disk = next
            disk.setLying(lies)
            if random.chance(1, in: 4) { disk.cut(after: 1 + random.below(12)) }
            do {
                server = try await TorturedServer(disk, clock, movesLog: false)
                break
            } catch  where disk.isCut {
                count("life cut short")
            } catch {
                try check(["it doesn't start: \(error)"])
            }
        }
        count("life")
        try await audit()
    }

    private func ending() -> TortureDisk.Ending {
        guard !lies else { return .powerLoss(kept: 0) }
        switch random.below(4) {
        case 0: return .kill
        case 1: return .powerLoss(kept: 0)
        default: return .powerLoss(kept: Int32([32, 128, 224][random.below(3)]))
        }
    }
}
