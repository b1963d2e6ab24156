import Testing

/// The journal's writer reads nothing row by row: what a step needs was read before, beside it
/// (docs/internals/writer.md). Each file of Sources/Scores that reads the store is named here, with who calls it.
@Suite("Reads of the store") struct WriterReadTests {
    /// On the writer's thread.
    static let onWriter: [String: String] = [
        "Writer/JournalWriter+Loading.swift": "memory is made from the store: at a start, and after it failed",
        "Writer/JournalWriter.swift": "the commit itself",
    ]
    /// On threads that may block.
    static let beside: [String: String] = [
        "Reading/StoreReader.swift": "what steps need",
        "Reading/JournalPages.swift": "rows of a start, ahead of the writer",
        "Writer/StoreFetching.swift": "what steps need",
        "Writer/BoardReader.swift": "boards that are loaded",
        "Writer/HistoryFiller.swift": "players' rows for boards that have forgotten them",
        "Writer/HistoryLoader.swift": "the same, for readers",
        "Writer/WarmBoards.swift": "boards of a store that another node owns",
        "Writer/FollowedStream.swift": "the same",
        "Writer/KeptSnapshots.swift": "snapshots, where boards are read from them",
        "Writer/WindowTimer.swift": "the same, for boards that somebody follows",
        "Writer/ScoreBackground.swift": "snapshots and score ids",
        "Writer/ScoreKeeper.swift": "the start, before there is a writer",
        "Writer/ScoreKeeper+Losses.swift": "the start, before there is a writer",
        "Writer/ScoreKeeper+Erasing.swift": "an erased player's rows",
        "Writer/ScoreKeeper+Merging.swift": "a merged guest's rows",
        "Writer/ScoreKeeper+Releasing.swift": "an upgraded guest's rows",
        "Snapshots/SnapshotWriter.swift": "snapshots",
    ]
    /// What reads, but for the words in a comment.
    static let readers = ["journal.", "journal:", "journal)", "HistoryFiller(", "BoardRows(", "StoreReader("]

    private static func reads(_ line: Substring) -> Bool {
        let code = line.prefix { $0 != "/" }
        return readers.contains { code.contains($0) }
    }

    @Test("no other file reads the store, and each of these does")
    func files() throws {
        let files = try SourceFile.all(below: ["Sources/Scores"])
        let reading = Set(files.filter { $0.lines.contains(where: Self.reads) }.map { name(of: $0) })
        let known = Set(Self.onWriter.keys).union(Self.beside.keys)
        #expect(reading.subtracting(known).sorted() == [], "these read the store")
        #expect(known.subtracting(reading).sorted() == [], "these read nothing any more")
    }

    @Test("between two commits the writer does nothing with the store but commit")
    func commits() throws {
        let files = try SourceFile.all(below: ["Sources/Scores/Writer"])
        let writer = try #require(files.first { $0.path.hasSuffix("/JournalWriter.swift") })
        let lines = writer.lines.filter(Self.reads)
        #expect(lines.count == 1 && lines.allSatisfy { $0.contains("journal.commit(") }, "\(lines)")
    }

    @Test("docs/internals/writer.md names every file that reads")
    func documented() throws {
        let text = try Repository.text(of: "docs/internals/writer.md")
        for path in Set(Self.onWriter.keys).union(Self.beside.keys) {
            let file = path.split(separator: "/").last ?? ""
            #expect(text.contains("`\(file)`"), "\(path) isn't there")
        }
    }

    private func name(of file: SourceFile) -> String { file.path.replacing("Sources/Scores/", with: "") }
}
