import Glibc
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite

/// How long a start takes, and what it keeps in memory, where most leaderboards are asleep.
///
/// The players are spread over the boards, one score each, hours ago; a few boards have one more score of a minute ago.
struct ManyBoards {
    let folder: String
    let players: Int
    let boards: Int
    let awake: Int

    private static let rowsPerCommit = 10_000
    /// As many as an app may have.
    private static let boardsPerApp = 100

    func run() async throws {
        // One start in a process: memory of an earlier one would be counted with it.
        if access(folder + "/laurel.db", F_OK) == 0 {
            try await start("start")
        } else {
            mkdir(folder, 0o700)
            try await fill()
        }
    }

    private func app(of board: Int) throws -> App {
        let number = board / Self.boardsPerApp + 1
        return App(
            number: AppNumber(UInt32(number)), team: TeamNumber(1), bundleID: try BundleID("com.example.game\(number)"),
            name: "Game", sku: "G\(number)", isGameCenterEnabled: true, isReleased: true)
    }

    private func fill() async throws {
        let store = try SQLiteStore(dataFolder: folder)
        defer { store.close() }
        let stream = StreamID(team: TeamNumber(1), environment: .production)
        let present = wallClock.now()
        var sequence = JournalSequence.start
        func score(_ board: Int, _ player: Int, _ time: Timestamp) -> JournalRow {
            sequence = sequence.advanced(by: 1)
            return JournalRow(
                stream: stream, sequence: sequence, time: time, kind: .score,
                leaderboard: LeaderboardNumber(UInt32(board) + 1), player: PlayerNumber(UInt32(player) + 1),
                value: Int64(player) * 977 % 1_000_000)
        }
        let facts = try (0..<boards).map { board in
            Change.Fact.leaderboard(
                Leaderboard(
                    number: LeaderboardNumber(UInt32(board) + 1), app: try app(of: board).number,
                    id: try LeaderboardID("board-\(board)"),
                    settings: LeaderboardSettings(
                        referenceName: "Board",
                        localizations: [LeaderboardLocalization(language: .english, name: "Board")])))
        }
        try store.commit(Change(rows: [], facts: facts))
        let hours = present.advanced(by: -.hours(3))
        for start in stride(from: 0, to: players, by: Self.rowsPerCommit) {
            let rows = (start..<min(players, start + Self.rowsPerCommit)).map { score($0 % boards, $0, hours) }
            try store.commit(Change(rows: rows))
        }
        let minute = present.advanced(by: -.minutes(1))
        try store.commit(Change(rows: (0..<awake).map { score($0 * boards / awake, players + $0, minute) }))
    }

    private func start(_ label: String) async throws {
        let began = now()
        let store = try SQLiteStore(dataFolder: folder)
        let apps = try stride(from: 0, to: boards, by: Self.boardsPerApp).map { try app(of: $0) }
        let keeper = ScoreKeeper(
            journal: store, catalogue: Catalogue(apps: apps), contacts: DeviceContacts(), clock: wallClock,
            snapshots: SnapshotFolder(path: folder + "/cache"))
        try keeper.start()
        await keeper.ready()
        report("\(label), to ready", now() - began, "s")
        report("\(label), boards in memory", Double(keeper.loadedCount), "boards")
        report("\(label), resident", Double(residentBytes()) / 1_048_576, "MiB")
        try await read(0, keeper, "\(label), first read of a board in use")
        if boards > awake {
            let asleep = Int.random(in: 1..<max(2, boards / awake))
            try await read(asleep, keeper, "\(label), first read of a board asleep")
            try await read(asleep, keeper, "\(label), second read of it")
        }
        keeper.stop()
        store.close()
    }

    private func read(_ board: Int, _ keeper: ScoreKeeper, _ label: String) async throws {
        let began = now()
        let query = EntriesQuery(
            leaderboard: try LeaderboardID("board-\(board)"), environment: .production,
            selection: .window(try RankWindow(first: 1, count: 100)))
        let page = try await ReadEntries(keeper)(query, app: try app(of: board))
        precondition(page.total >= players / boards, "ranks are not right: \(page.total)")
        report(label, (now() - began) * 1_000, "ms")
    }
}

let wallClock = Clock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(clamping: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
}

/// Source: proc_pid_statm(5), the second field, in pages.
private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let text = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let fields = text.split(separator: UInt8(ascii: " "))
    return fields.count > 1 ? (Int(String(decoding: fields[1], as: UTF8.self)) ?? 0) * Int(getpagesize()) : 0
}
