import LaurelDomain
import LaurelRanking
public import LaurelStorage

// Test data wiped (rule 3.2): never in Production.
extension JournalWriter {
    /// - Returns: false when the store failed.
    func wipe(_ call: WipeCall) -> Bool {
        batch.time = readClock()
        let id = StreamID(team: call.app.team, environment: .sandbox)
        let stream = stream(id)
        let concerned = leaderboards(of: call, stream)
        let records = concerned.enumerated().map { place, number in
            WipeRecord(
                stream: id, leaderboard: number, player: call.player, through: stream.last.advanced(by: place + 1))
        }
        let rows = records.map { record in
            JournalRow(
                stream: id, sequence: record.through, time: batch.time, kind: .wipe, leaderboard: record.leaderboard,
                player: record.player)
        }
        let entry = call.administrator.entry(
            .testDataWipe, team: call.app.team, app: call.app.number, environment: .sandbox, player: call.player,
            subject: call.subject, changes: "\(records.count) leaderboards", at: batch.time)
        endChallenges(of: call)
        do throws(StoreError) {
            try commit(Change(rows: rows, facts: records.map { .wiped($0) } + [.audit(entry)]))
        } catch {
            keeper.noteFailure(error)
            call.completion(.failure(WipeError(error)))
            return error.leavesStoreSound
        }
        publish(records, in: stream)
        call.completion(.success(records.count))
        return true
    }

    /// Those of the app that have rows, with those that were moved into them; a combined one has none of its own.
    private func leaderboards(of call: WipeCall, _ stream: WriterStream) -> [LeaderboardNumber] {
        let wanted = Set(shown(in: call).flatMap { keeper.catalogue.sources(of: $0) })
        return stream.boards.withLock { state in
            Set(state.extents.keys.flatMap { keeper.places.sources(of: $0) }).intersection(wanted).sorted()
        }
    }

    private func shown(in call: WipeCall) -> [LeaderboardNumber] {
        call.leaderboard.map { [$0] } ?? keeper.catalogue.leaderboards(of: call.app.number).map(\.number)
    }

    /// Those that rest on what goes are pending no more, in the same commit; a group's in whichever game they began.
    private func endChallenges(of call: WipeCall) {
        let leaderboards = Set(shown(in: call))
        for challenge in pending.challenges.values.sorted(by: { $0.number < $1.number })
        where challenge.environment == .sandbox {
            if let player = call.player, challenge.sender != player, challenge.receiver != player { continue }
            switch challenge.goal {
            case .score(let leaderboard, _, _): guard leaderboards.contains(leaderboard) else { continue }
            case .achievement:
                guard call.leaderboard == nil, challenge.app == call.app.number else { continue }
            }
            settle(challenge, .invalid)
        }
        for leaderboard in leaderboards.sorted() {
            batch.facts.append(.challenge(.replaysWiped(leaderboard, call.player, .sandbox)))
        }
    }

    private func publish(_ records: [WipeRecord], in stream: WriterStream) {
        guard let last = records.last?.through else { return }
        let time = batch.time
        let stale = stream.boards.withLock { state -> [BoardKey] in
            state.published = max(state.published, last)
            state.time = max(state.time, time)
            for record in records { state.wiped.note(record) }
            let numbers = Set(records.map(\.leaderboard))
            let concerned = Set(state.extents.keys).union(state.slots.keys).union(state.rebuilds.keys)
                .filter { !numbers.isDisjoint(with: keeper.places.sources(of: $0)) }
            state.extents.hide(state.wiped, keeper.places)
            // The next reader has it made of what is left.
            for key in concerned { _ = state.take(key) }
            return concerned.filter { state.rebuilds[$0] != nil }
        }
        for key in stale { startAgain(key, stream) }
        let scopes = Dictionary(records.map { ($0.leaderboard, Set(TimeScope.allCases)) }) { first, _ in first }
        keeper.tell(LeaderboardChanges(version: last, scopes: scopes, nextExpiry: nil), in: stream.boards.stream)
    }

    /// A board that was being built of rows that are wiped now.
    private func startAgain(_ key: BoardKey, _ stream: WriterStream) {
        guard let leaderboard = keeper.places.leaderboard(of: key),
            stream.boards.withLock({ $0.extents[key] != nil })
        else { return dropRebuild(of: key, in: stream) }
        startRebuild(of: key, leaderboard, in: stream.boards)
    }
}

extension ScoreKeeper {
    /// Whether a row is as if it had never been: for whoever reads the journal by themselves.
    public func isWiped(_ row: JournalRow) -> Bool { boards(of: row.stream).withLock { $0.wiped.covers(row) } }
}
