import GameCenterHelpers
import GameKit
import LaurelArcade

/// What the screens ask of Game Center, done with `GameKit` and the tutorials' classes.
///
/// Everything is asked for and answered on the main thread, in the game's frames.
@MainActor final class GameKitCenter: Center {
    weak var host: (any CenterHost)?
    let desk: any ScoreDesk
    let stage = SignInStage()
    let helper = GameKitHelper.shared

    /// What is known of the player, to see when it changes.
    private struct Standing: Equatable {
        var account: Account
        var player = ""
        var name = ""
    }

    /// The last run's score, until it is known what became of it.
    struct Submission {
        let run: Int32
        let board: Int32
        let score: GKScore
        var isKept = false
        var isSent = false
        /// Challenges that it completed.
        var completed: Int32 = 0
        var sent: (rank: Int32, total: Int32, isNewBest: Bool)?
    }

    private var standing = Standing(account: .checking)
    private var listener: ChallengeListener?
    var submission: Submission?
    var picker: FriendsPickerViewController?
    /// Those of the picker, then those who have no score yet.
    var pickerPlayers: [GKPlayer] = []
    var entriesAsked: (query: Int32, request: CenterRequest)?
    var challenges: [GKChallenge] = []
    /// Whose challenge is being played.
    var opponent: GKChallenge?
    /// The moves that came with it.
    var ghost: InputLog?
    /// The player chose it outside of the game: it begins as soon as the game can.
    var chosen: GKChallenge?
    private var waitingCount = 0
    private var nextSending: Date?
    private var sendingPause: TimeInterval = 5
    private var nextEntries: Date?

    init(desk: any ScoreDesk) { self.desk = desk }

    // MARK: Who plays

    func begin() {
        GameCenter.presenter = WindowPresenter(self)
        let listener = ChallengeListener(self)
        self.listener = listener
        GKLocalPlayer.local.register(listener)
        desk.authenticate(on: stage)
    }

    func update() {
        GameCenter.update()
        let now = standingNow
        if now != standing { stand(now) }
        follow()
        playChosen()
    }

    private var standingNow: Standing {
        let local = GKLocalPlayer.local
        let code = (desk.failure as? GKError)?.code
        if local.isAuthenticated {
            let isAway = code == .communicationsFailure
            return Standing(
                account: isAway ? .away : .signedIn, player: local.gamePlayerID, name: local.displayName)
        }
        if stage.isOffering { return Standing(account: .signedOut) }
        switch code {
        case .gameUnrecognized, .notSupported: return Standing(account: .off)
        case .communicationsFailure: return Standing(account: .away)
        case .cancelled: return Standing(account: .signedOut)
        // What failed had nothing to do with signing in.
        case .notAuthenticated where standing.account != .checking: return Standing(account: standing.account)
        case nil where standing.account == .checking: return standing
        default: return Standing(account: .signedOut)
        }
    }

    private func stand(_ now: Standing) {
        let before = standing
        standing = now
        let variables = ProcessInfo.processInfo.environment
        let isSandbox = (host?.environment ?? variables["LAUREL_ENVIRONMENT"]) == "sandbox"
        host?.strings[.account, .name] = now.name
        host?.screens.account(now.account, hasName: !now.name.isEmpty, isSandbox: isSandbox)
        host?.announce("account", ["account": "\(now.account)", "name": now.name])
        if now.account == .signedIn {
            stage.forget()
            if before.player != now.player || before.account != .signedIn { desk.sendWaiting() }
        }
        offer()
    }

    /// Scores that were made while nobody was signed in.
    func offer() {
        guard let host else { return }
        let scores = standing.account == .signedIn ? desk.unowned : []
        let first = host.game.leaderboards.first ?? ""
        let best = scores.filter { $0.leaderboardIdentifier == first }.map(\.value).max() ?? 0
        host.screens.offer(count: Int32(clamping: scores.count), best: Int32(clamping: best))
    }

    func seen(_ isSeen: Bool) {
        if isSeen { GameCenter.willEnterForeground() } else { GameCenter.didEnterBackground() }
    }

    func shown(_ page: Screens.Page) {
        if page != .picker, let picker {
            self.picker = nil
            picker.cancelButtonPressed()
        }
    }

    // MARK: Requests

    func perform(_ request: CenterRequest) {
        switch request {
        case .signIn: signIn()
        case .submit(let run, let board, let score): submit(run: run, board: board, score: score)
        case .acceptScores:
            desk.acceptUnowned()
            offer()
        case .discardScores:
            desk.discardUnowned()
            offer()
        case .loadEntries(let query, _, _, _, _):
            entriesAsked = (query, request)
            loadEntries()
        case .closeEntries: entriesAsked = nil
        case .loadFriends(let board): loadFriends(board)
        case .sendChallenge(let board, let score): sendChallenge(board, score)
        case .loadChallenges: loadChallenges()
        case .startChallenge(let index): startChallenge(index)
        case .startChallengeAgain: startAgain()
        case .declineChallenge(let index): decline(index)
        case .loadAchievements: loadAchievements()
        case .share(let board): share(board)
        case .setMuted, .leave: break
        }
    }

    /// Shows what was offered, or asks for it anew: the player may have signed in elsewhere since.
    private func signIn() {
        if stage.show() { return }
        desk.authenticate(on: stage)
        if let error = desk.failure { tell(error) }
    }

    func open(_ page: GameCenterPage) {
        let isOpen = Browser.open(page.url)
        var fields: [String: Any] = ["url": page.url.absoluteString, "isOpen": isOpen]
        var words = isOpen ? "" : page.url.absoluteString
        if case .signIn(let code) = page.kind {
            fields["code"] = code
            words =
                Words.isChinese
                ? "在浏览器中登录：\(page.url.absoluteString)，代码 \(code)"
                : "Sign in with your browser at \(page.url.absoluteString), code \(code)"
        }
        host?.announce("page", fields)
        if !words.isEmpty { host?.tell(title: "Game Center", message: words, seconds: 12) }
    }

    func show(_ banner: GameCenterBanner) {
        host?.tell(title: banner.title, message: banner.message, seconds: banner.duration)
    }

    func tell(_ error: any Error) {
        host?.tell(title: "Game Center", message: error.localizedDescription, seconds: 5)
    }

    /// Why something did not work, for the screen that shows it.
    func problem(_ error: (any Error)?) { host?.strings[.problem, .message] = error?.localizedDescription ?? "" }

    func leaderboard(_ board: Int32) -> String {
        let all = host?.game.leaderboards ?? []
        return all.indices.contains(Int(board)) ? all[Int(board)] : all.first ?? ""
    }

    // MARK: Scores

    private func submit(run: Int32, board: Int32, score: Int32) {
        let made = GKScore(leaderboardIdentifier: leaderboard(board))
        made.value = Int64(score)
        made.replay = host.map { Data($0.game.log.encoded()) }
        submission = Submission(run: run, board: board, score: made)
        desk.report(made) { [weak self] error in self?.settled(run, error) }
    }

    private func settled(_ run: Int32, _ error: (any Error)?) {
        offer()
        guard submission?.run == run else { return }
        guard let error else { return acknowledged() }
        let code = (error as? GKError)?.code
        let isKept = (error as? GKError)?.userInfo[GKError.keptKey] != nil || isWaiting
        if isKept {
            submission?.isKept = true
            answer(GKLocalPlayer.local.isAuthenticated ? .kept(isStored: true) : .keptUntilSignIn(isStored: true))
        } else if code == .notAuthenticated {
            answer(.unowned(isStored: true))
        } else if code == .communicationsFailure {
            answer(.unowned(isStored: true))
        } else if code == .gameUnrecognized || code == .notSupported {
            answer(.off)
        } else {
            host?.strings[.outcome, .message] = error.localizedDescription
            answer(.refused)
        }
    }

    private var isWaiting: Bool {
        guard let score = submission?.score else { return false }
        return desk.waiting.contains { $0 === score }
    }

    private func answer(_ outcome: Outcome) {
        guard let run = submission?.run else { return }
        host?.screens.outcome(outcome, run: run)
        var fields: [String: Any] = ["run": Int(run)]
        switch outcome {
        case .sent(let rank, let total, let isNewBest, let completed):
            fields["outcome"] = "sent"
            fields["rank"] = Int(rank)
            fields["total"] = Int(total)
            fields["isNewBest"] = isNewBest
            fields["completed"] = Int(completed)
        case .kept: fields["outcome"] = "kept"
        case .keptUntilSignIn: fields["outcome"] = "keptUntilSignIn"
        case .refused: fields["outcome"] = "refused"
        case .unowned: fields["outcome"] = "unowned"
        case .off: fields["outcome"] = "off"
        }
        host?.announce("outcome", fields)
    }

    /// The server has the score: what it is worth is in the player's entry.
    private func acknowledged() {
        guard let submission, !submission.isSent else { return }
        self.submission?.isSent = true
        let run = submission.run
        desk.loadScores(leaderboard(submission.board), players: .global, time: .allTime, count: 1) {
            [weak self] found, error in self?.ranked(run, found)
        }
    }

    private func ranked(_ run: Int32, _ found: GKLeaderboard?) {
        guard let submission, submission.run == run, let host else { return }
        guard let found, let own = found.localPlayerScore else {
            // It counts, and where it stands is not known: the small leaderboard will say so.
            return answer(.sent(rank: 1, total: 1, isNewBest: false, completed: submission.completed))
        }
        // The entry keeps the date of the run that is the best.
        let isNewBest =
            own.value == submission.score.value
            && abs(own.date.timeIntervalSince(submission.score.date)) < 0.01
        let texts = host.game.boards[Int(submission.board)]
        host.strings[.outcome, .score] = host.game.text(texts.score, a: Int32(clamping: own.value))
        self.submission?.sent = (
            Int32(clamping: own.rank), Int32(clamping: max(found.maxRange, own.rank)), isNewBest
        )
        answerSent()
    }

    func answerSent() {
        guard let submission, let sent = submission.sent else { return }
        answer(
            .sent(rank: sent.rank, total: sent.total, isNewBest: sent.isNewBest, completed: submission.completed))
    }

    /// What waits goes out later and later; what has gone out is told.
    private func follow() {
        let waiting = desk.waiting.count
        let now = Date()
        if waiting != waitingCount {
            if waiting < waitingCount { arrived(waitingCount - waiting) }
            waitingCount = waiting
            host?.screens.waiting(Int32(clamping: waiting))
        }
        if waiting == 0 {
            nextSending = nil
            sendingPause = 5
        } else if let next = nextSending, next <= now {
            sendingPause = min(sendingPause * 2, 300)
            nextSending = now + sendingPause
            desk.sendWaiting()
        } else if nextSending == nil {
            nextSending = now + sendingPause
        }
        if let next = nextEntries, next <= now, entriesAsked != nil { loadEntries() }
    }

    private func arrived(_ count: Int) {
        host?.announce("late", ["sent": count])
        let words =
            Words.isChinese
            ? "已发送 \(count) 个之前的成绩。"
            : count == 1 ? "An earlier score was sent." : "\(count) earlier scores were sent."
        host?.tell(title: words, message: "", seconds: 4)
        if submission?.isKept == true, !isWaiting {
            submission?.isKept = false
            acknowledged()
        }
        if entriesAsked != nil { loadEntries() }
    }

    // MARK: Leaderboards

    /// Again every 15 s: what is shown is live, nearly.
    private func loadEntries() {
        guard case (let query, .loadEntries(_, let board, let players, let time, let count))? = entriesAsked else {
            return
        }
        nextEntries = Date() + 15
        let times: [TimeScope: GKLeaderboard.TimeScope] = [.today: .today, .week: .week, .allTime: .allTime]
        desk.loadScores(
            leaderboard(board), players: players == .friends ? .friendsOnly : .global, time: times[time] ?? .allTime,
            count: Int(count)
        ) { [weak self] found, error in
            guard let self, let host, entriesAsked?.query == query else { return }
            guard let found else {
                problem(error)
                return host.screens.entriesFailed(query: query)
            }
            show(found, query)
        }
    }

    private func show(_ found: GKLeaderboard, _ query: Int32) {
        guard let host else { return }
        let own = found.localPlayerScore
        var scores = found.scores ?? []
        if let own, !scores.contains(where: { $0.player == own.player }) { scores.append(own) }
        host.strings.removeAll(.entries)
        var rows: [EntryRow] = []
        for (place, score) in scores.enumerated() {
            let isYou = score.player == GKLocalPlayer.local
            let name = score.player.displayName
            host.strings[.entries, .name, place] =
                isYou ? "\(name) (\(Words.isChinese ? "你" : "you"))" : name
            rows.append(
                EntryRow(rank: Int32(clamping: score.rank), score: Int32(clamping: score.value), isYou: isYou))
        }
        host.screens.entries(rows, total: Int32(clamping: found.maxRange), query: query)
    }

    // MARK: Achievements

    private func loadAchievements() {
        GKAchievementDescription.loadAchievementDescriptions { [weak self] descriptions, error in
            guard let self else { return }
            guard let descriptions else {
                problem(error)
                host?.screens.achievementsFailed()
                return
            }
            GKAchievement.loadAchievements { [weak self] earned, _ in self?.show(descriptions, earned ?? []) }
        }
    }

    private func show(_ descriptions: [GKAchievementDescription], _ earned: [GKAchievement]) {
        guard let host else { return }
        host.strings.removeAll(.achievements)
        var rows: [AchievementRow] = []
        for (place, description) in descriptions.enumerated() {
            let progress = earned.first { $0.identifier == description.identifier }?.percentComplete ?? 0
            host.strings[.achievements, .title, place] = description.title
            host.strings[.achievements, .detail, place] =
                progress >= 100 ? description.achievedDescription : description.unachievedDescription
            rows.append(
                AchievementRow(
                    points: Int32(clamping: description.maximumPoints), percent: Int32(progress),
                    isHidden: description.isHidden && progress < 100))
        }
        host.screens.achievements(rows)
    }

    /// On the game's page, where the player's entry can be shown to others.
    private func share(_ board: Int32) {
        let controller = GKGameCenterViewController(
            leaderboardID: leaderboard(board), playerScope: .global, timeScope: .allTime)
        controller.gameCenterDelegate = helper
        GKGameCenterPage.show(controller)
    }
}

/// A page of Game Center on a stage of its own: the picker may be on the other.
@MainActor private enum GKGameCenterPage {
    static func show(_ controller: GKGameCenterViewController) {
        UIViewController().present(controller, animated: true)
    }
}
