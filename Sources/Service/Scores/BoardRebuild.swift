import LaurelDomain
import Ranking
import Storage
import Synchronization

/// A board made anew from the journal, on a thread of its own, because a change concerns too many of its entries.
///
/// Meanwhile its readers wait, scores for it are put aside, and all other boards go on. The writer folds in the last
/// rows and puts the board in its place.
final class BoardRebuild: Sendable {
    private static let pageRows = 4_096

    enum Outcome: Sendable {
        /// The board, with the journal's rows up to there.
        case built(BoardTransfer, through: JournalSequence)
        case failed(StoreError)
    }

    let leaderboard: Leaderboard
    private let isCancelled = Atomic(false)
    private let outcome = Mutex<Outcome?>(nil)
    private let end = ThreadLatch()

    init(_ leaderboard: Leaderboard) { self.leaderboard = leaderboard }

    /// Blocks until the board is in its place, or never will be.
    func wait() { end.wait() }

    /// Lets go whoever waits. The writer calls it: the board is in its place, or another rebuild takes over.
    func finish() {
        isCancelled.store(true, ordering: .relaxed)
        end.open()
    }

    func takeOutcome() -> Outcome? {
        outcome.withLock { outcome in
            defer { outcome = nil }
            return outcome
        }
    }

    func run(_ journal: any Journal, _ boards: StreamBoards, at now: Timestamp) {
        var replay = StreamReplay([leaderboard], now: now)
        var place = JournalSequence.start
        do throws(StoreError) {
            while !isCancelled.load(ordering: .relaxed) {
                let rows = try journal.rows(after: place, of: boards.stream, limit: Self.pageRows)
                for row in rows { replay.fold(row) }
                place = rows.last?.sequence ?? place
                if rows.count < Self.pageRows { break }
            }
        } catch {
            outcome.withLock { $0 = .failed(error) }
            return
        }
        let transfer = replay.transfer(of: leaderboard)
        let through = place
        outcome.withLock { $0 = .built(transfer, through: through) }
    }
}

// The writer's part of it.
extension JournalWriter {
    func startRebuild(of leaderboard: Leaderboard, in stream: WriterStream) {
        let rebuild = BoardRebuild(leaderboard)
        stream.rebuilds[leaderboard.number] = rebuild
        let replaced = stream.boards.withLock { $0.rebuilds.updateValue(rebuild, forKey: leaderboard.number) }
        replaced?.finish()
        let (boards, time) = (stream.boards, batch.time)
        BlockingThread.start { [keeper] in
            rebuild.run(keeper.journal, boards, at: time)
            keeper.queue.addOwn(.rebuilt(boards.stream, rebuild))
        }
    }

    /// Puts a call aside that is for a board being rebuilt: it is judged when that is done.
    func putAside(_ call: SubmitCall) -> Bool {
        guard let stream = streams[call.stream], !stream.rebuilds.isEmpty else { return false }
        let isConcerned = call.items.contains { item in
            let number = item.leaderboard ?? keeper.catalogue.defaultLeaderboard(of: call.app)?.number
            return number.map { stream.rebuilds[$0] != nil } ?? false
        }
        guard isConcerned else { return false }
        if stream.aside.count < WriterQueue.limit {
            stream.aside.append(call)
        } else {
            call.completion(.failure(.unavailable))
        }
        return true
    }

    /// - Returns: false when the store failed.
    func finish(_ rebuild: BoardRebuild, of id: StreamID) -> Bool {
        let number = rebuild.leaderboard.number
        guard let stream = streams[id], stream.rebuilds[number] === rebuild else { return true }
        switch rebuild.takeOutcome() {
        case nil: return true
        case .failed(let error):
            keeper.log(.commitFailed(error))
            return false
        case .built(let transfer, let through):
            guard foldTail(of: rebuild.leaderboard, into: transfer.board, after: through, stream) else { return false }
            stream.boards.withLock { state in
                state.slots[number] = StreamBoards.Slot(board: transfer.board, generation: BoardGeneration.next())
                state.rebuilds[number] = nil
            }
            stream.rebuilds[number] = nil
            rebuild.finish()
            guard fillHistories(of: [number], in: stream.boards, windows: false) else { return false }
            keeper.tell(stream.boards.withLock { $0.takeChanges(of: [number]) }, in: id)
            takeUpAside(stream)
            return true
        }
    }

    /// The rows that came while the board was being built: a page, since its thread reads on until it has caught up.
    private func foldTail(
        of leaderboard: Leaderboard, into board: Board, after start: JournalSequence, _ stream: WriterStream
    ) -> Bool {
        var replay = StreamReplay([leaderboard], now: batch.time, adopting: BoardTransfer(board: board))
        var place = start
        do throws(StoreError) {
            while place < stream.last {
                let rows = try keeper.journal.rows(after: place, of: stream.boards.stream, limit: Self.pageRows)
                guard let end = rows.last else { break }
                place = end.sequence
                for row in rows { replay.fold(row) }
            }
            return true
        } catch {
            keeper.log(.commitFailed(error))
            return false
        }
    }

    /// The board went away.
    func dropRebuild(of leaderboard: LeaderboardNumber, in stream: WriterStream) {
        guard let rebuild = stream.rebuilds.removeValue(forKey: leaderboard) else { return }
        stream.boards.withLock { $0.rebuilds[leaderboard] = nil }
        rebuild.finish()
        takeUpAside(stream)
    }

    /// Those whose board is still not there are put aside again.
    private func takeUpAside(_ stream: WriterStream) {
        let aside = stream.aside
        stream.aside = []
        for call in aside { keeper.queue.addOwn(.submit(call)) }
    }

    /// Memory is given up: whoever waits for it learns so.
    func abandonRebuilds() {
        for stream in streams.values {
            for rebuild in stream.rebuilds.values { rebuild.finish() }
            stream.rebuilds = [:]
            stream.boards.withLock { $0.rebuilds = [:] }
            for call in stream.aside { call.completion(.failure(.unavailable)) }
            stream.aside = []
        }
    }
}
