import LaurelArcade
import LaurelDomain
import LaurelMonkeyJump
import LaurelWire

/// A run of MonkeyJump as the game itself would hand it in, played by its bot.
struct RecordedRun: Sendable {
    let log: InputLog
    let score: Int64

    /// - Parameters:
    ///   - ticket: what a server gave; empty: none.
    ///   - ticks: then the player goes away: on any seed, a run of skill 1000 lasts so long and not much longer.
    init(skill: Int32, seed: UInt64, ticket: [UInt8] = [], ticks: Int32 = .max) {
        var run = Run(seed: seed)
        var log = InputLog(
            header: InputLog.Header(
                coreID: Run.coreID, coreVersion: Run.coreVersion, seed: seed, ticket: ticket))
        let bot = Bot(skill: skill)
        self.init(&run, &log) { $0.ticks < ticks ? bot.input(for: $0) : [] }
    }

    /// - Parameter input: of each tick.
    init(seed: UInt64, ticket: [UInt8] = [], _ input: (Int32) -> Input) {
        var run = Run(seed: seed)
        var log = InputLog(of: Run.self, seed: seed, ticket: ticket)
        self.init(&run, &log) { input($0.ticks) }
    }

    private init(_ run: inout Run, _ log: inout InputLog, _ input: (Run) -> Input) {
        for _ in 0..<36_000 where !run.isOver {
            let input = input(run)
            log.append(input)
            run.tick(input)
        }
        self.log = log
        score = run.score
    }

    /// The same inputs under another header.
    func log(
        coreID: UInt32 = Run.coreID, coreVersion: UInt16 = Run.coreVersion, seed: UInt64? = nil, ticket: [UInt8]? = nil
    ) -> InputLog {
        var other = InputLog(
            header: InputLog.Header(
                coreID: coreID, coreVersion: coreVersion, seed: seed ?? log.header.seed,
                ticket: ticket ?? log.header.ticket))
        for span in log.spans { other.append(span.input, ticks: span.ticks) }
        return other
    }

    var length: Timestamp.Span { Timestamp.Span(milliseconds: Int64(log.tickCount) * 1_000 / 60) }
    var body: String { Self.body(score, log.encoded()) }

    static func body(_ value: Int64, _ replay: [UInt8], id: String? = nil) -> String {
        let id = id.map { ",\"id\":\"\($0)\"" } ?? ""
        return "{\"value\":\(value),\"replay\":\"\(Base64.encode(replay))\"\(id)}"
    }
}

extension World {
    static let runs = "/v1/games/com.ali.MonkeyJump/leaderboards/Runs"

    /// A leaderboard that checks replays.
    func makeRuns(requires: String = "none") async throws {
        let made = try await send(
            "POST", Self.app + "/leaderboards", administrator,
            """
            {"id":"Runs","localizations":[{"language":"en","name":"Runs"}],
            "replays":{"simulator":"monkeyjump","requires":"\(requires)"}}
            """)
        guard made.status == 201 else { throw TestClient.Failure(call: made.text, code: Int32(made.status)) }
        try await release()
    }
}
