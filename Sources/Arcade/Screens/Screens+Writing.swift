extension Screens {
    /// Writes what is shown. The list's revision grows when that is something else than before.
    public mutating func write(into list: inout PanelList) {
        list.begin()
        switch page {
        case .none: break
        case .home: home(&list)
        case .paused: paused(&list)
        case .over: over(&list)
        case .picker: picker(&list)
        case .scores: scores(&list)
        case .achievements: achievements(&list)
        case .challenges: challenges(&list)
        case .declining: declining(&list)
        }
        corner(&list)
        list.finish(force: hasNewStrings)
        hasNewStrings = false
    }

    /// Small buttons at the window's edge, on every screen.
    private func corner(_ list: inout PanelList) {
        list.begin(.corner)
        if page != .none { list.button(Text(.allGames), .leave, .quiet) }
        list.button(
            Text(isMuted ? .soundOn : .soundOff), .toggleSound, .quiet, flags: isMuted ? .isSelected : [])
        if page == .none { list.button(Text(.pause), .pause, .quiet) }
        list.end()
    }

    // MARK: Home and pause

    private func home(_ list: inout PanelList) {
        list.begin(.home)
        for index in boards.indices {
            list.button(
                Text(number: boards[index].play), .play, index == 0 ? .big : .primary,
                index: Int32(truncatingIfNeeded: index), flags: index == 0 ? .isDefault : [])
        }
        list.begin(.row)
        if bests[0] != 0 { list.text(Text(number: boards[0].best, a: bests[0]), .best) }
        let off: Panel.Flags = account == .off ? .isOff : []
        list.button(Text(.leaderboards), .openScores, .quiet, flags: off)
        list.button(
            Text(.challenges, a: Int32(truncatingIfNeeded: challenges.count)), .openChallenges, .quiet,
            flags: whyNoChallenges == nil ? [] : .isOff)
        list.button(Text(.achievements), .openAchievements, .quiet, flags: off)
        list.end()
        told(&list)
        nextTries(&list)
        for board in boards.indices { revenge(on: Int32(truncatingIfNeeded: board), &list) }
        offer(&list)
        who(&list)
        list.end()
    }

    func told(_ list: inout PanelList) {
        if notice != .none { list.text(notice, .notice) }
    }

    /// A friend has passed the player: one tap, and the run begins.
    func revenge(on board: Int32, _ list: inout PanelList) {
        guard account == .signedIn, let rival = rivals[Int(board)].passer(of: bests[Int(board)]) else { return }
        list.begin(.offer)
        list.text(Text(.passedYou, slot: Slot(.rivals, .name, Int(rival.number))))
        list.begin(.row)
        list.button(
            Text(.beat), .revenge, .plain, index: board, flags: isStarting ? .isBusy : [],
            value: said(rival.score, on: board))
        list.end()
        list.end()
    }

    func offer(_ list: inout PanelList) {
        guard account == .signedIn, offerCount > 0 else { return }
        list.begin(.offer)
        list.text(Text(.offer, a: offerCount), value: offerBest == 0 ? .none : said(offerBest, on: 0))
        list.begin(.row)
        list.button(Text(.acceptScores), .acceptScores, .plain)
        list.button(Text(.discardScores), .discardScores, .quiet)
        list.end()
        list.end()
    }

    private func who(_ list: inout PanelList) {
        list.begin(.account)
        let name = Slot(.account, .name)
        switch account {
        case .checking: list.text(Text(.checking))
        case .signedIn:
            list.text(Text(.playingAs, slot: name))
            if isGuest { list.button(Text(.keepName), .keepName, .plain) }
        case .signedOut:
            list.text(Text(areGuestsWelcome ? .guestsWelcome : .signedOut))
            list.button(Text(.signIn), .signIn, .plain)
        case .away: list.text(hasName ? Text(.awayAs, slot: name) : Text(.away))
        case .off: list.text(Text(.off))
        }
        if isSandbox { list.text(Text(.sandbox), .mark) }
        list.end()
    }

    private func paused(_ list: inout PanelList) {
        list.begin(.paused)
        list.heading(Text(.paused))
        list.button(Text(.resume), .resume, .primary, flags: .isDefault)
        list.begin(.row)
        list.button(Text(.restart), .restart, .quiet, flags: isStarting ? .isBusy : [])
        list.button(Text(.exit), .exit, .quiet)
        list.end()
        told(&list)
        list.end()
    }
}
