/// What a host answers. Answers may come in any order and at any time, also for what is not shown any more.
extension Screens {
    // MARK: Who plays

    /// - Parameters:
    ///   - hasName: a player is known, and their name is in ``Slot/List/account``.
    ///   - isSandbox: scores are of the sandbox.
    ///   - isGuest: they have no account yet, and are offered one.
    public mutating func account(_ account: Account, hasName: Bool, isSandbox: Bool, isGuest: Bool = false) {
        let before = self.account
        let isNew = account == .signedIn && before != .signedIn
        self.account = account
        self.hasName = hasName
        self.isSandbox = isSandbox
        self.isGuest = isGuest
        hasNewStrings = true
        if isNew {
            sinceSignedIn = 0
            ask(.loadChallenges)
            ask(.loadGroups(run: countedRun))
            ask(.loadRivals(board: 0))
            // A run that began signed out has no friends among its rivals yet.
            if isRunOn, startedBoard != 0 { ask(.loadRivals(board: startedBoard)) }
            renew()
        }
        if account == .signedOut, before == .checking || before == .away {
            if isRunOn { ask(.loadRivals(board: startedBoard)) }
            renew()
        }
        if account == .signedIn || account == .off { isGuestDue = false }
        makeDueGuest()
        if account != .signedIn, account != .away {
            challenges = []
            challengesLoad = .loading
            isStarting = false
            groups = []
            groupsKnown = .none
            if page == .challenges || page == .declining { open(.home) }
        }
    }

    /// The last run whose score has been counted.
    private var countedRun: Int32 {
        if case .sent = outcome { return run }
        return max(run &- 1, 0)
    }

    /// Another player asks now, or Game Center answers again: what is shown may be another list.
    private mutating func renew() {
        switch page {
        case .scores, .over: loadEntries()
        case .achievements where achievementsLoad == .failed:
            achievementsLoad = .loading
            ask(.loadAchievements)
        default: break
        }
    }

    /// Scores made signed out, which are the player's if they say so.
    ///
    /// - Parameter best: of those of the first mode; 0: there are none.
    public mutating func offer(count: Int32, best: Int32) {
        offerCount = max(count, 0)
        offerBest = best
    }

    /// Whether who isn't signed in becomes a guest by beginning a run: false until the host has said so. A host says so
    /// after each ``account(_:hasName:isSandbox:isGuest:)``.
    public mutating func guests(areWelcome: Bool) {
        areGuestsWelcome = areWelcome
        makeDueGuest()
    }

    /// How many scores wait to be sent.
    public mutating func waiting(_ count: Int32) { waiting = max(count, 0) }

    public mutating func sound(isMuted: Bool) { self.isMuted = isMuted }

    // MARK: Scores

    /// - Parameter run: as ``CenterRequest/submit(run:board:score:)`` named it. A score that waited has another outcome
    ///   once it was sent or refused.
    public mutating func outcome(_ outcome: Outcome, run: Int32) {
        guard run == self.run else { return }
        self.outcome = outcome
        hasNewStrings = true
        guard case .sent(let rank, _, let isNewBest, let completed) = outcome else { return }
        // The leaderboard knows better than this host what the best is.
        if rank > 0 { isRecord = isNewBest && isWorthTelling }
        if completed > 0 { ask(.loadChallenges) }
        if !groups.isEmpty || mayBeInGroups && groupsKnown != .answered { ask(.loadGroups(run: run)) }
        if page == .over {
            // Why nothing could be done with the score before isn't so any more.
            notice = .none
            countsRun = false
            loadEntries()
        }
    }

    /// - Parameter total: of players in this scope.
    public mutating func entries(_ rows: [EntryRow], total: Int32, query: Int32) {
        guard query == self.query, query != 0 else { return }
        entries = rows
        self.total = total
        entriesLoad = .ready
        hasNewStrings = true
        if case .sent = outcome { countsRun = true }
        if page == .over { follow(ownRank: own?.rank ?? 0) }
    }

    /// The player's row, where it is among the entries that are shown.
    var own: EntryRow? { entries.first { $0.isYou } }

    /// Somebody has passed the player since: perhaps a friend, who is to be named.
    private mutating func follow(ownRank rank: Int32) {
        if ownRank > 0, rank > ownRank { ask(.loadRivals(board: ending.board)) }
        ownRank = rank
    }

    /// Whose runs are seen in the player's.
    ///
    /// - Returns: whether the game gets them, too. During a run, those of another leaderboard would replace its own.
    @discardableResult
    public mutating func rivals(_ rivals: Rivals) -> Bool {
        guard boards.indices.contains(Int(rivals.board)) else { return false }
        self.rivals[Int(rivals.board)] = rivals
        hasNewStrings = true
        return !isRunOn || rivals.board == startedBoard
    }

    private var isRunOn: Bool { scene == .play || scene == .paused }

    public mutating func entriesFailed(query: Int32) {
        guard query == self.query, query != 0 else { return }
        // What is shown is older than asked for, and better than nothing.
        entriesLoad = entries.isEmpty ? .failed : .ready
        hasNewStrings = true
    }

    // MARK: Friends

    public mutating func friends(_ rows: [FriendRow]) {
        guard page == .picker else { return }
        friends = []
        for row in rows {
            let isWorse = row.rank > 0 && isBetter(ending.score, than: row.score, on: ending.board)
            friends.append(Friend(row: row, isChosen: isWorse))
        }
        order = []
        for index in rows.indices where rows[index].rank > 0 { insert(index) }
        for index in rows.indices where rows[index].rank <= 0 { order.append(index) }
        friendsLoad = .ready
        hasNewStrings = true
    }

    /// Sorted by rank: a list from a server nearly always is.
    private mutating func insert(_ index: Int) {
        var position = order.count
        while position > 0, friends[order[position - 1]].row.rank > friends[index].row.rank { position -= 1 }
        order.insert(index, at: position)
    }

    public mutating func friendsFailed() {
        guard page == .picker else { return }
        friendsLoad = .failed
        hasNewStrings = true
    }

    /// Whether what is searched for is in the friend's name.
    public mutating func friend(_ index: Int32, isFound: Bool) {
        guard friends.indices.contains(Int(index)) else { return }
        friends[Int(index)].isFound = isFound
    }

    /// Whether the challenge is to go to this friend.
    public func isChosen(_ index: Int32) -> Bool {
        guard friends.indices.contains(Int(index)) else { return false }
        return friends[Int(index)].isChosen && !friends[Int(index)].isChallenged
    }

    var chosenCount: Int32 {
        var count: Int32 = 0
        for friend in friends where friend.isChosen && !friend.isChallenged { count += 1 }
        return count
    }

    /// The challenge has gone to this friend.
    public mutating func friendChallenged(_ index: Int32) {
        guard friends.indices.contains(Int(index)) else { return }
        friends[Int(index)].isChallenged = true
    }

    public mutating func challengeFinished(_ end: ChallengeEnd) {
        guard page == .picker, isSending else { return }
        isSending = false
        hasNewStrings = true
        var count: Int32 = 0
        for friend in friends where friend.isChallenged { count += 1 }
        switch end {
        case .sent:
            open(.over)
            tell(Text(.challengeSent, a: count))
        case .failed: tell(Text(.notSent, slot: Slot(.problem, .message)))
        case .messageRefused:
            isMessageInvalid = true
            tell(Text(.notSent, slot: Slot(.problem, .message)))
        }
    }

    // MARK: Challenges

    public mutating func challenges(_ rows: [ChallengeRow]) {
        challenges = rows
        challengesLoad = .ready
        hasNewStrings = true
        // The indices are others now.
        if page == .declining { open(.challenges) }
    }

    public mutating func challengesFailed() {
        if challengesLoad == .loading { challengesLoad = .failed }
        hasNewStrings = true
    }

    /// - Parameter hasGhost: the host gave the replay to the game, which began the run; else it begins as any other.
    public mutating func challengeReady(hasGhost: Bool) {
        guard isStarting, let opponent else { return }
        isStarting = false
        isAgainst = true
        startedBoard = opponent.board
        if !hasGhost { press(texts(opponent.board).start) }
    }

    /// The host began a run against one that somebody shows to everybody, or against the last winner's in a challenge
    /// of a group. Its answers to ``CenterRequest`` are those of a challenge; whose it is stands in
    /// ``Slot/List/opponent``.
    public mutating func racing(board: Int32, score: Int32) {
        guard boards.indices.contains(Int(board)) else { return }
        isStarting = false
        opponent = Opponent(board: board, score: score, isChallenge: false)
        isAgainst = true
        startedBoard = board
        askForGuest()
    }

    public mutating func challengeNotReady() {
        guard isStarting else { return }
        isStarting = false
        hasNewStrings = true
        tell(Text(.failed, slot: Slot(.problem, .message)))
    }

    // MARK: Achievements

    public mutating func achievements(_ rows: [AchievementRow]) {
        achievements = rows
        achievementsLoad = .ready
        hasNewStrings = true
    }

    public mutating func achievementsFailed() {
        if achievementsLoad == .loading { achievementsLoad = .failed }
        hasNewStrings = true
    }
}
