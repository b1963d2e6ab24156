/// Challenges of groups. A score counts for them whatever its run was begun for (rule 14.13), so the screens where runs
/// begin say so before, and game over says what came of it.
extension Screens {
    /// Of so many a screen says more than their number.
    private static let groupsShown = 2

    /// Whether the next run may use a try: then a host begins none by itself, before a screen has said so.
    public var isTryNext: Bool { groups.contains { $0.counts && $0.triesLimit > 0 } }

    /// - Parameter run: as in the question.
    public mutating func groups(_ rows: [GroupRow], run: Int32) {
        guard account == .signedIn || account == .away, run >= groupsRun else { return }
        groups = rows
        groupsRun = run
        hasNewStrings = true
    }

    /// What the next run counts for.
    func nextTries(_ list: inout PanelList) {
        var count = 0
        for index in groups.indices where groups[index].counts || groups[index].isWanted {
            if count == 0 { list.begin(.offer) }
            if count < Self.groupsShown { tries(in: index, &list) }
            count += 1
        }
        if count > Self.groupsShown {
            list.text(Text(.groupsMore, a: Int32(truncatingIfNeeded: count - Self.groupsShown)), .notice)
        }
        if count > 0 { list.end() }
    }

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

    /// What came of the run that is over, as soon as its score is counted.
    func groupResults(_ list: inout PanelList) {
        var count = 0
        for index in groups.indices where groups[index].board == ending.board && count < Self.groupsShown {
            let group = groups[index]
            switch outcome {
            case nil, .off: return
            case .sent:
                guard groupsRun == run else { return }
                if group.isRunning, group.rank > 0 { standing(in: index, &list) } else { tries(in: index, &list) }
            case .kept, .keptUntilSignIn:
                guard group.counts else { continue }
                list.text(Text(.groupLater, slot: Slot(.groups, .name, index)), .notice)
            case .refused, .unowned: tries(in: index, &list)
            }
            count += 1
        }
    }

    private func standing(in index: Int, _ list: inout PanelList) {
        let group = groups[index]
        let best = Slot(.groups, .score, index)
        list.text(
            Text(.groupStanding, a: group.rank, b: group.players, slot: Slot(.groups, .name, index)), .notice,
            value: group.triesLimit > 0 ? Text(.triesLeft, a: group.triesLeft, slot: best) : Text(best))
    }
}
