import LaurelDomain
import LaurelRanking
import LaurelStorage

// Plan: what each score of a call becomes. Nothing is changed before every score of it is accepted.
extension JournalWriter {
    enum Verdict {
        /// isTwin: the same ID stands before it in its call.
        case fresh(ScoreTarget, ScoreDate, isTwin: Bool)
        // The rare ones are kept elsewhere: a verdict takes 24 bytes so, instead of the hundreds of a row.
        indirect case `repeat`(ScoreTarget, JournalRow, SetOff)
        /// A guest's score, which becomes the account's (rule 1.13); nil: nothing becomes of it.
        indirect case merged(MergedScore?)
    }

    /// The boards that these need.
    func keys(of verdicts: [Verdict]) -> [BoardKey] {
        var keys: [BoardKey] = []
        var last: ScoreTarget?
        for index in verdicts.indices {
            switch verdicts[index] {
            case .fresh(let target, _, _):
                if target !== last { keys += target.keys }
                last = target
            case .merged(let score): if let score { keys += ScoreTarget(score.leaderboard, score.key).keys }
            case .repeat(let target, _, _): keys.append(target.key)
            }
        }
        return keys
    }

    /// Adds a call to the batch, refuses it, or puts it aside until what it needs is there.
    /// - Returns: false when what was looked up before was missing all the same: a fault of ours.
    func plan(_ call: SubmitCall) -> Bool {
        let stream = stream(call.stream)
        reads = stillKnown(call.known)
        do throws(SubmitScoresError) {
            let verdicts = try judge(call, stream)
            if !reads.missing.isEmpty { throw .unavailable }
            if putAside(.submit(call), until: keys(of: verdicts), in: stream) { return true }
            if call.origin == .elsewhere(isTrial: true) {
                call.completion(.success(judged(call, verdicts, stream)))
                return true
            }
            let first = batch.items.count
            for index in verdicts.indices {
                // Part of the call may be planned: what stops it here takes the whole batch along.
                do throws(StoreError) { try accept(index, of: call, verdicts[index], stream) } catch {
                    throw .broken(reason: "can't plan a score: \(error)")
                }
            }
            join(batch.add(call, itemsFrom: first))
            return true
        } catch .broken(let reason) {
            keeper.noteFailure(.broken(reason: reason))
            call.completion(.failure(.broken(reason: reason)))
            return false
        } catch {
            // Whatever it was refused for: with what is missing it may be judged otherwise.
            guard reads.missing.isEmpty else {
                keeper.fetchAgain(reads.missing, for: .submit(call))
                return true
            }
            // Refused for good is as good as sent: the device's queue is as empty as it says (rule 8.1).
            if error.isFinal { keeper.contacts.note(waiting: call.waiting, of: call.queue, at: batch.time) }
            call.completion(.failure(error))
            return true
        }
    }

    func judge(_ call: SubmitCall, _ stream: WriterStream) throws(SubmitScoresError) -> [Verdict] {
        guard !erased.contains(call.player) else { throw .unavailable }
        if keeper.catalogue.bans.isBanned(call.player, in: call.stream.team) { throw .banned }
        let lastContact = keeper.contacts.last(of: call.queue)
        var verdicts: [Verdict] = []
        verdicts.reserveCapacity(call.items.count)
        var replays = ReplayStep(used: usedTickets, tickets: batch.tickets, runs: batch.runs)
        let suspects = stream.ids.suspects(among: call.digests)
        // Of the item before: most calls are for one leaderboard.
        var last: (asked: LeaderboardNumber?, target: ScoreTarget)?
        for (index, item) in call.items.enumerated() {
            if let source = item.source {
                let score = try looking { () throws(StoreError) in try merged(source, into: call.player) } ?? nil
                if let score { expect(score, call.player) }
                verdicts.append(.merged(score))
                continue
            }
            if suspects.contains(index), let verdict = try judgeRepeat(item, call, stream, index) {
                verdicts.append(verdict)
                continue
            }
            let target: ScoreTarget
            if let last, last.asked == item.leaderboard {
                target = last.target
            } else {
                target = try self.target(of: item, in: call, index)
                last = (item.leaderboard, target)
            }
            let leaderboard = target.leaderboard
            if let range = leaderboard.range, !range.contains(item.score.value) {
                throw .outOfRange(item: index, range)
            }
            // What rules award comes once: it waits for a moderator however many others do.
            if let policy = target.policy, !call.isOfJudge {
                guard reviewStep(policy, on: leaderboard, call.player, call.stream).hasRoom else {
                    throw .tooManyHeld(item: index, limit: ModerationLimits.heldScores)
                }
            }
            let date: ScoreDate
            if call.origin != .device, let vouched = item.score.date {
                date = ScoreDate(vouched: vouched, arrival: batch.time)
            } else {
                date = ScoreDate(claimed: item.score.date, arrival: batch.time, emptyQueueContact: lastContact)
            }
            let key = try board(of: leaderboard, item.score.date, date, index)
            if call.origin != .device, leaderboard.isPast(key, at: batch.time) { throw .occurrenceOver(item: index) }
            if target.policy?.shortestInterval != nil { expectPrevious(on: leaderboard, key, call, stream) }
            expect(item, on: leaderboard, date, call)
            // The same score earlier in this call is a repeat, and judged as such.
            let isTwin = call.hasTwins && isTwin(index, in: call)
            // The server has played the match itself: there is no run to play again.
            if !isTwin, !call.isOfJudge {
                try replays.judge(item, on: leaderboard, in: call.stream.environment, index, &reads)
            }
            let counted = key == target.key ? target : ScoreTarget(leaderboard, key, target.policy)
            verdicts.append(.fresh(counted, date, isTwin: isTwin))
        }
        if call.hasTwins { try judgeRepeats(within: call) }
        return verdicts
    }

    /// Looks up what accepting a score needs of the store: nearly always nothing. So all of it is there, or fetched,
    /// before anything is planned.
    private func expect(
        _ item: SubmitCall.Item, on leaderboard: Leaderboard, _ date: ScoreDate, _ call: SubmitCall
    ) {
        let environment = call.stream.environment
        pending.expectFriends(of: call.player, .leaderboard(leaderboard.number), environment, &reads)
        guard let run = item.proof(on: leaderboard) else { return }
        if let here = RunKey(run, on: leaderboard.number, environment), !batch.runs.contains(here) {
            reads.expect(.run(here))
        }
        guard let feats = feats(of: run, at: date.date, call) else { return }
        if plannedProgress(feats.key) == nil { reads.expect(.progress(feats.key)) }
        for item in feats.items {
            pending.expectFriends(of: call.player, .achievement(item.achievement), environment, &reads)
        }
    }

    /// A rule compares with the date of the player's score before.
    private func expectPrevious(
        on leaderboard: Leaderboard, _ key: BoardKey, _ call: SubmitCall, _ stream: WriterStream
    ) {
        guard let head = head(of: call.player, on: leaderboard, key, stream),
            plannedRow(at: head.sequence, of: call.stream) == nil
        else { return }
        reads.expect(.row(call.stream, head.sequence))
    }

    /// A late score counts in the occurrence of its date (rule 4.1), never in one that was not running then.
    private func board(
        of leaderboard: Leaderboard, _ claimed: Timestamp?, _ judged: ScoreDate, _ index: Int
    ) throws(SubmitScoresError) -> BoardKey {
        guard let recurrence = leaderboard.kind.recurrence else { return leaderboard.chain }
        let running = recurrence.running(at: judged.date)
        if let claimed, claimed < judged.date, judged.date == batch.time.advanced(by: -ScoreDate.ageLimit),
            recurrence.running(at: claimed) != running
        {
            throw .occurrenceOver(item: index)
        }
        guard let running else {
            throw .betweenOccurrences(item: index, next: recurrence.nextStart(after: batch.time))
        }
        return BoardKey(leaderboard.number, occurrence: running.number)
    }

    /// The leaderboard that a score goes to, if it takes scores, and the board of all its rows.
    private func target(
        of item: SubmitCall.Item, in call: SubmitCall, _ index: Int
    ) throws(SubmitScoresError) -> ScoreTarget {
        let leaderboard = try leaderboard(for: item, of: call.app, by: call.player, index)
        guard !leaderboard.isArchived else { throw .archived(item: index) }
        guard leaderboard.kind.parts.isEmpty else { throw .combined(item: index) }
        guard leaderboard.isReleased || call.stream.environment == .sandbox else { throw .prereleased(item: index) }
        // Here, where the leaderboard is settled: on the caller's thread another one may have been the default.
        if call.origin == .device, !call.isOfJudge, keeper.isJudged(leaderboard.number) { throw .judged(item: index) }
        return ScoreTarget(leaderboard, leaderboard.chain, policy(of: leaderboard))
    }

    private func leaderboard(
        for item: SubmitCall.Item, of app: AppNumber, by player: PlayerNumber, _ index: Int
    ) throws(SubmitScoresError) -> Leaderboard {
        if let number = item.leaderboard {
            guard let leaderboard = keeper.catalogue.target(of: number) else {
                throw .unknownLeaderboard(item: index)
            }
            return leaderboard
        }
        guard let leaderboard = keeper.catalogue.defaultLeaderboard(of: app, for: player) else {
            throw .noDefaultLeaderboard(item: index)
        }
        return leaderboard
    }

    /// Of a score that was counted already (rule 4.4); nil: it is new, or the reads for it are missing.
    private func judgeRepeat(
        _ item: SubmitCall.Item, _ call: SubmitCall, _ stream: WriterStream, _ index: Int
    ) throws(SubmitScoresError) -> Verdict? {
        guard let id = item.score.id else { return nil }
        // What is missing is nil: others may miss something, too, and all of it is fetched at once.
        guard
            let rows = try looking({ () throws(StoreError) in
                try rows(of: id, by: call.player, in: call.stream, &reads)
            }), let row = rows.first(where: { !isWiped($0) })  // What was wiped was never sent.
        else { return nil }
        // Its leaderboard may have moved into a group since.
        let target = keeper.catalogue.target(of: row.leaderboard)
        guard SubmittedBody(row, on: target?.number ?? row.leaderboard).matches(item) else {
            throw .scoreIDReused(item: index)
        }
        guard let leaderboard = target else { throw .unknownLeaderboard(item: index) }
        guard let setOff = try looking({ () throws(StoreError) in try setOff(by: row, on: leaderboard) }) else {
            return nil
        }
        let key = leaderboard.boardKey(at: row.date) ?? leaderboard.chain
        return .repeat(ScoreTarget(leaderboard, key), row, setOff)
    }

    /// Nil: it is not read yet.
    private func looking<Value>(
        _ look: () throws(StoreError) -> Value
    ) throws(SubmitScoresError) -> Value? {
        do throws(StoreError) { return try look() } catch {
            guard case .unavailable = error else { throw SubmitScoresError(error) }
            return nil
        }
    }

    /// What a score set off that was counted already.
    private func setOff(by row: JournalRow, on leaderboard: Leaderboard) throws(StoreError) -> SetOff {
        // A held score may have done it when it was accepted, which its row does not say.
        guard !row.flags.isDisjoint(with: [.completedChallenges, .isHeld]), let player = row.player else {
            return .nothing
        }
        if let planned = batch.items.last(where: { $0.row.sequence == row.sequence && $0.row.stream == row.stream }) {
            return planned.setOff
        }
        return SetOff(
            try reads.completions(
                by: row.sequence, of: player, .leaderboard(leaderboard.number), row.stream.environment))
    }

    private func isTwin(_ index: Int, in call: SubmitCall) -> Bool {
        guard index > 0, let id = call.items[index].score.id else { return false }
        return call.items[..<index].contains { $0.score.id == id }
    }

    /// Twice the same id in one call: the first one counts; with another body all is refused.
    private func judgeRepeats(within call: SubmitCall) throws(SubmitScoresError) {
        var seen: [ScoreID: SubmitCall.Item] = [:]
        for (index, item) in call.items.enumerated() {
            guard let id = item.score.id else { continue }
            guard let other = seen.updateValue(item, forKey: id) else { continue }
            guard other.score == item.score, other.leaderboard == item.leaderboard else {
                throw .scoreIDReused(item: index)
            }
        }
    }

    /// - Parameter index: of the item in its call.
    func accept(
        _ index: Int, of call: SubmitCall, _ verdict: Verdict, _ stream: WriterStream
    ) throws(StoreError) {
        let item = call.items[index]
        switch verdict {
        case .merged(let score): if let score { try accept(score, of: call.player, stream) }
        case .repeat(let target, let row, let setOff):
            batch.items.append(Batch.Item(target: target, row: row, isRepeat: true, setOff: setOff))
        case .fresh(let target, let date, let isTwin):
            let leaderboard = target.leaderboard
            if isTwin, let id = item.score.id, let twin = twin(of: id, in: call) {
                batch.items.append(
                    Batch.Item(target: target, row: twin.row, isRepeat: true, setOff: twin.setOff))
                return
            }
            var (row, treatment) = makeRow(item, on: target, dated: date, call, stream)
            // A held score completes no challenge (rule 4.12).
            let setOff =
                treatment.isHeld
                ? SetOff.nothing
                : try complete(
                    by: row, on: leaderboard, app: call.app, eligible: call.eligible, replay: item.replay)
            if !setOff.completed.isEmpty { row.flags.insert(.completedChallenges) }
            if !treatment.isHeld { tryGroups(by: row, on: leaderboard, replay: item.replay) }
            let run = item.proof(on: leaderboard)
            keepReplay(of: item, run, row)
            review(row, treatment, of: leaderboard.app)
            stream.last = row.sequence
            let digest = call.digests[index]
            if let digest { stream.ids.insert(digest, row.sequence) }
            batch.append(row, digest)
            let planned = batch.items.count
            batch.items.append(Batch.Item(target: target, row: row, isRepeat: false, setOff: setOff))
            if let run { batch.items[planned].earned = reportFeats(of: run, row, call) }
        }
    }

    /// The same score earlier in the same call. Among the items and not the rows, where the achievements that a run has
    /// earned stand behind its score.
    private func twin(of id: ScoreID, in call: SubmitCall) -> Batch.Item? {
        guard call.items.count > 1 else { return nil }
        return batch.items.suffix(call.items.count).last {
            $0.row.scoreID == id && $0.row.player == call.player && $0.row.stream == call.stream
        }
    }

    private func makeRow(
        _ item: SubmitCall.Item, on target: ScoreTarget, dated judged: ScoreDate, _ call: SubmitCall,
        _ stream: WriterStream
    ) -> (JournalRow, ReviewStep.Treatment) {
        let leaderboard = target.leaderboard
        var flags: JournalFlags = []
        let date = judged.date
        if judged.isClamped { flags.insert(.isDateClamped) }
        if item.score.date == nil { flags.insert(.isDatedByServer) }
        if item.leaderboard == nil { flags.insert(.wentToDefault) }
        if call.origin != .device { flags.insert(.isImported) }
        if let run = item.proof(on: leaderboard) { flags.formUnion(JournalFlags(run.verification)) }
        let sequence = stream.last.advanced(by: 1)
        let head = head(of: call.player, on: leaderboard, target.key, stream)
        // Moderators look at it when it appears.
        let awaitsUpgrade = leaderboard.guests == .afterUpgrade && keeper.isGuest(call.player)
        let treatment =
            awaitsUpgrade
            ? ReviewStep.Treatment(isHeld: true)
            : treatment(of: item.score.value, date, on: target, after: head, call.player, stream)
        if treatment.isHeld { flags.insert(.isHeld) }
        if awaitsUpgrade { flags.insert(.awaitsUpgrade) }
        var extra: [UInt8] = []
        if judged.isClamped { extra += SubmittedBody.bytes(of: item.score.date ?? date) }
        if treatment.isHeld { extra += HeldScore.bytes(of: call.eligible) }
        var row = JournalRow(
            stream: call.stream, sequence: sequence, time: batch.time, kind: .score,
            leaderboard: leaderboard.number, player: call.player, value: item.score.value, date: date,
            context: item.score.context, scoreID: item.score.id, flags: flags, extra: extra)
        link(&row, on: leaderboard, target.key, after: head, of: call.player, stream)
        return (row, treatment)
    }

    /// Puts a row behind its player's one before, and marks it if it is their best.
    func link(
        _ row: inout JournalRow, on leaderboard: Leaderboard, _ board: BoardKey, after head: Batch.Head?,
        of player: PlayerNumber, _ stream: WriterStream
    ) {
        let isNewBest =
            !row.flags.contains(.isHeld) && leaderboard.range?.contains(row.value) ?? true
            && isBetter(row.value, row.date, than: head, on: leaderboard)
        if isNewBest { row.flags.insert(.isNewBest) }
        var link = head?.sequence
        if board != leaderboard.chain {
            link = self.head(of: player, on: leaderboard, leaderboard.chain, stream)?.sequence
            let key = Batch.HeadKey(stream: row.stream, key: leaderboard.chain, player: player)
            batch.heads.set(Batch.Head(sequence: row.sequence, bestValue: 0, bestDate: .first), for: key)
        }
        let key = Batch.HeadKey(stream: row.stream, key: board, player: player)
        let newHead = Batch.Head(
            sequence: row.sequence, bestValue: isNewBest ? row.value : head?.bestValue ?? 0,
            bestDate: isNewBest ? row.date : head?.bestDate ?? .first, hasBest: isNewBest || head?.hasBest ?? false)
        batch.heads.set(newHead, for: key)
        row.previous = link ?? .start
    }

    /// A player's latest row on a board, planned or published, and their entry; nil without a row.
    func head(
        of player: PlayerNumber, on leaderboard: Leaderboard, _ key: BoardKey, _ stream: WriterStream
    ) -> Batch.Head? {
        let headKey = Batch.HeadKey(stream: stream.boards.stream, key: key, player: player)
        if let planned = batch.heads[headKey] { return planned }
        return stream.boards.withLock { state in
            guard let board = state.slots[key]?.board, let latest = board.latestSequence(of: player)
            else { return nil }
            guard let best = board.best(of: player, .allTime, at: batch.time) else {
                return Batch.Head(sequence: latest, bestValue: 0, bestDate: .first, hasBest: false)
            }
            return Batch.Head(sequence: latest, bestValue: best.value, bestDate: best.date)
        }
    }

    /// Whether a score takes the place of the entry (rules 4.2, 4.6).
    private func isBetter(
        _ value: Int64, _ date: Timestamp, than head: Batch.Head?, on leaderboard: Leaderboard
    ) -> Bool {
        guard let head, head.hasBest else { return true }
        switch leaderboard.submissionType {
        case .mostRecent: return date >= head.bestDate
        case .best:
            if leaderboard.sortOrder.prefers(value, to: head.bestValue) { return true }
            return value == head.bestValue && date < head.bestDate
        }
    }
}
