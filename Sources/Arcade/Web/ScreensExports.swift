#if arch(wasm32)

    // The screens of the game, as a page calls them. A list is answered row by row, then as a whole.

    /// The screens of this module's game, which makes them with its own texts.
    public nonisolated(unsafe) var screens = Screens(boards: [])
    nonisolated(unsafe) private var panels = PanelList()
    /// The request taken last: kind, and up to five numbers.
    nonisolated(unsafe) private let request = UnsafeMutablePointer<Int32>.allocate(capacity: 6)
    nonisolated(unsafe) private var entryRows: [EntryRow] = []
    nonisolated(unsafe) private var friendRows: [FriendRow] = []
    nonisolated(unsafe) private var challengeRows: [ChallengeRow] = []
    nonisolated(unsafe) private var achievementRows: [AchievementRow] = []
    nonisolated(unsafe) private var rivalRows: [Rival] = []
    nonisolated(unsafe) private var groupRows: [GroupRow] = []

    // MARK: What is shown, and what is chosen

    /// Returns the revision of the list, which grows when it changes.
    @_expose(wasm, "screens_write")
    @_cdecl("screens_write")
    public func screensWrite() -> Int32 {
        screens.write(into: &panels)
        return panels.revision
    }

    @_expose(wasm, "screens_list")
    @_cdecl("screens_list")
    public func screensList() -> UnsafePointer<Int32> { panels.address }

    @_expose(wasm, "screens_count")
    @_cdecl("screens_count")
    public func screensCount() -> Int32 { Int32(truncatingIfNeeded: panels.count) }

    @_expose(wasm, "screens_act")
    @_cdecl("screens_act")
    public func screensAct(_ action: Int32, _ index: Int32) {
        if let action = Action(rawValue: action) { screens.act(action, index) }
    }

    /// As ``Screens/Page``.
    @_expose(wasm, "screens_page")
    @_cdecl("screens_page")
    public func screensPage() -> Int32 { screens.page.rawValue }

    /// The best score of a leaderboard that this host remembers.
    @_expose(wasm, "screens_best")
    @_cdecl("screens_best")
    public func screensBest(_ board: Int32) -> Int32 { screens.best(board: board) }

    @_expose(wasm, "screens_set_best")
    @_cdecl("screens_set_best")
    public func screensSetBest(_ score: Int32, _ board: Int32) { screens.setBest(score, board: board) }

    // MARK: What is asked for

    /// Takes the next request. Returns where it lies: kind (0: there is none), then its numbers in the order of
    /// ``CenterRequest``.
    @_expose(wasm, "screens_request")
    @_cdecl("screens_request")
    public func screensRequest() -> UnsafePointer<Int32> {
        request.update(repeating: 0, count: 6)
        func tell(_ kind: Int32, _ a: Int32 = 0, _ b: Int32 = 0, _ c: Int32 = 0, _ d: Int32 = 0, _ e: Int32 = 0) {
            request[0] = kind
            request[1] = a
            request[2] = b
            request[3] = c
            request[4] = d
            request[5] = e
        }
        switch screens.takeRequest() {
        case nil: break
        case .signIn: tell(1)
        case .submit(let run, let board, let score): tell(2, run, board, score)
        case .acceptScores: tell(3)
        case .discardScores: tell(4)
        case .loadEntries(let query, let board, let players, let time, let count):
            tell(5, query, board, players.rawValue, time.rawValue, count)
        case .closeEntries: tell(6)
        case .loadFriends(let board): tell(7, board)
        case .sendChallenge(let board, let score): tell(8, board, score)
        case .loadChallenges: tell(9)
        case .startChallenge(let index): tell(10, index)
        case .startChallengeAgain: tell(11)
        case .declineChallenge(let index): tell(12, index)
        case .loadAchievements: tell(13)
        case .share(let board): tell(14, board)
        case .setMuted(let isMuted): tell(15, isMuted ? 1 : 0)
        case .leave: tell(16)
        case .playAsGuest: tell(17)
        case .keepName: tell(18)
        case .loadRivals(let board): tell(19, board)
        case .loadGroups(let run): tell(20, run)
        case .startGroupRace(let index): tell(21, index)
        }
        return UnsafePointer(request)
    }

    // MARK: Answers

    @_expose(wasm, "answer_account")
    @_cdecl("answer_account")
    public func answerAccount(_ account: Int32, _ hasName: Int32, _ isSandbox: Int32, _ isGuest: Int32) {
        screens.account(
            Account(rawValue: account) ?? .away, hasName: hasName != 0, isSandbox: isSandbox != 0,
            isGuest: isGuest != 0)
    }

    @_expose(wasm, "answer_guests")
    @_cdecl("answer_guests")
    public func answerGuests(_ areWelcome: Int32) { screens.guests(areWelcome: areWelcome != 0) }

    @_expose(wasm, "answer_offer")
    @_cdecl("answer_offer")
    public func answerOffer(_ count: Int32, _ best: Int32) { screens.offer(count: count, best: best) }

    @_expose(wasm, "answer_waiting")
    @_cdecl("answer_waiting")
    public func answerWaiting(_ count: Int32) { screens.waiting(count) }

    @_expose(wasm, "answer_sound")
    @_cdecl("answer_sound")
    public func answerSound(_ isMuted: Int32) { screens.sound(isMuted: isMuted != 0) }

    /// What became of a run's score: rank, total, whether it is a new best, and challenges completed.
    @_expose(wasm, "answer_sent")
    @_cdecl("answer_sent")
    public func answerSent(_ run: Int32, _ rank: Int32, _ total: Int32, _ isNewBest: Int32, _ completed: Int32) {
        screens.outcome(.sent(rank: rank, total: total, isNewBest: isNewBest != 0, completed: completed), run: run)
    }

    /// What became of a run's score, when it was not sent: 0 kept, 1 kept until sign-in, 2 refused, 3 nobody's, 4 off.
    @_expose(wasm, "answer_not_sent")
    @_cdecl("answer_not_sent")
    public func answerNotSent(_ run: Int32, _ why: Int32, _ isStored: Int32) {
        let outcome: Outcome =
            switch why {
            case 0: .kept(isStored: isStored != 0)
            case 1: .keptUntilSignIn(isStored: isStored != 0)
            case 2: .refused
            case 3: .unowned(isStored: isStored != 0)
            default: .off
            }
        screens.outcome(outcome, run: run)
    }

    @_expose(wasm, "answer_entry")
    @_cdecl("answer_entry")
    public func answerEntry(_ rank: Int32, _ score: Int32, _ isYou: Int32) {
        entryRows.append(EntryRow(rank: rank, score: score, isYou: isYou != 0))
    }

    /// - Parameter total: −1 when there was no answer.
    @_expose(wasm, "answer_entries")
    @_cdecl("answer_entries")
    public func answerEntries(_ total: Int32, _ query: Int32) {
        if total < 0 {
            screens.entriesFailed(query: query)
        } else {
            screens.entries(entryRows, total: total, query: query)
        }
        entryRows = []
    }

    @_expose(wasm, "answer_rival")
    @_cdecl("answer_rival")
    public func answerRival(_ number: Int32, _ score: Int32, _ isFriend: Int32, _ hasPassed: Int32) {
        rivalRows.append(
            Rival(number: number, score: score, isFriend: isFriend != 0, hasPassed: hasPassed != 0))
    }

    /// Those of a leaderboard, for the screens and for the game.
    @_expose(wasm, "answer_rivals")
    @_cdecl("answer_rivals")
    public func answerRivals(_ board: Int32) {
        let rivals = Rivals(rivalRows, board: board)
        if screens.rivals(rivals) { hosted.meet(rivals) }
        rivalRows = []
    }

    /// - Parameter triesLimit: 0 without a limit.
    @_expose(wasm, "answer_group")
    @_cdecl("answer_group")
    public func answerGroup(
        _ board: Int32, _ tries: Int32, _ triesLimit: Int32, _ rank: Int32, _ players: Int32, _ isRunning: Int32,
        _ isWanted: Int32, _ hasGhost: Int32
    ) {
        groupRows.append(
            GroupRow(
                board: board, tries: tries, triesLimit: triesLimit, rank: rank, players: players,
                isRunning: isRunning != 0, isWanted: isWanted != 0, hasGhost: hasGhost != 0))
    }

    @_expose(wasm, "answer_groups")
    @_cdecl("answer_groups")
    public func answerGroups(_ run: Int32) {
        screens.groups(groupRows, run: run)
        groupRows = []
    }

    /// What this browser knew last of another player's, before there is an answer.
    ///
    /// - Parameter isKnown: 0 where it never knew any.
    @_expose(wasm, "answer_groups_recalled")
    @_cdecl("answer_groups_recalled")
    public func answerGroupsRecalled(_ isKnown: Int32) {
        screens.recall(groups: isKnown != 0 ? groupRows : nil)
        groupRows = []
    }

    /// Whether the next run may use a try in a challenge of a group.
    @_expose(wasm, "screens_is_try_next")
    @_cdecl("screens_is_try_next")
    public func screensIsTryNext() -> Int32 { screens.isTryNext ? 1 : 0 }

    @_expose(wasm, "answer_friend")
    @_cdecl("answer_friend")
    public func answerFriend(_ rank: Int32, _ score: Int32) { friendRows.append(FriendRow(rank: rank, score: score)) }

    @_expose(wasm, "answer_friends")
    @_cdecl("answer_friends")
    public func answerFriends(_ isThere: Int32) {
        if isThere != 0 { screens.friends(friendRows) } else { screens.friendsFailed() }
        friendRows = []
    }

    @_expose(wasm, "friend_found")
    @_cdecl("friend_found")
    public func friendFound(_ index: Int32, _ isFound: Int32) { screens.friend(index, isFound: isFound != 0) }

    @_expose(wasm, "friend_is_chosen")
    @_cdecl("friend_is_chosen")
    public func friendIsChosen(_ index: Int32) -> Int32 { screens.isChosen(index) ? 1 : 0 }

    @_expose(wasm, "friend_challenged")
    @_cdecl("friend_challenged")
    public func friendChallenged(_ index: Int32) { screens.friendChallenged(index) }

    @_expose(wasm, "challenge_finished")
    @_cdecl("challenge_finished")
    public func challengeFinished(_ end: Int32) { screens.challengeFinished(ChallengeEnd(rawValue: end) ?? .failed) }

    @_expose(wasm, "answer_challenge")
    @_cdecl("answer_challenge")
    public func answerChallenge(_ board: Int32, _ score: Int32, _ hasMessage: Int32) {
        challengeRows.append(ChallengeRow(board: board, score: score, hasMessage: hasMessage != 0))
    }

    @_expose(wasm, "answer_challenges")
    @_cdecl("answer_challenges")
    public func answerChallenges(_ isThere: Int32) {
        if isThere != 0 { screens.challenges(challengeRows) } else { screens.challengesFailed() }
        challengeRows = []
    }

    /// - Parameter ghost: −1 when the challenge could not be had, 1 when the game runs against its replay.
    @_expose(wasm, "challenge_ready")
    @_cdecl("challenge_ready")
    public func challengeReady(_ ghost: Int32) {
        if ghost < 0 { screens.challengeNotReady() } else { screens.challengeReady(hasGhost: ghost != 0) }
    }

    /// Whether the opponent's replay is still waited for.
    @_expose(wasm, "screens_is_starting")
    @_cdecl("screens_is_starting")
    public func screensIsStarting() -> Int32 { screens.isStarting ? 1 : 0 }

    /// The game races a shared run, or the last winner's: its leaderboard and score.
    @_expose(wasm, "screens_race")
    @_cdecl("screens_race")
    public func screensRace(_ board: Int32, _ score: Int32) { screens.racing(board: board, score: score) }

    @_expose(wasm, "answer_achievement")
    @_cdecl("answer_achievement")
    public func answerAchievement(_ points: Int32, _ percent: Int32, _ isHidden: Int32) {
        achievementRows.append(AchievementRow(points: points, percent: percent, isHidden: isHidden != 0))
    }

    @_expose(wasm, "answer_achievements")
    @_cdecl("answer_achievements")
    public func answerAchievements(_ isThere: Int32) {
        if isThere != 0 { screens.achievements(achievementRows) } else { screens.achievementsFailed() }
        achievementRows = []
    }

#endif
