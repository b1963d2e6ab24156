/// What so many players take, on one giant board.
struct Forecast {
    let players: Int
    private let measured: Measured
    private var number: Double { Double(players) }

    init(players: Int, _ measured: Measured) {
        self.players = players
        self.measured = measured
    }

    // The journal.
    var rowsADay: Double { number * Known.activeShare * Known.scoresADay }
    var rowsAtPeak: Double { rowsADay / 86_400 * Known.peakFactor }
    var journalBytesADay: Double { rowsADay * Known.journalRowBytes }
    /// The smallest measured batch that bears the peak. Nil: none does.
    var batch: (batch: Double, commits: Double, rows: Double)? { Known.commits.first { $0.rows >= rowsAtPeak } }
    var commitsAtPeak: Double { batch.map { rowsAtPeak / $0.batch } ?? 0 }

    // Memory.
    /// Of the index, whole or split. Unit: bytes a player.
    private var indexBytesEach: Double { measured.splitBytes[Measured.nearest(parts)] ?? measured.bytes }
    private static var nodeBytes: Double { Known.memoryBytes * Known.memoryShare }
    /// Into how many parts the index must be split.
    var parts: Int { Int((number * measured.bytes / Self.nodeBytes).rounded(.up)) }
    /// Two nodes hold each part: the owner and a follower.
    var nodes: Int { max(parts * 2, 2) }
    var indexBytes: Double { number * indexBytesEach }
    var indexBytesANode: Double { indexBytes / Double(max(parts, 1)) }
    var namesBytes: Double { number * max(Known.serverBytes - measured.bytes, 0) }
    var filterBytes: Double { rowsADay * Known.keptDays * Known.filterBytes }

    // Time.
    /// A node dies: its follower has the index already.
    var failoverSeconds: Double { Known.leaseSeconds + Known.beatSeconds }
    /// A node dies, and nobody else has its part: a snapshot is read first.
    var coldSeconds: Double { failoverSeconds + number / Double(max(parts, 1)) * measured.loadNanoseconds / 1e9 }
    /// The primary dies.
    var primarySeconds: Double { Known.detectionSeconds + Known.promotionSeconds }
    /// Of one processor of each node, what reads take at the peak.
    var readShare: Double {
        let nanoseconds = measured.readNanoseconds[Measured.nearest(parts)] ?? 0
        return rowsAtPeak * Known.readsPerScore * nanoseconds / 1e9 / Double(nodes)
    }
    /// What a follower is sent.
    var pushedBytes: Double { rowsAtPeak * Known.journalRowBytes / Double(max(parts, 1)) }

    /// What is used of each thing that ends somewhere; above 1 it has ended.
    var limits: [(name: String, share: Double)] {
        [
            ("the index on one node", number * measured.bytes / Self.nodeBytes),
            (
                "one node's memory for index, names and filters",
                (number * measured.bytes + namesBytes + filterBytes) / Self.nodeBytes
            ),
            ("everybody's name on every node", namesBytes / Self.nodeBytes),
            ("the filters of score IDs of a year", filterBytes / Self.nodeBytes),
            ("a year of the journal on one disk", journalBytesADay * Known.keptDays / Known.diskBytes),
            ("one primary's rows at the peak", rowsAtPeak / (Known.commits.map(\.rows).max() ?? 1)),
            ("entries in one index (2³¹)", number / 2_147_483_648),
            ("player numbers (2³²)", number / 4_294_967_296),
        ].sorted { $0.share > $1.share }
    }

    var sentence: String {
        let broken = limits.filter { $0.share > 1 }
        let list = (broken.isEmpty ? Array(limits.prefix(1)) : broken).map { "\($0.name) (\(short($0.share)) of it)" }
        let verdict = broken.isEmpty ? "Nothing breaks; nearest to its end is" : "Breaks, first things first:"
        return "\(players) players: \(verdict) \(list.joined(separator: ", "))."
    }
}

/// A line of the table.
struct ForecastRow {
    let name: String
    let unit: String
    let figure: (Forecast) -> Double

    func print(_ forecasts: [Forecast]) {
        Swift.print(([name] + forecasts.map { short(figure($0)) } + [unit]).joined(separator: "\t"))
    }
}

extension Forecast {
    static let gibibyte = 1_073_741_824.0

    static var rows: [ForecastRow] {
        [
            ForecastRow(name: "players", unit: "") { Double($0.players) },
            ForecastRow(name: "rows at the peak", unit: "1/s") { $0.rowsAtPeak },
            ForecastRow(name: "rows a commit, to bear the peak", unit: "") { $0.batch?.batch ?? 0 },
            ForecastRow(name: "commits at the peak", unit: "1/s") { $0.commitsAtPeak },
            ForecastRow(name: "journal a day", unit: "GB") { $0.journalBytesADay / 1e9 },
            ForecastRow(name: "index, once", unit: "GiB") { $0.indexBytes / gibibyte },
            ForecastRow(name: "names, once", unit: "GiB") { $0.namesBytes / gibibyte },
            ForecastRow(name: "filters of score IDs of a year", unit: "GiB") { $0.filterBytes / gibibyte },
            ForecastRow(name: "parts of the board", unit: "") { Double($0.parts) },
            ForecastRow(name: "nodes, an owner and a follower each", unit: "") { Double($0.nodes) },
            ForecastRow(name: "a node: index", unit: "GiB") { $0.indexBytesANode / gibibyte },
            ForecastRow(name: "a node: rows pushed to it at the peak", unit: "MB/s") { $0.pushedBytes / 1e6 },
            ForecastRow(name: "a node: reads at the peak", unit: "processors") { $0.readShare },
            ForecastRow(name: "a node: commits for its lease", unit: "1/s") { _ in 1 / Known.beatSeconds },
            ForecastRow(name: "a node dies, its follower takes over", unit: "s") { $0.failoverSeconds },
            ForecastRow(name: "a node dies, without a follower", unit: "s") { $0.coldSeconds },
            ForecastRow(name: "the primary dies", unit: "s") { $0.primarySeconds },
        ]
            + (Forecast.limitNames).map { name in
                ForecastRow(name: "used of: \(name)", unit: "") { $0.limits.first { $0.name == name }?.share ?? 0 }
            }
    }

    private static var limitNames: [String] {
        [
            "one node's memory for index, names and filters", "the index on one node", "everybody's name on every node",
            "the filters of score IDs of a year",
            "a year of the journal on one disk", "one primary's rows at the peak",
        ]
    }
}
