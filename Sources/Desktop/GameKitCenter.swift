import GameCenterHelpers
import GameKit
import LaurelArcade

/// What the screens ask of Game Center, done with `GameKit` and the tutorials' classes.
///
/// Everything is asked for and answered on the main thread, in the game's frames.
@MainActor final class GameKitCenter: Center, PageOpening {
    weak var host: (any CenterHost)?
    let desk: any ScoreDesk
    let stage = SignInStage()
    let helper = GameKitHelper.shared

    /// What is known of the player, to see when it changes.
    struct Standing: Equatable {
        var account: Account
        var player = ""
        var name = ""
        var isGuest = false
        /// Pressing Play makes a guest.
        var welcomesGuests = false
    }

    /// The last run's score, until it is known what became of it.
    struct Submission {
        let run: Int32
        let board: Int32
        let score: GKScore
        /// Whose it is: empty for nobody's.
        var owner: String
        /// It is nobody's until somebody who signs in takes it.
        var isUnowned = false
        var isKept = false
        var isSent = false
        /// Challenges that it completed.
        var completed: Int32 = 0
        var sent: (rank: Int32, total: Int32, isNewBest: Bool)?
    }

    var standing = Standing(account: .checking)
    /// Scores of runs that ended while their player was becoming a guest; nil: nobody is.
    var guestsScores: [() -> Void]?
    private var listener: ChallengeListener?
    var submission: Submission?
    var picker: FriendsPickerViewController?
    /// Those of the picker, then those who have no score yet.
    var pickerPlayers: [GKPlayer] = []
    var entriesAsked: (query: Int32, request: CenterRequest)?
    var challenges: [GKChallenge] = []
    /// By ids; once a challenge was about one.
    var achievementTitles: [String: String] = [:]
    /// The challenge that is being played.
    var opponent: GKChallenge?
    /// Whose challenge it is, or whose run is raced.
    var opponentName = ""
    /// The moves that came with it.
    var ghost: InputLog?
    /// The player chose it outside of the game: it begins as soon as the game can.
    var chosen: GKChallenge?
    var waitingCount = 0
    /// Whose scores those are.
    var waitingPlayer = ""
    /// The last run whose score counts in the challenges of groups that were asked for.
    var groupsRun: Int32 = 0
    /// They were asked for once, with or without an answer.
    var areGroupsKnown = false
    /// Those of the last answer, as the screens show them.
    var joined: [Laurel.JoinedChallenge] = []
    /// In which the last winner's run was asked for last.
    var raced: Laurel.JoinedChallenge?
    let rivals = RivalBook()
    var nextSending: Date?
    var sendingPause: TimeInterval = 5
    /// The leaderboard that is shown live.
    var watched: (leaderboard: String, watch: Laurel.LeaderboardWatch)?
    /// When the ticket of the next run is too old; or, without one, when to ask again. Nil while it is asked for.
    var nextTicket: Date?
    /// Of those that waited, how many were refused since it was last told what arrived.
    var refusedCount = 0

    init(desk: any ScoreDesk) {
        self.desk = desk
        desk.refused = { [weak self] score, error in self?.refusedLate(score, error) }
    }

    // MARK: Who plays

    func begin() {
        Laurel.presenter = WindowPresenter(self)
        let listener = ChallengeListener(self)
        self.listener = listener
        GKLocalPlayer.local.register(listener)
        desk.authenticate(on: stage)
    }

    func update() {
        Laurel.update()
        let now = standingNow
        if now != standing { stand(now) }
        follow()
        renewTicket()
        playChosen()
    }

    var standingNow: Standing {
        let local = GKLocalPlayer.local
        let code = (desk.failure as? GKError)?.code
        if local.isAuthenticated {
            let isAway = code == .communicationsFailure
            return Standing(
                account: isAway ? .away : .signedIn, player: local.gamePlayerID, name: local.displayName,
                isGuest: Laurel.isGuest)
        }
        if stage.isOffering { return Standing(account: .signedOut, welcomesGuests: Laurel.mayPlayAsGuest) }
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
        host?.screens.account(
            now.account, hasName: !now.name.isEmpty, isSandbox: isSandbox, isGuest: now.isGuest)
        if before.player != now.player, !now.player.isEmpty {
            recallGroups()
            // The screens ask by themselves when somebody signs in, and not when it's somebody else.
            if before.account == .signedIn, now.account == .signedIn { loadGroups(groupsRun) }
        }
        host?.screens.guests(areWelcome: now.welcomesGuests)
        host?.announce(
            "account",
            [
                "account": "\(now.account)", "name": now.name, "isGuest": now.isGuest,
                "welcomesGuests": now.welcomesGuests,
            ])
        if before.player != now.player { forgetTicket() }
        if now.account == .signedIn {
            stage.forget()
            host?.hush(.signIn)
            if before.player != now.player || before.account != .signedIn {
                desk.sendWaiting()
                prepareRun()
            }
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
        guard isSeen else { return Laurel.didEnterBackground() }
        Laurel.willEnterForeground()
        // One may have been joined elsewhere.
        loadGroups(groupsRun)
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
        case .acceptScores: acceptScores()
        case .discardScores:
            desk.discardUnowned()
            offer()
        case .loadEntries(let query, _, _, _, _):
            entriesAsked = (query, request)
            loadEntries()
            watchEntries()
        case .closeEntries:
            entriesAsked = nil
            watched = nil
        case .loadFriends(let board): loadFriends(board)
        case .sendChallenge(let board, let score): sendChallenge(board, score)
        case .loadChallenges: loadChallenges()
        case .startChallenge(let index): startChallenge(index)
        case .startChallengeAgain: startAgain()
        case .declineChallenge(let index): decline(index)
        case .loadAchievements: loadAchievements()
        case .share(let board): share(board)
        case .loadRivals(let board): loadRivals(board)
        case .loadGroups(let run): loadGroups(run)
        case .startGroupRace(let index): startGroupRace(index)
        case .playAsGuest: playAsGuest()
        case .keepName: Laurel.showGuestUpgrade()
        case .setMuted, .leave: break
        }
    }

    /// Shows what was offered, or asks for it anew: the player may have signed in elsewhere since.
    private func signIn() {
        if stage.show() { return }
        desk.authenticate(on: stage)
        if let error = desk.failure { tell(error) }
    }

    private func playAsGuest() {
        guard guestsScores == nil else { return }
        guestsScores = []
        Laurel.playAsGuest(
            completionHandler: onMain { [weak self] _ in
                guard let self else { return }
                let scores = guestsScores ?? []
                guestsScores = nil
                // What was scored here before anybody was signed in is the guest's, too.
                if Laurel.isGuest { acceptScores() }
                for send in scores { send() }
            })
    }

    func open(_ page: GameCenterPage) {
        let (fields, words) = page.open()
        host?.announce("page", fields)
        if !words.isEmpty { host?.tell(title: "", message: words, seconds: 12, topic: .signIn) }
    }

    func show(_ banner: GameCenterBanner) {
        host?.tell(title: banner.title, message: banner.message, seconds: banner.duration)
    }

    func tell(_ error: any Error) {
        host?.tell(title: "Game Center", message: error.localizedDescription, seconds: 5)
    }

    /// Why something did not work, for the screen that shows it.
    func problem(_ error: (any Error)?) { host?.strings[.problem, .message] = Words.reason(error) }

    func leaderboard(_ board: Int32) -> String {
        let all = host?.game.leaderboards ?? []
        return all.indices.contains(Int(board)) ? all[Int(board)] : all.first ?? ""
    }
}
