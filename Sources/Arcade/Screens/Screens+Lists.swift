extension Screens {
    // MARK: Leaderboards

    /// Drawn by the game itself, from raw scores.
    func scores(_ list: inout PanelList) {
        list.begin(.scores)
        list.heading(Text(.leaderboards))
        if boards.count > 1 {
            list.begin(.tabs)
            for index in boards.indices {
                let number = Int32(truncatingIfNeeded: index)
                list.tab(Text(number: boards[index].name), .chooseBoard, index: number, isSelected: board == number)
            }
            list.end()
        }
        if account == .signedIn || account == .away {
            list.begin(.tabs)
            list.tab(Text(.everybody), .choosePlayers, index: 0, isSelected: players == .everybody)
            list.tab(Text(.friends), .choosePlayers, index: 1, isSelected: players == .friends)
            list.end()
        }
        list.begin(.tabs)
        list.tab(Text(.today), .chooseTime, index: TimeScope.today.rawValue, isSelected: time == .today)
        list.tab(Text(.week), .chooseTime, index: TimeScope.week.rawValue, isSelected: time == .week)
        list.tab(Text(.allTime), .chooseTime, index: TimeScope.allTime.rawValue, isSelected: time == .allTime)
        list.end()
        list.begin(.board, flags: entriesLoad == .loading ? .isBusy : [])
        rows(&list, board: board, scope: players)
        list.end()
        if entriesLoad == .ready, total > 0 { list.text(Text(.total, a: total), .soft) }
        leave(&list, .primary, flags: .isDefault)
        list.end()
    }

    /// In a row of its own, which stays in sight below what scrolls.
    private func leave(_ list: inout PanelList, _ style: Panel.ButtonStyle, flags: Panel.Flags) {
        list.begin(.row)
        list.button(Text(.back), .back, style, flags: flags)
        list.end()
    }

    func rows(_ list: inout PanelList, board: Int32, scope: PlayerScope) {
        list.begin(.list)
        var last: Int32 = 0
        for index in entries.indices {
            let entry = entries[index]
            if last > 0, entry.rank > last &+ 1 { list.append(Panel.Item(.gap)) }
            last = entry.rank
            list.append(
                Panel.Item(
                    .row, flags: entry.isYou ? .isYou : [],
                    text: Text(number: 0, a: entry.rank, slot: Slot(.entries, .name, index)),
                    value: score(entry.score, on: board)))
        }
        list.end()
        guard entries.isEmpty else { return }
        switch entriesLoad {
        case .loading: list.text(Text(.loading), .soft)
        case .failed:
            list.text(Text(.failed, slot: Slot(.problem, .message)), .bad)
            list.button(Text(.retry), .retry, .plain)
        case .ready: list.text(Text(scope == .everybody ? .nobodyRanked : .noFriendRanked), .soft)
        }
    }

    // MARK: Achievements

    func achievements(_ list: inout PanelList) {
        list.begin(.achievements)
        list.heading(Text(.achievements))
        told(&list)
        switch achievementsLoad {
        case .loading: list.text(Text(.loading), .soft)
        case .failed:
            list.text(Text(.failed, slot: Slot(.problem, .message)), .bad)
            list.button(Text(.retry), .retry, .plain)
        case .ready where achievements.isEmpty: list.text(Text(.noAchievements), .soft)
        case .ready: progress(&list)
        }
        leave(&list, .primary, flags: .isDefault)
        list.end()
    }

    private func progress(_ list: inout PanelList) {
        var earned: Int32 = 0
        var all: Int32 = 0
        for achievement in achievements {
            all &+= achievement.points
            if achievement.percent >= 100 { earned &+= achievement.points }
        }
        list.text(Text(.points, a: earned, b: all), .soft)
        list.begin(.list)
        for index in achievements.indices {
            let achievement = achievements[index]
            let isShown = !achievement.isHidden
            var title = isShown ? Text(Slot(.achievements, .title, index)) : Text(.hidden)
            title.a = min(max(achievement.percent, 0), 100)
            title.b = achievement.points
            list.append(
                Panel.Item(
                    .progress, flags: achievement.percent >= 100 ? .isSelected : [],
                    index: Int32(truncatingIfNeeded: index), text: title,
                    value: isShown ? Text(Slot(.achievements, .detail, index)) : .none))
        }
        list.end()
    }

    // MARK: Challenges that came

    func challenges(_ list: inout PanelList) {
        list.begin(.challenges)
        list.heading(Text(.challenges, a: Int32(truncatingIfNeeded: challenges.count)))
        told(&list)
        nextTries(&list)
        switch challengesLoad {
        case .loading: list.text(Text(.loading), .soft)
        case .failed:
            list.text(Text(.failed, slot: Slot(.problem, .message)), .bad)
            list.button(Text(.retry), .retry, .plain)
        case .ready where challenges.isEmpty: list.text(Text(.noChallenges), .soft)
        case .ready:
            list.begin(.list)
            for position in challenges.indices { card(of: position, &list) }
            list.end()
        }
        leave(&list, .quiet, flags: challenges.isEmpty ? .isDefault : [])
        list.end()
    }

    private func card(of position: Int, _ list: inout PanelList) {
        let index = Int32(truncatingIfNeeded: position)
        list.begin(.card, index: index)
        asks(position, &list)
        if challenges[position].hasMessage { list.text(Text(Slot(.challenges, .message, position)), .quote) }
        list.begin(.row)
        let isBusy = isStarting && chosenChallenge == index
        var flags: Panel.Flags = position == 0 ? .isDefault : []
        if isBusy { flags.insert(.isBusy) }
        list.button(Text(isBusy ? .loadingChallenge : .accept), .acceptChallenge, .primary, index: index, flags: flags)
        list.button(Text(.decline), .declineChallenge, .quiet, index: index)
        list.end()
        list.end()
    }

    private func asks(_ position: Int, _ list: inout PanelList) {
        let challenge = challenges[position]
        let name = Slot(.challenges, .name, position)
        if challenge.board >= 0 {
            list.text(Text(.scoreChallenge, slot: name), value: said(challenge.score, on: challenge.board))
        } else {
            list.text(Text(.achievementChallenge, slot: name), value: Text(Slot(.challenges, .title, position)))
        }
    }

    func declining(_ list: inout PanelList) {
        list.begin(.question)
        list.heading(Text(.declineQuestion, slot: Slot(.challenges, .name, Int(chosenChallenge))))
        if challenges.indices.contains(Int(chosenChallenge)) { asks(Int(chosenChallenge), &list) }
        list.begin(.row)
        list.button(Text(.decline), .confirmDecline, .primary, index: chosenChallenge)
        list.button(Text(.keepChallenge), .back, .quiet, flags: .isDefault)
        list.end()
        list.end()
    }
}
