/// Challenges of groups. A score counts for them whatever its run was begun for (rule 14.13), so the screens where runs
/// begin say so before, and game over says what came of it. Without an answer of Game Center they say what was known
/// last, and that it is; or that nothing is known.
extension Screens {
    /// Of so many a screen says more than their number.
    private static let groupsShown = 2

    /// Whether the next run may use a try: then a host begins none by itself, before a screen has said so.
    public var isTryNext: Bool {
        mayBeInGroups && groupsKnown == .none || groups.contains { $0.counts && $0.triesLimit > 0 }
    }

    /// - Parameter run: as in the question.
    public mutating func groups(_ rows: [GroupRow], run: Int32) {
        guard account == .signedIn || account == .away, run >= groupsRun else { return }
        groups = rows
        groupsKnown = .answered
        groupsRun = run
        hasNewStrings = true
    }

    /// Another player plays: what this host knew last of their challenges, until there is an answer.
    ///
    /// - Parameter rows: those that still run; nil: it never knew anything of this player's.
    public mutating func recall(groups rows: [GroupRow]?) {
        guard account == .signedIn || account == .away else { return }
        // What is on its way is the player's before.
        isStarting = false
        groups = rows ?? []
        groupsKnown = rows == nil ? .none : .recalled
        hasNewStrings = true
    }

    /// A guest has no friends who could challenge them.
    var mayBeInGroups: Bool { (account == .signedIn || account == .away && hasName) && !isGuest }

    /// An answer hasn't come for a moment, in which none is missed: one that comes at once would make texts flicker.
    /// A list over the home screen tells at once what that told.
    private var isAnswerLate: Bool {
        account == .away || min(page == .over ? sinceOpened : sinceHome, sinceSignedIn) > Self.graceTicks
    }

    /// Tries that are told may have been used since: nothing is heard of them, or scores wait to be counted.
    private var areTriesOld: Bool {
        guard isAnswerLate else { return false }
        let counted: Int32 =
            switch outcome {
            case .refused, .unowned, .off: max(run &- 1, 0)
            case nil, .sent, .kept, .keptUntilSignIn: run
            }
        return account == .away || groupsKnown != .answered || groupsRun < counted || waiting > 0
    }

    /// What the next run counts for.
    func nextTries(_ list: inout PanelList) {
        var count = 0
        var isLimited = false
        for index in groups.indices where groups[index].counts || groups[index].isWanted {
            if count == 0 { list.begin(.offer) }
            if count < Self.groupsShown {
                tries(in: index, &list)
                race(in: index, &list)
            }
            if groups[index].triesLimit > 0, groups[index].isRunning { isLimited = true }
            count += 1
        }
        if count > Self.groupsShown {
            list.text(Text(.groupsMore, a: Int32(truncatingIfNeeded: count - Self.groupsShown)), .notice)
        }
        if isLimited, areTriesOld { list.text(Text(.groupsAsKnown), .notice) }
        if count > 0 { list.end() }
        if isUnknown {
            list.begin(.offer)
            list.text(Text(.groupsUnknown), .notice)
            list.end()
        }
    }

    /// It isn't known whether the player is in any.
    private var isUnknown: Bool { mayBeInGroups && groupsKnown == .none && isAnswerLate }

    private func tries(in index: Int, _ list: inout PanelList) {
        let group = groups[index]
        guard group.isRunning else {
            let name = Slot(.groups, .name, index)
            return list.text(Text(.groupOver, a: group.rank, b: group.players, slot: name), .notice)
        }
        let named = Slot(.groups, .detail, index)
        guard group.counts else { return list.text(Text(.groupTries, slot: named), .notice) }
        let hasModes = boards.count > 1
        let mode: Text = hasModes ? Text(number: texts(group.board).name) : .none
        if group.triesLimit > 0 {
            list.text(
                Text(hasModes ? .groupTriesIn : .groupTries, a: group.triesLeft, b: group.triesLimit, slot: named),
                .notice, value: mode)
        } else {
            list.text(Text(hasModes ? .groupOpenIn : .groupOpen, slot: named), .notice, value: mode)
        }
    }

    /// One tap, and the next try is beside the last winner's run (rule 14.16).
    private func race(in index: Int, _ list: inout PanelList) {
        guard canRace(in: index) else { return }
        list.begin(.row)
        list.button(
            Text(.raceWinner), .raceGroup, .plain, index: Int32(truncatingIfNeeded: index),
            flags: isStarting ? .isBusy : [])
        list.end()
    }

    private func canRace(in index: Int) -> Bool {
        account == .signedIn && groups.indices.contains(index) && groups[index].counts && groups[index].hasGhost
    }

    mutating func raceGroup(_ index: Int32) {
        guard page == .home || page == .challenges, !isStarting, canRace(in: Int(index)) else { return }
        isStarting = true
        // None of the cards on the list.
        chosenChallenge = -1
        notice = .none
        ask(.startGroupRace(index: index))
    }

    /// What came of the run that is over, as soon as its score is counted; before, as soon as the next one can begin,
    /// what was known last.
    func groupResults(_ list: inout PanelList) {
        var count = 0
        var isLimited = false
        for index in groups.indices where groups[index].board == ending.board && count < Self.groupsShown {
            let group = groups[index]
            switch outcome {
            case .off: return
            case .sent where groupsRun == run:
                if group.isRunning, group.rank > 0 { standing(in: index, &list) } else { tries(in: index, &list) }
            case .sent:
                guard group.counts, isAnswerLate else { continue }
                tries(in: index, &list)
                if group.triesLimit > 0 { isLimited = true }
            case nil:
                guard group.counts, isAnswerLate else { continue }
                later(in: index, &list)
            case .kept, .keptUntilSignIn:
                guard group.counts else { continue }
                later(in: index, &list)
            case .refused, .unowned: tries(in: index, &list)
            }
            count += 1
        }
        if isLimited { list.text(Text(.groupsAsKnown), .notice) }
        if isUnknown { list.text(Text(.groupsUnknown), .notice) }
    }

    /// It counts once the score is sent. What was known of its tries is without this run.
    private func later(in index: Int, _ list: inout PanelList) {
        let group = groups[index]
        let name = Slot(.groups, .name, index)
        list.text(
            group.triesLimit > 0
                ? Text(.groupLaterTries, a: group.triesLeft, b: group.triesLimit, slot: name)
                : Text(.groupLater, slot: name), .notice)
    }

    private func standing(in index: Int, _ list: inout PanelList) {
        let group = groups[index]
        let best = Slot(.groups, .score, index)
        list.text(
            Text(.groupStanding, a: group.rank, b: group.players, slot: Slot(.groups, .name, index)), .notice,
            value: group.triesLimit > 0 ? Text(.triesLeft, a: group.triesLeft, slot: best) : Text(best))
    }
}
