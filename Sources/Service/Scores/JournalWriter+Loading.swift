import LaurelDomain
import Ranking
import Storage

// Rebuild: memory from the store, at start and after the store failed.
extension JournalWriter {
    static var pageRows: Int { 8_192 }

    /// - Returns: false when the store cannot be read; then it has waited a moment before it is tried again.
    func rebuild() -> Bool {
        streams = [:]
        batch.clear()
        keeper.forgetBoards()
        do throws(StoreError) {
            let records = try keeper.journal.leaderboards()
            lastLeaderboard = records.lastNumber
            for leaderboard in records.leaderboards { keeper.catalogue.put(leaderboard) }
            var replayed = 0
            for id in try keeper.journal.streams() {
                guard !keeper.queue.isStopped else { return false }
                replayed += try load(id, records)
            }
            keeper.waitForOthers()
            keeper.setReady(true)
            keeper.log(.ready(rowsReplayed: replayed))
            return true
        } catch {
            keeper.log(.commitFailed(error))
            keeper.queue.pause(milliseconds: 1_000)
            return false
        }
    }

    /// - Returns: how many rows were read.
    private func load(_ id: StreamID, _ records: LeaderboardRecords) throws(StoreError) -> Int {
        let stream = stream(id)
        guard let last = try keeper.journal.last(of: id) else { return 0 }
        keeper.clock.raise(to: last.time)
        let now = keeper.clock.now()
        var replay = StreamReplay(records.leaderboards, now: now)
        if let snapshots = keeper.snapshots { loadSnapshot(of: id, from: snapshots, through: last.sequence, &replay) }
        stream.ids.adopt(try keeper.journal.scoreIDRuns(of: id))
        let indexed = stream.ids.indexed
        var place = min(indexed, replay.start)
        var count = 0
        while place < last.sequence {
            let rows = try keeper.journal.rows(after: place, of: id, limit: Self.pageRows)
            guard let end = rows.last else { break }
            guard rows[0].sequence == place.advanced(by: 1) else {
                throw .broken(reason: "the journal has a gap after its row \(place.rawValue)")
            }
            place = end.sequence
            count += rows.count
            for row in rows {
                if let scoreID = row.scoreID, let player = row.player, row.sequence > indexed {
                    stream.ids.insert(ScoreIDs.digest(scoreID, of: player), row.sequence)
                }
                replay.fold(row)
            }
        }
        stream.last = last.sequence
        replay.finish(into: stream.boards, at: last)
        let boards = stream.boards.withLock { Set($0.slots.keys) }
        for leaderboard in boards {
            try HistoryFiller(keeper.journal, stream.boards).fill(leaderboard, at: now, windows: true)
        }
        return count
    }

    private func loadSnapshot(
        of id: StreamID, from files: any SnapshotFiles, through last: JournalSequence, _ replay: inout StreamReplay
    ) {
        do throws(SnapshotFailure) {
            guard let bytes = try files.read(id) else { return }
            let snapshot = try StreamSnapshot(reading: bytes, of: id)
            guard snapshot.end <= last, try mark(at: snapshot.end, of: id) == snapshot.endMark else {
                throw .damaged("it knows rows that the journal has not")
            }
            replay.take(snapshot)
            keeper.noteSnapshot(of: id, at: snapshot.sequence)
        } catch {
            keeper.log(.snapshotIgnored(id, reason: error.reason))
        }
    }
}

extension JournalWriter {
    private func mark(at sequence: JournalSequence, of stream: StreamID) throws(SnapshotFailure) -> Int64 {
        do throws(StoreError) {
            return try keeper.journal.row(at: sequence, of: stream).map { SnapshotNumbers.mark($0) } ?? 0
        } catch {
            throw .unreadable("the journal could not be read: \(error)")
        }
    }
}

/// The boards of a stream while they are being built, on the thread that builds them.
struct StreamReplay {
    private var boards: [LeaderboardNumber: Board] = [:]
    /// Rows up to here are in the board already.
    private var included: [LeaderboardNumber: JournalSequence] = [:]
    private var removed: Set<JournalSequence> = []
    private let now: Timestamp
    private let leaderboards: [LeaderboardNumber: Leaderboard]

    /// A board is a matter of its rows and of how it is configured now, so rows of older configurations say nothing.
    init(_ leaderboards: [Leaderboard], now: Timestamp) {
        self.now = now
        self.leaderboards = Dictionary(leaderboards.map { ($0.number, $0) }) { first, _ in first }
    }

    /// Goes on with a board of the only one.
    init(_ leaderboards: [Leaderboard], now: Timestamp, adopting transfer: BoardTransfer) {
        self.init(leaderboards, now: now)
        for leaderboard in leaderboards { boards[leaderboard.number] = transfer.board }
    }

    /// Rows after this one have to be folded in.
    var start: JournalSequence {
        leaderboards.keys.map { included[$0] ?? .start }.min() ?? .start
    }

    mutating func take(_ snapshot: StreamSnapshot) {
        removed = snapshot.removed
        for section in snapshot.sections {
            guard let leaderboard = leaderboards[section.leaderboard], section.board.order == leaderboard.sortOrder,
                section.board.type == leaderboard.submissionType
            else { continue }
            if section.board.range != leaderboard.range {
                section.board.setRange(leaderboard.range, version: section.board.version)
            }
            boards[section.leaderboard] = section.board
            included[section.leaderboard] = section.sequence
        }
        // A leaderboard that the snapshot does not know had no row when it was written.
        for number in leaderboards.keys where included[number] == nil && !snapshot.knows(number) {
            included[number] = snapshot.sequence
        }
    }

    mutating func fold(_ row: JournalRow) {
        guard let leaderboard = leaderboards[row.leaderboard], row.sequence > included[row.leaderboard] ?? .start
        else { return }
        let board = board(of: leaderboard)
        switch row.kind {
        case .score: if let submission = Submission(row) { _ = board.apply(submission) }
        case .leaderboard: board.note(row.sequence)
        case .removal:
            removed.insert(row.previous)
            if let player = row.player { board.remove(row.previous, of: player, version: row.sequence) }
        case .restoration:
            removed.remove(row.previous)
            // It carries the score it brings back.
            if let submission = Submission(restoring: row) { board.restore(submission, version: row.sequence) }
        }
    }

    private mutating func board(of leaderboard: Leaderboard) -> Board {
        if let board = boards[leaderboard.number] { return board }
        let board = Board(
            order: leaderboard.sortOrder, type: leaderboard.submissionType, range: leaderboard.range, now: now)
        boards[leaderboard.number] = board
        return board
    }

    /// A leaderboard's board, empty when it has no rows. This replay is given up with it.
    mutating func transfer(of leaderboard: Leaderboard) -> BoardTransfer {
        let board = board(of: leaderboard)
        boards[leaderboard.number] = nil
        return BoardTransfer(board: board)
    }

    func transfers() -> [LeaderboardNumber: BoardTransfer] { boards.mapValues { BoardTransfer(board: $0) } }

    consuming func finish(into stream: StreamBoards, at last: JournalPosition) {
        let transfers = transfers()
        let removed = removed
        stream.withLock { state in
            for (number, transfer) in transfers {
                state.slots[number] = StreamBoards.Slot(board: transfer.board, generation: BoardGeneration.next())
            }
            state.published = last.sequence
            state.time = last.time
            state.removed = removed
        }
    }
}

extension Submission {
    /// The score that a row of removal or restoration speaks of: it carries the score's fields.
    init?(restoring row: JournalRow) {
        guard row.kind == .restoration || row.kind == .removal, let player = row.player else { return nil }
        self.init(
            player: player, value: row.value, date: row.date, context: row.context, sequence: row.previous,
            flags: row.flags.contains(.isDateClamped) ? .isDateClamped : [])
    }
}
