import LaurelDomain
import LaurelRanking
import LaurelStorage

// A leaderboard made, changed or removed.
extension JournalWriter {
    struct ConfigurationPlan {
        /// In the order in which they take effect.
        var changed: [Leaderboard] = []
        var removed: LeaderboardNumber?
        var moved: (source: LeaderboardNumber, target: LeaderboardNumber)?
        var result: Leaderboard?
    }
    private typealias Plan = ConfigurationPlan

    /// - Returns: false when the store failed.
    func configure(_ call: ConfigureCall) -> Bool {
        batch.time = readClock()
        do throws(ConfigureLeaderboardError) {
            let plan = try plan(call)
            if putAside(call, until: plan) { return true }
            guard !plan.changed.isEmpty || plan.removed != nil else {
                call.completion(.success(ConfiguredLeaderboard(leaderboard: plan.result, hiddenEntries: 0)))
                return true
            }
            if let moved = plan.moved { challenges { $0.move(from: moved.source, to: moved.target) } }
            do throws(StoreError) {
                try commit(audited(change(plan, call.app), call))
            } catch {
                keeper.noteFailure(error)
                call.completion(.failure(ConfigureLeaderboardError(error)))
                return error.leavesStoreSound
            }
            let (hidden, isSound) = publish(plan, call.app)
            // It is durable, even if a history could not be read: the rebuild shows it.
            call.completion(.success(ConfiguredLeaderboard(leaderboard: plan.result, hiddenEntries: hidden)))
            return isSound
        } catch {
            call.completion(.failure(error))
            return true
        }
    }

    /// How many entries a range hides can be said of a board that is loaded alone.
    private func putAside(_ call: ConfigureCall, until plan: Plan) -> Bool {
        let narrowed = plan.changed.filter { leaderboard in
            leaderboard.range != nil && leaderboard.range != keeper.catalogue.leaderboard(leaderboard.number)?.range
        }
        guard !narrowed.isEmpty else { return false }
        var isAside = false
        for environment in Environment.allCases {
            let stream = stream(StreamID(team: call.app.team, environment: environment))
            let keys = stream.boards.withLock { state in
                narrowed.compactMap { $0.place(at: batch.time) }.filter { state.slots[$0] == nil }
            }
            if isAside {
                for key in keys { keeper.load(key, in: stream.boards) }
            } else {
                isAside = putAside(.configure(call), until: keys, in: stream)
            }
        }
        return isAside
    }

    private func plan(_ call: ConfigureCall) throws(ConfigureLeaderboardError) -> Plan {
        switch call.step {
        case .create(let new): return try planCreation(new, call.app)
        case .update(let number, let change):
            let old = try leaderboard(number, of: call.app)
            var fields = LeaderboardFields(old)
            change(&fields)
            try LeaderboardRules.check(fields, of: call.app)
            if fields.replays != old.replays { try checkReplays(fields, of: old.app) }
            try LeaderboardRules.checkFrozen(old, fields)
            let new = fields.leaderboard(number, old.app, old.id)
            try LeaderboardRules.checkKind(new, from: old, in: keeper.catalogue)
            if new.kind != old.kind, new.kind.parts.isEmpty || old.kind.parts.isEmpty, hasScores(old, call.app) {
                throw .kindHasScores
            }
            return planChange(new, from: old, call.app)
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
            if let combined = keeper.catalogue.combined(with: number).first { throw .partOfCombined(combined.id) }
            guard keeper.catalogue.sources(of: number).count == 1 else { throw .sharedByMove }
            var plan = Plan()
            plan.removed = number
            return plan
        case .move(let number, let group): return try planMove(leaderboard(number, of: call.app), group, call.app)
        }
    }

    private func checkReplays(
        _ fields: LeaderboardFields, of app: AppNumber
    ) throws(ConfigureLeaderboardError) {
        guard let rule = fields.replays else { return }
        guard fields.kind.parts.isEmpty else { throw .combinedCannot(.replays) }
        guard keeper.checking.knows(rule.simulator, app) else { throw .unknownSimulator(rule.simulator) }
    }

    private func leaderboard(
        _ number: LeaderboardNumber, of app: App
    ) throws(ConfigureLeaderboardError) -> Leaderboard {
        guard let leaderboard = keeper.catalogue.leaderboard(number), leaderboard.belongs(to: app.number) else {
            throw .unknownLeaderboard
        }
        return leaderboard
    }

    private func planCreation(_ new: NewLeaderboard, _ app: App) throws(ConfigureLeaderboardError) -> Plan {
        try LeaderboardRules.check(new.fields, of: app)
        try checkReplays(new.fields, of: app.number)
        let others = keeper.catalogue.leaderboards(of: app.number)
        guard keeper.catalogue.leaderboard(new.id, of: app.number) == nil else { throw .idTaken }
        if new.id.isGroup, keeper.catalogue.group(new.id, of: app.team) != nil { throw .idTaken }
        let limit = keeper.catalogue.sets.leaderboardsLimit(of: app.number)
        guard others.count < limit else { throw .tooManyLeaderboards(limit: limit) }
        guard lastLeaderboard < .max else { throw .broken(reason: "all leaderboard numbers are used up") }
        let number = LeaderboardNumber(lastLeaderboard + 1)
        let leaderboard = new.fields.leaderboard(number, app.number, new.id)
        try LeaderboardRules.checkKind(leaderboard, from: nil, in: keeper.catalogue)
        return planChange(leaderboard, from: nil, app)
    }

    /// At most one is the default (rule 4.3): the last one that was made so.
    private func planChange(_ leaderboard: Leaderboard, from old: Leaderboard?, _ app: App) -> Plan {
        var plan = Plan()
        plan.result = leaderboard
        guard leaderboard != old else { return plan }
        if leaderboard.isDefault {
            for var other in keeper.catalogue.ownLeaderboards(of: leaderboard.app)
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
            if let moved = plan.moved {
                change.rows.append(
                    JournalRow(
                        stream: id, sequence: sequence.advanced(by: 1), time: batch.time, kind: .move,
                        leaderboard: moved.target, extra: JournalRow.bytes(ofMoved: moved.source)))
            }
        }
        change.facts = plan.changed.map { .leaderboard($0) } + (plan.removed.map { [.leaderboardRemoved($0)] } ?? [])
        if let removed = plan.removed {
            change.facts += Environment.allCases.map { .challenge(.replaysWiped(removed, nil, $0)) }
        }
        return change
    }

    /// - Returns: how many entries are hidden now that were not; and false when the store could not be read.
    private func publish(_ plan: Plan, _ app: App) -> (hidden: Int, isSound: Bool) {
        if let removed = plan.removed { keeper.catalogue.remove(removed) }
        for leaderboard in plan.changed {
            keeper.catalogue.put(leaderboard)
            lastLeaderboard = max(lastLeaderboard, leaderboard.number.rawValue)
        }
        var hidden = 0
        for environment in Environment.allCases {
            let stream = stream(StreamID(team: app.team, environment: environment))
            // First: once the row is published, a snapshot takes whatever board is there for one that has it.
            if let moved = plan.moved { apply(moved, to: stream) }
            hidden += apply(plan, to: stream)
            let keys = stream.boards.withLock { state in Set(plan.changed.flatMap { state.loaded($0.number) }) }
            guard fillHistories(of: keys, in: stream.boards, windows: false) else {
                return (hidden, false)
            }
            keeper.tell(stream.boards.withLock { $0.takeChanges(of: keys, at: batch.time) }, in: stream.boards.stream)
        }
        return (hidden, true)
    }

    /// - Returns: how many entries are hidden that were not.
    private func apply(_ plan: Plan, to stream: WriterStream) -> Int {
        let (last, time) = (stream.last, batch.time)
        stream.boards.withLock { state in
            state.published = max(state.published, last)
            state.time = max(state.time, time)
        }
        if let removed = plan.removed {
            let keys = stream.boards.withLock { state in
                state.forget(removed)
                return state.rebuilds.keys.filter { $0.leaderboard == removed }
            }
            for key in keys { dropRebuild(of: key, in: stream) }
        }
        return plan.changed.reduce(0) { $0 + apply($1, to: stream) }
    }

    private func apply(_ leaderboard: Leaderboard, to stream: WriterStream) -> Int {
        let (last, rebuiltPlayers) = (stream.last, keeper.rebuiltPlayers)
        let (hidden, anew) = stream.boards.withLock { state -> (Int, [BoardKey]) in
            var hidden = 0
            var anew: [BoardKey] = []
            for key in state.loaded(leaderboard.number) {
                guard let board = state.slots[key]?.board else { continue }
                guard leaderboard.shows(key) else { continue }
                if let range = leaderboard.range, range != board.range { hidden += board.entryCount(outside: range) }
                let isInPlace = board.isSorted(as: leaderboard, key) && board.playerCount < rebuiltPlayers
                if let rebuild = state.rebuilds[key] {
                    if BoardShape(leaderboard, key) != BoardShape(rebuild.leaderboard, key) { anew.append(key) }
                } else if isInPlace {
                    board.setRange(leaderboard.range, version: last)
                } else if !board.ranks(as: leaderboard, key) {
                    anew.append(key)
                }
            }
            return (hidden, anew)
        }
        for key in anew { startRebuild(of: key, leaderboard, in: stream.boards) }
        return hidden
    }
}
