import LaurelDomain
import Ranking
import Storage

// A leaderboard made, changed or removed.
extension JournalWriter {
    private struct Plan {
        /// In the order in which they take effect.
        var changed: [Leaderboard] = []
        var removed: LeaderboardNumber?
        var result: Leaderboard?
    }

    /// - Returns: false when the store failed.
    func configure(_ call: ConfigureCall) -> Bool {
        batch.time = readClock()
        do throws(ConfigureLeaderboardError) {
            let plan = try plan(call)
            guard !plan.changed.isEmpty || plan.removed != nil else {
                call.completion(.success(ConfiguredLeaderboard(leaderboard: plan.result, hiddenEntries: 0)))
                return true
            }
            do throws(StoreError) {
                try commit(change(plan, call.app))
            } catch {
                keeper.log(.commitFailed(error))
                call.completion(.failure(ConfigureLeaderboardError(error)))
                return error == .unavailable
            }
            let hidden = publish(plan, call.app)
            call.completion(
                hidden.map { .success(ConfiguredLeaderboard(leaderboard: plan.result, hiddenEntries: $0)) }
                    ?? .failure(.unavailable))
            return hidden != nil
        } catch {
            call.completion(.failure(error))
            return true
        }
    }

    private func plan(_ call: ConfigureCall) throws(ConfigureLeaderboardError) -> Plan {
        switch call.step {
        case .create(let new): return try planCreation(new, call.app)
        case .update(let number, let change):
            let old = try leaderboard(number, of: call.app)
            var fields = LeaderboardFields(old)
            change(&fields)
            try LeaderboardRules.check(fields, of: call.app)
            try LeaderboardRules.checkFrozen(old, fields)
            return planChange(fields.leaderboard(number, old.app, old.id), from: old, call.app)
        case .release(let app):
            var plan = Plan()
            for leaderboard in keeper.catalogue.leaderboards(of: app) where !leaderboard.isReleased {
                var leaderboard = leaderboard
                leaderboard.isReleased = true
                plan.changed.append(leaderboard)
            }
            return plan
        case .remove(let number):
            guard try !leaderboard(number, of: call.app).isReleased else { throw .cannotRemoveReleased }
            return Plan(removed: number)
        }
    }

    private func leaderboard(
        _ number: LeaderboardNumber, of app: App
    ) throws(ConfigureLeaderboardError) -> Leaderboard {
        guard let leaderboard = keeper.catalogue.leaderboard(number), leaderboard.app == app.number else {
            throw .unknownLeaderboard
        }
        return leaderboard
    }

    private func planCreation(_ new: NewLeaderboard, _ app: App) throws(ConfigureLeaderboardError) -> Plan {
        try LeaderboardRules.check(new.fields, of: app)
        let others = keeper.catalogue.leaderboards(of: app.number)
        guard !others.contains(where: { $0.id == new.id }) else { throw .idTaken }
        let limit = ConfigureLeaderboard.leaderboardsLimit
        guard others.count < limit else { throw .tooManyLeaderboards(limit: limit) }
        guard lastLeaderboard < .max else { throw .broken(reason: "no leaderboard's number is left") }
        let number = LeaderboardNumber(lastLeaderboard + 1)
        return planChange(new.fields.leaderboard(number, app.number, new.id), from: nil, app)
    }

    /// At most one is the default (rule 4.3): the last one that was made so.
    private func planChange(_ leaderboard: Leaderboard, from old: Leaderboard?, _ app: App) -> Plan {
        guard leaderboard != old else { return Plan(result: leaderboard) }
        var plan = Plan(result: leaderboard)
        if leaderboard.isDefault {
            for var other in keeper.catalogue.leaderboards(of: app.number)
            where other.isDefault && other.number != leaderboard.number {
                other.isDefault = false
                plan.changed.append(other)
            }
        }
        plan.changed.append(leaderboard)
        return plan
    }

    private func change(_ plan: Plan, _ app: App) -> Change {
        var change = Change()
        for environment in Environment.allCases {
            let id = StreamID(team: app.team, environment: environment)
            var sequence = stream(id).last
            let numbers = plan.changed.map(\.number) + (plan.removed.map { [$0] } ?? [])
            for number in numbers {
                sequence = sequence.advanced(by: 1)
                let extra = plan.changed.first { $0.number == number }.map { LeaderboardRules.bytes(of: $0) } ?? []
                change.rows.append(
                    JournalRow(
                        stream: id, sequence: sequence, time: batch.time, kind: .leaderboard, leaderboard: number,
                        extra: extra))
            }
        }
        change.facts = plan.changed.map { .leaderboard($0) } + (plan.removed.map { [.leaderboardRemoved($0)] } ?? [])
        return change
    }

    /// - Returns: how many entries are hidden now that were not; nil when the store could not be read.
    private func publish(_ plan: Plan, _ app: App) -> Int? {
        if let removed = plan.removed { keeper.catalogue.remove(removed) }
        for leaderboard in plan.changed {
            keeper.catalogue.put(leaderboard)
            lastLeaderboard = max(lastLeaderboard, leaderboard.number.rawValue)
        }
        var hidden = 0
        for environment in Environment.allCases {
            let stream = stream(StreamID(team: app.team, environment: environment))
            if let removed = plan.removed { dropRebuild(of: removed, in: stream) }
            hidden += hide(plan, in: stream)
            let changed = Set(plan.changed.map(\.number))
            guard rebuildReordered(plan, in: stream), fillHistories(of: changed, in: stream.boards, windows: false)
            else { return nil }
            keeper.tell(stream.boards.withLock { $0.takeChanges(of: changed) }, in: stream.boards.stream)
        }
        return hidden
    }

    private func hide(_ plan: Plan, in stream: WriterStream) -> Int {
        let (last, time, rebuiltPlayers) = (stream.last, batch.time, keeper.rebuiltPlayers)
        let (hidden, large) = stream.boards.withLock { state -> (Int, [Leaderboard]) in
            var large: [Leaderboard] = []
            state.published = max(state.published, last)
            state.time = max(state.time, time)
            if let removed = plan.removed { state.slots[removed] = nil }
            var hidden = 0
            for leaderboard in plan.changed {
                guard let board = state.slots[leaderboard.number]?.board else { continue }
                if let range = leaderboard.range, range != board.range { hidden += board.entryCount(outside: range) }
                let isLarge = board.playerCount >= rebuiltPlayers
                if state.rebuilds[leaderboard.number] != nil || isLarge && !board.ranks(as: leaderboard) {
                    large.append(leaderboard)
                } else {
                    board.setRange(leaderboard.range, version: last)
                }
            }
            return (hidden, large)
        }
        for leaderboard in large { startRebuild(of: leaderboard, in: stream) }
        return hidden
    }

    /// A prereleased leaderboard may be sorted anew; that is another board, made from the same rows.
    private func rebuildReordered(_ plan: Plan, in stream: WriterStream) -> Bool {
        let reordered = plan.changed.filter { leaderboard in
            stream.boards.withLock { state in
                guard state.rebuilds[leaderboard.number] == nil, let board = state.slots[leaderboard.number]?.board
                else { return false }
                return board.order != leaderboard.sortOrder || board.type != leaderboard.submissionType
            }
        }
        guard !reordered.isEmpty else { return true }
        var replay = StreamReplay(reordered, now: batch.time)
        do throws(StoreError) {
            var place = JournalSequence.start
            while place < stream.last {
                let rows = try keeper.journal.rows(after: place, of: stream.boards.stream, limit: Self.pageRows)
                guard let end = rows.last else { break }
                place = end.sequence
                for row in rows { replay.fold(row) }
            }
        } catch {
            keeper.log(.commitFailed(error))
            return false
        }
        replay.replace(in: stream.boards)
        return true
    }
}

extension Board {
    fileprivate func ranks(as leaderboard: Leaderboard) -> Bool {
        order == leaderboard.sortOrder && type == leaderboard.submissionType && range == leaderboard.range
    }
}

/// What a leaderboard's fields must keep to.
enum LeaderboardRules {
    static func check(_ fields: LeaderboardFields, of app: App) throws(ConfigureLeaderboardError) {
        try checkName(fields.referenceName)
        let limit = ConfigureLeaderboard.languagesLimit
        guard fields.localizations.count <= limit else { throw .tooManyLanguages(limit: limit) }
        var seen: Set<LanguageTag> = []
        for localization in fields.localizations {
            guard seen.insert(localization.language).inserted else { throw .languageTwice(localization.language) }
            try checkName(localization.name)
            for suffix in [localization.suffixSingular, localization.suffixPlural] {
                if let suffix { try checkText(suffix) }
            }
        }
        guard seen.contains(app.defaultLanguage) else { throw .missingLanguage(app.defaultLanguage) }
    }

    private static func checkName(_ name: String) throws(ConfigureLeaderboardError) {
        guard PlainText.isSeen(name) else { throw .emptyName }
        try checkText(name)
    }

    private static func checkText(_ text: String) throws(ConfigureLeaderboardError) {
        let limit = ConfigureLeaderboard.nameLimit
        guard text.count <= limit, text.utf8.count <= limit * 4 else { throw .nameTooLong(limit: limit) }
        guard PlainText.holds(text, limit: limit) else { throw .hiddenCharacter }
    }

    /// Rule 3.3.
    static func checkFrozen(_ old: Leaderboard, _ new: LeaderboardFields) throws(ConfigureLeaderboardError) {
        guard old.isReleased else { return }
        guard new.isReleased else { throw .frozen(.isReleased) }
        guard new.format == old.format else { throw .frozen(.format) }
        guard new.submissionType == old.submissionType else { throw .frozen(.submissionType) }
        guard new.sortOrder == old.sortOrder else { throw .frozen(.sortOrder) }
    }

    /// How a leaderboard ranks from a row on: layout 1, order, type, flags, and the range's ends in little-endian.
    static func bytes(of leaderboard: Leaderboard) -> [UInt8] {
        var flags: UInt8 = 0
        if leaderboard.range != nil { flags |= 1 }
        if leaderboard.isArchived { flags |= 2 }
        if leaderboard.isReleased { flags |= 4 }
        var bytes = [1, leaderboard.sortOrder.rawValue, leaderboard.submissionType.rawValue, flags]
        if let range = leaderboard.range {
            bytes += SnapshotNumbers.bytes(range.lowest) + SnapshotNumbers.bytes(range.highest)
        }
        return bytes
    }
}

extension StreamReplay {
    /// Puts these boards in place of those that a stream has.
    consuming func replace(in stream: StreamBoards) {
        let transfers = transfers()
        stream.withLock { state in
            for (number, transfer) in transfers {
                state.slots[number] = StreamBoards.Slot(board: transfer.board, generation: BoardGeneration.next())
            }
        }
    }
}
