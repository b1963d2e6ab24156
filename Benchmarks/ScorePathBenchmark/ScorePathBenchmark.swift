import Glibc
import LaurelDomain
import LaurelScores
import LaurelService
import LaurelStorage
import LaurelStorageSQLite
import Synchronization

/// Submissions a second through SubmitScores with a real file, and how long a start takes.
///
/// `ScorePathBenchmark [players] [seconds] [folder]`: 1,000,000 players, 3 seconds for each figure and a folder under
/// /tmp unless told. A folder in memory (/dev/shm) leaves the disk out. CPU is this process's, callers included.
/// `ScorePathBenchmark start FOLDER PLAYERS` measures a start alone, on what an earlier run left.
/// `ScorePathBenchmark boards FOLDER PLAYERS BOARDS AWAKE` fills a new folder with many boards of which few are in
/// use; called again, it measures a start on it.
@main struct ScorePathBenchmark {
    static func main() async throws {
        if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "start" {
            let players = UInt32(CommandLine.arguments[3]) ?? 1_000_000
            let bench = try Bench(folder: CommandLine.arguments[2], players: players)
            try await measureStart(bench, "start to ready")
            return
        }
        if CommandLine.arguments.count == 6, CommandLine.arguments[1] == "boards" {
            let numbers = CommandLine.arguments.dropFirst(3).compactMap { Int($0) }
            guard numbers.count == 3, numbers[0] >= numbers[1], 1...numbers[1] ~= numbers[2] else {
                return print("PLAYERS, BOARDS and AWAKE are numbers, none above the one before")
            }
            let folder = CommandLine.arguments[2]
            try await ManyBoards(folder: folder, players: numbers[0], boards: numbers[1], awake: numbers[2]).run()
            return
        }
        let players = CommandLine.arguments.dropFirst().first.flatMap { UInt32($0) } ?? 1_000_000
        let seconds = CommandLine.arguments.dropFirst(2).first.flatMap { Double($0) } ?? 3
        let parent = CommandLine.arguments.dropFirst(3).first ?? "/tmp"
        var template = Array("\(parent)/laurel-bench-XXXXXX".utf8CString)
        guard let made = template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } }) else {
            print("no temporary folder")
            return
        }
        let folder = String(cString: made)
        let bench = try Bench(folder: folder, players: players)
        try appendRows(folder + "/raw")
        try await measureScores(bench, seconds)
        try await measureStart(bench, "start to ready, with snapshot")
        _ = bench.removeSnapshots()
        try await measureStart(bench, "start to ready, without")
        print("data left in \(folder)")
    }

    static func measureScores(_ bench: Bench, _ seconds: Double) async throws {
        let keeper = try await bench.start()
        try await bench.fill(keeper)
        for concurrency in [1, 32, 128] {
            try await bench.measure(keeper, concurrency: concurrency, seconds: seconds, isBetter: false)
            try await bench.measure(keeper, concurrency: concurrency, seconds: seconds, isBetter: true)
        }
        try await bench.measureReads(keeper, seconds: seconds)
        let began = now()
        keeper.stop()
        report("stop, with a snapshot", now() - began, "s")
        bench.release()
    }

    static func measureStart(_ bench: Bench, _ label: String) async throws {
        let keeper = try await bench.start(label: label)
        keeper.stop()
        bench.release()
    }

    /// What the engine alone can do.
    static func appendRows(_ folder: String) throws {
        for batch in [1, 128, 1_024] {
            let store = try SQLiteStore(dataFolder: "\(folder)-\(batch)")
            let stream = StreamID(team: TeamNumber(1), environment: .production)
            var sequence = JournalSequence.start
            let began = now()
            while now() - began < 1.5 {
                var rows: [JournalRow] = []
                for _ in 0..<batch {
                    sequence = sequence.advanced(by: 1)
                    rows.append(
                        JournalRow(
                            stream: stream, sequence: sequence, time: Timestamp(clamping: 1_800_000_000_000),
                            kind: .score, leaderboard: LeaderboardNumber(1), player: PlayerNumber(7), value: 123_456,
                            scoreID: try ScoreID("0F3C4A6E-0000-4000-8000-\(sequence.rawValue)")))
                }
                try store.commit(Change(rows: rows))
            }
            report("journal, rows a second, \(batch) a commit", Double(sequence.rawValue) / (now() - began), "rows/s")
        }
    }
}

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Unit: seconds, of all threads, user and system.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func report(_ name: String, _ value: Double, _ unit: String) {
    let text = value >= 1_000 ? "\(Int(value))" : "\((value * 1_000).rounded() / 1_000)"
    print("\(name)\t\(text)\t\(unit)")
    fflush(nil)
}
