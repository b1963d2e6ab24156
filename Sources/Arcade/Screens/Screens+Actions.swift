extension Screens {
    /// The player chose something. What makes no sense on this screen does nothing.
    ///
    /// - Parameter index: of the item; for ``Action/message`` whether anything but blanks is written there now: 1 or 0.
    public mutating func act(_ action: Action, _ index: Int32) {
        switch action {
        case .play, .resume, .restart, .exit, .again, .menu, .pause, .back, .leave, .toggleSound:
            steer(action, index)
        case .signIn: ask(.signIn)
        case .keepName: if isGuest { ask(.keepName) }
        case .acceptScores: ask(.acceptScores)
        case .discardScores: ask(.discardScores)
        case .share where !isWorthTelling: break
        case .share:
            if let why = whyNotRanked { tell(Text(why)) } else { ask(.share(board: ending.board)) }
        case .openScores, .chooseBoard, .choosePlayers, .chooseTime, .openAchievements, .retry:
            browse(action, index)
        case .openChallenges, .acceptChallenge, .declineChallenge, .confirmDecline:
            answer(action, index)
        case .pickFriends, .message, .search, .toggleFriend, .selectAll, .selectNone, .sendChallenge:
            pick(action, index)
        case .revenge: avenge(index)
        case .raceGroup: raceGroup(index)
        }
    }

    // MARK: The run

    private mutating func steer(_ action: Action, _ index: Int32) {
        switch action {
        case .play:
            guard page == .home, boards.indices.contains(Int(index)) else { return }
            begin(board: index)
        case .resume: if page == .paused { press(.resume) }
        case .restart: if page == .paused { onceMore() }
        case .exit: if page == .paused { press(.menu) }
        case .again: if page == .over, sinceOpened > Self.graceTicks { onceMore() }
        case .menu: if page == .over, sinceOpened > Self.graceTicks { press(.menu) }
        case .pause: if page == .none { press(.pause) }
        case .leave: ask(.leave)
        case .toggleSound: ask(.setMuted(!isMuted))
        default: back()
        }
    }

    /// Against the same opponent until they are beaten.
    private mutating func onceMore() {
        let board = page == .over ? ending.board : startedBoard
        if isAgainst, page == .paused || !isBeaten {
            guard !isStarting else { return }
            isStarting = true
            askForGuest()
            ask(.startChallengeAgain)
        } else {
            begin(board: board)
        }
    }

    private mutating func avenge(_ board: Int32) {
        guard page == .home || page == .over && sinceOpened > Self.graceTicks else { return }
        guard boards.indices.contains(Int(board)), !isStarting else { return }
        begin(board: board)
    }

    /// One screen back.
    private mutating func back() {
        switch page {
        case .none: press(.pause)
        case .home: break
        case .paused: press(.resume)
        case .over: act(.menu, 0)
        case .picker: if !isSending { open(.over) }
        case .declining: open(.challenges)
        case .challenges, .scores, .achievements: if !isStarting { open(.home) }
        }
    }

    // MARK: Leaderboards and achievements

    private mutating func browse(_ action: Action, _ index: Int32) {
        let shown = (board, players, time)
        switch action {
        case .openScores:
            guard page == .home else { return }
            if account == .off { return tell(Text(.off)) }
            open(.scores)
        case .chooseBoard where boards.indices.contains(Int(index)): board = index
        case .choosePlayers: players = PlayerScope(rawValue: index) ?? players
        case .chooseTime: time = TimeScope(rawValue: index) ?? time
        case .openAchievements:
            guard page == .home else { return }
            if account == .off { return tell(Text(.off)) }
            open(.achievements)
            achievementsLoad = .loading
            return ask(.loadAchievements)
        case .retry: return retry()
        default: return
        }
        guard page == .scores else { return }
        if (board, players, time) != shown {
            // These rows are another list's.
            entries = []
            total = 0
        }
        loadEntries()
    }

    private mutating func retry() {
        switch page {
        case .scores, .over: loadEntries()
        case .achievements:
            achievementsLoad = .loading
            ask(.loadAchievements)
        case .challenges:
            challengesLoad = .loading
            ask(.loadChallenges)
        case .picker:
            friendsLoad = .loading
            ask(.loadFriends(board: ending.board))
        default: break
        }
    }

    // MARK: Challenges that came

    private mutating func answer(_ action: Action, _ index: Int32) {
        if action == .openChallenges {
            guard page == .home else { return }
            if let why = whyNoChallenges { return tell(Text(why)) }
            if challengesLoad != .ready { challengesLoad = .loading }
            open(.challenges)
            return ask(.loadChallenges)
        }
        if action == .confirmDecline {
            guard page == .declining else { return }
            open(.challenges)
            return ask(.declineChallenge(index: chosenChallenge))
        }
        guard page == .challenges, !isStarting, challenges.indices.contains(Int(index)) else { return }
        let challenge = challenges[Int(index)]
        chosenChallenge = index
        if action == .declineChallenge {
            open(.declining)
        } else if challenge.board < 0 {
            begin(board: 0)
        } else {
            opponent = Opponent(board: challenge.board, score: challenge.score)
            isStarting = true
            notice = .none
            ask(.startChallenge(index: index))
        }
    }

    // MARK: The friend picker

    private mutating func pick(_ action: Action, _ index: Int32) {
        if action == .pickFriends {
            guard page == .over, isWorthTelling else { return }
            if let why = whyNoFriends { return tell(Text(why)) }
            return openPicker()
        }
        guard page == .picker, !isSending else { return }
        switch action {
        case .message:
            isMessageWritten = index != 0
            if isMessageWritten { isMessageInvalid = false }
        case .toggleFriend where friends.indices.contains(Int(index)):
            guard !friends[Int(index)].isChallenged else { return }
            friends[Int(index)].isChosen.toggle()
            notice = .none
        case .selectAll, .selectNone: choose(action == .selectAll)
        case .sendChallenge: sendChallenge()
        default: break
        }
    }

    private mutating func openPicker() {
        open(.picker)
        friends = []
        order = []
        friendsLoad = .loading
        isMessageWritten = true
        isMessageInvalid = false
        isSending = false
        ask(.loadFriends(board: ending.board))
    }

    /// Those that are in sight.
    private mutating func choose(_ isChosen: Bool) {
        for index in friends.indices where friends[index].isFound && !friends[index].isChallenged {
            friends[index].isChosen = isChosen
        }
        notice = .none
    }

    private mutating func sendChallenge() {
        guard friendsLoad == .ready, !friends.isEmpty else { return }
        isMessageInvalid = !isMessageWritten
        notice = chosenCount == 0 ? Text(.nobodyChosen) : .none
        guard !isMessageInvalid, chosenCount > 0 else { return }
        isSending = true
        ask(.sendChallenge(board: ending.board, score: ending.score))
    }

    mutating func tell(_ text: Text) { notice = text }
}
