import LaurelDomain
import Ranking
import Storage

// Plan: what each score of a call becomes. Nothing is changed before every score of it is accepted.
extension JournalWriter {
    private enum Verdict {
        case fresh(Leaderboard, ScoreDate)
        case `repeat`(Leaderboard, JournalRow)
    }

    /// Adds a call to the batch, or refuses it.
    /// - Returns: false when the store could not be read.
    func plan(_ call: SubmitCall) -> Bool {
        let stream = stream(call.stream)
        do throws(SubmitScoresError) {
            let verdicts = try judge(call, stream)
            let first = batch.items.count
            for (item, verdict) in zip(call.items, verdicts) { accept(item, verdict, call, stream) }
            batch.calls.append(Batch.Call(call: call, items: first..<batch.items.count))
            return true
        } catch .broken(let reason) {
            keeper.log(.commitFailed(.broken(reason: reason)))
            call.completion(.failure(.broken(reason: reason)))
            return false
        } catch {
            // Refused for good is as good as sent: the device's queue is as empty as it says (rule 8.1).
            keeper.contacts.note(waiting: call.waiting, of: call.device, at: batch.time)
            call.completion(.failure(error))
            return true
        }
    }

    private func judge(_ call: SubmitCall, _ stream: WriterStream) throws(SubmitScoresError) -> [Verdict] {
        let lastContact = keeper.contacts.last(of: call.device)
        var verdicts: [Verdict] = []
        verdicts.reserveCapacity(call.items.count)
        for (place, item) in call.items.enumerated() {
            if let row = try acceptedBefore(item, call, stream, place) {
                guard let leaderboard = keeper.catalogue.leaderboard(row.leaderboard) else {
                    throw .unknownLeaderboard(item: place)
                }
                verdicts.append(.repeat(leaderboard, row))
                continue
            }
            let leaderboard = try leaderboard(for: item, of: call.app, place)
            guard !leaderboard.isArchived else { throw .archived(item: place) }
            if let range = leaderboard.range, !range.contains(item.score.value) {
                throw .outOfRange(item: place, range)
            }
            let date = ScoreDate(claimed: item.score.date, arrival: batch.time, emptyQueueContact: lastContact)
            verdicts.append(.fresh(leaderboard, date))
        }
        if call.items.count > 1 { try judgeRepeats(within: call) }
        return verdicts
    }

    private func leaderboard(
        for item: SubmitCall.Item, of app: AppNumber, _ place: Int
    ) throws(SubmitScoresError) -> Leaderboard {
        if let number = item.leaderboard {
            guard let leaderboard = keeper.catalogue.leaderboard(number) else {
                throw .unknownLeaderboard(item: place)
            }
            return leaderboard
        }
        guard let leaderboard = keeper.catalogue.defaultLeaderboard(of: app) else {
            throw .noDefaultLeaderboard(item: place)
        }
        return leaderboard
    }

    /// The row of a score that was counted already (rule 4.4).
    private func acceptedBefore(
        _ item: SubmitCall.Item, _ call: SubmitCall, _ stream: WriterStream, _ place: Int
    ) throws(SubmitScoresError) -> JournalRow? {
        guard let id = item.score.id else { return nil }
        do throws(StoreError) {
            let digest = ScoreIDs.digest(id, of: call.player)
            for sequence in try stream.ids.candidates(digest, in: keeper.journal) {
                guard let row = try row(at: sequence, of: call.stream), row.player == call.player, row.scoreID == id
                else { continue }
                guard SubmittedBody(row).matches(item) else { throw StoreError.conflict }
                return row
            }
            return nil
        } catch .conflict {
            throw .scoreIDReused(item: place)
        } catch {
            throw SubmitScoresError(error)
        }
    }

    /// Twice the same id in one call: the first one counts; with another body all is refused.
    private func judgeRepeats(within call: SubmitCall) throws(SubmitScoresError) {
        var seen: [ScoreID: SubmitCall.Item] = [:]
        for (place, item) in call.items.enumerated() {
            guard let id = item.score.id else { continue }
            guard let other = seen.updateValue(item, forKey: id) else { continue }
            guard other.score == item.score, other.leaderboard == item.leaderboard else {
                throw .scoreIDReused(item: place)
            }
        }
    }

    /// A row that is durable, or planned in this batch.
    private func row(at sequence: JournalSequence, of stream: StreamID) throws(StoreError) -> JournalRow? {
        if let planned = batch.rows.last(where: { $0.sequence == sequence && $0.stream == stream }) { return planned }
        return try keeper.journal.row(at: sequence, of: stream)
    }

    private func accept(_ item: SubmitCall.Item, _ verdict: Verdict, _ call: SubmitCall, _ stream: WriterStream) {
        switch verdict {
        case .repeat(let leaderboard, let row):
            batch.items.append(Batch.Item(leaderboard: leaderboard, row: row, isRepeat: true))
        case .fresh(let leaderboard, let date):
            if let id = item.score.id, let twin = twin(of: id, in: call) {
                batch.items.append(Batch.Item(leaderboard: leaderboard, row: twin, isRepeat: true))
                return
            }
            let row = makeRow(item, on: leaderboard, dated: date, call, stream)
            stream.last = row.sequence
            batch.rowCounts[call.stream, default: 0] += 1
            if let id = row.scoreID { stream.ids.insert(ScoreIDs.digest(id, of: call.player), row.sequence) }
            batch.rows.append(row)
            batch.items.append(Batch.Item(leaderboard: leaderboard, row: row, isRepeat: false))
        }
    }

    /// The same score earlier in the same call.
    private func twin(of id: ScoreID, in call: SubmitCall) -> JournalRow? {
        guard call.items.count > 1 else { return nil }
        return batch.rows.suffix(call.items.count).last {
            $0.scoreID == id && $0.player == call.player && $0.stream == call.stream
        }
    }

    private func makeRow(
        _ item: SubmitCall.Item, on leaderboard: Leaderboard, dated judged: ScoreDate, _ call: SubmitCall,
        _ stream: WriterStream
    ) -> JournalRow {
        var flags: JournalFlags = []
        let date = judged.date
        if judged.isClamped { flags.insert(.isDateClamped) }
        if item.score.date == nil { flags.insert(.isDatedByServer) }
        if item.leaderboard == nil { flags.insert(.wentToDefault) }
        let sequence = stream.last.advanced(by: 1)
        let head = head(of: call.player, on: leaderboard, stream)
        let isNewBest = isBetter(item.score.value, date, than: head, on: leaderboard)
        if isNewBest { flags.insert(.isNewBest) }
        let key = Batch.HeadKey(stream: call.stream, leaderboard: leaderboard.number, player: call.player)
        batch.heads[key] = Batch.Head(
            sequence: sequence, bestValue: isNewBest ? item.score.value : head?.bestValue ?? 0,
            bestDate: isNewBest ? date : head?.bestDate ?? .first)
        return JournalRow(
            stream: call.stream, sequence: sequence, time: batch.time, kind: .score,
            leaderboard: leaderboard.number, player: call.player, value: item.score.value, date: date,
            context: item.score.context, scoreID: item.score.id, previous: head?.sequence ?? .start, flags: flags,
            extra: judged.isClamped ? SubmittedBody.bytes(of: item.score.date ?? date) : [])
    }

    /// A player's latest row on a board, planned or published, and his entry. Nil: he has no row there.
    private func head(of player: PlayerNumber, on leaderboard: Leaderboard, _ stream: WriterStream) -> Batch.Head? {
        let key = Batch.HeadKey(stream: stream.boards.stream, leaderboard: leaderboard.number, player: player)
        if let planned = batch.heads[key] { return planned }
        return stream.boards.withLock { state in
            guard let board = state.slots[leaderboard.number]?.board, let latest = board.latestSequence(of: player)
            else { return nil }
            guard let best = board.entry(of: player, .allTime, at: batch.time) else {
                // All his rows are out of range or removed: any score is better.
                return Batch.Head(
                    sequence: latest, bestValue: leaderboard.sortOrder == .highToLow ? .min : .max, bestDate: .last)
            }
            return Batch.Head(sequence: latest, bestValue: best.value, bestDate: best.date)
        }
    }

    /// Whether a score takes the place of the entry (rules 4.2, 4.6).
    private func isBetter(
        _ value: Int64, _ date: Timestamp, than head: Batch.Head?, on leaderboard: Leaderboard
    ) -> Bool {
        guard let head else { return true }
        switch leaderboard.submissionType {
        case .mostRecent: return date >= head.bestDate || head.bestDate == .last
        case .best:
            if leaderboard.sortOrder.prefers(value, to: head.bestValue) { return true }
            return value == head.bestValue && date < head.bestDate
        }
    }
}

/// What a player sent, as far as a row remembers it: enough to tell a repeat from another score of the same id.
struct SubmittedBody {
    private let row: JournalRow
    init(_ row: JournalRow) { self.row = row }

    func matches(_ item: SubmitCall.Item) -> Bool {
        if let leaderboard = item.leaderboard {
            guard leaderboard == row.leaderboard else { return false }
        } else {
            guard row.flags.contains(.wentToDefault) else { return false }
        }
        return item.score.value == row.value && item.score.context == row.context && item.score.date == claimedDate
    }

    private var claimedDate: Timestamp? {
        if row.flags.contains(.isDatedByServer) { return nil }
        guard row.flags.contains(.isDateClamped), row.extra.count >= 8 else { return row.date }
        var milliseconds: UInt64 = 0
        for (place, byte) in row.extra.prefix(8).enumerated() { milliseconds |= UInt64(byte) << UInt64(place * 8) }
        return Timestamp(clamping: Int64(truncatingIfNeeded: milliseconds))
    }

    /// Eight bytes, little-endian.
    static func bytes(of claimed: Timestamp) -> [UInt8] {
        let bits = UInt64(bitPattern: claimed.milliseconds)
        return (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0 * 8)) }
    }
}
