/// What is around a run: home, pause, game over, friend picker, challenges, leaderboards and achievements, the same for
/// every game and every host. A value that waits for nobody: it asks, shows what it knows, and is answered later.
///
/// ```swift
/// screens.follow(.over, ending: game.ending)        // after each tick, what the game shows
/// while let request = screens.takeRequest() { … }   // the host does it and answers, now or later
/// screens.outcome(.sent(rank: 3, total: 12, isNewBest: true, completed: 0), run: 1)
/// screens.write(into: &list)                        // when the revision grew, the host shows the list anew
/// screens.act(.pickFriends, 0)                      // what the player chose
/// game.tick(input.union(screens.takeInput()))       // what that means for the game
/// ```
public struct Screens: Sendable {
    /// What is shown.
    public enum Page: Int32, Sendable {
        /// A run is on: nothing lies over it but the corner.
        case none
        case home, paused, over, picker, challenges, declining, scores, achievements
    }

    /// Something that is asked for.
    enum Load: Sendable { case loading, failed, ready }

    /// What is known of the player's challenges of groups.
    enum GroupKnowledge: Sendable {
        case none
        /// What this host knew at an earlier time.
        case recalled
        case answered
    }

    struct Friend: Sendable {
        var row: FriendRow
        var isChosen: Bool
        var isFound = true
        /// Has the challenge already.
        var isChallenged = false
    }

    /// Whose score is to be beaten.
    struct Opponent: Sendable {
        var board: Int32
        var score: Int32
        /// They sent a challenge; otherwise it's a shared run.
        var isChallenge = true
    }

    /// Ticks after game over in which no button begins the next run: the player was still jumping. 0.45 s.
    public static let graceTicks: Int32 = 27
    /// Rows of the small leaderboard, and of the large one.
    static let smallCount: Int32 = 5
    static let largeCount: Int32 = 25
    /// Characters of a challenge's message (docs/concepts/challenges.md).
    static let messageLimit: Int32 = 300

    public internal(set) var page: Page = .none
    let boards: [BoardTexts]
    var scene: Scene?
    var sinceOpened: Int32 = 0
    /// Ticks since the player signed in, as `sinceOpened` those of the page.
    var sinceSignedIn: Int32 = 0
    /// The same since the game shows its home screen, lists over it included.
    private(set) var sinceHome: Int32 = 0
    /// A line that says what the last choice led to.
    var notice: Text = .none
    /// The strings behind the slots are others now.
    var hasNewStrings = false

    // Who plays
    public internal(set) var account: Account = .checking
    var hasName = false
    var isSandbox = false
    /// The player has no account yet (rule 1.11).
    var isGuest = false
    /// Who isn't signed in is made a guest by beginning a run.
    var areGuestsWelcome = false
    /// A run began before it was known that nobody is signed in, or that guests are welcome: see ``makeDueGuest()``.
    var isGuestDue = false
    public internal(set) var isMuted = false
    var offerCount: Int32 = 0
    var offerBest: Int32 = 0
    var waiting: Int32 = 0

    // The run
    public internal(set) var run: Int32 = 0
    var bests: [Int32]
    var ending = Ending()
    var isRecord = false
    var outcome: Outcome?
    var opponent: Opponent?
    /// The run that is on, or was last, is the one against the opponent.
    var isAgainst = false
    /// The opponent's replay is on its way. What is asked for then and comes after it's false again is too late: the
    /// player has gone on.
    public internal(set) var isStarting = false
    var startedBoard: Int32 = 0
    /// By boards.
    var rivals: [Rivals]
    /// Challenges of groups that the player is in, as they were answered last.
    var groups: [GroupRow] = []
    var groupsKnown = GroupKnowledge.none
    /// The last run whose score is counted there.
    var groupsRun: Int32 = 0
    /// Where the player's best stood when the small leaderboard came last; 0: it did not.
    var ownRank: Int32 = 0
    /// The small leaderboard came after the run's score was sent, so its rank of the player counts the run.
    var countsRun = false

    // Lists
    var entries: [EntryRow] = []
    var entriesLoad: Load = .loading
    var total: Int32 = 0
    /// The entries that were asked for last; 0: none are shown.
    public internal(set) var query: Int32 = 0
    var lastQuery: Int32 = 0
    var board: Int32 = 0
    var players: PlayerScope = .everybody
    var time: TimeScope = .allTime
    var friends: [Friend] = []
    /// Their indices, as they are shown.
    var order: [Int] = []
    var friendsLoad: Load = .loading
    var isMessageWritten = true
    var isMessageInvalid = false
    var isSending = false
    var challenges: [ChallengeRow] = []
    var challengesLoad: Load = .loading
    var chosenChallenge: Int32 = 0
    var achievements: [AchievementRow] = []
    var achievementsLoad: Load = .loading

    private var requests: [CenterRequest] = []
    private var input: Input = []

    /// - Parameter boards: one for each mode, in their order; at least one.
    public init(boards: [BoardTexts]) {
        self.boards = boards.isEmpty ? [BoardTexts()] : boards
        bests = Array(repeating: 0, count: self.boards.count)
        rivals = Array(repeating: Rivals(), count: self.boards.count)
    }

    // MARK: The game

    /// What the game shows now; to be called after every tick.
    ///
    /// - Parameter ending: of the run, when it is over.
    public mutating func follow(_ scene: Scene, ending: @autoclosure () -> Ending) {
        sinceOpened = min(sinceOpened &+ 1, 1_000_000)
        sinceSignedIn = min(sinceSignedIn &+ 1, 1_000_000)
        sinceHome = min(sinceHome &+ 1, 1_000_000)
        guard scene != self.scene else { return }
        let isNewRun = scene == .play && self.scene != .paused
        self.scene = scene
        switch scene {
        case .menu:
            isAgainst = false
            isGuestDue = false
            sinceHome = 0
            open(.home)
            if account == .signedIn || account == .away {
                ask(.loadChallenges)
                ask(.loadGroups(run: run))
            }
        case .play:
            open(.none)
            if isNewRun, account != .off, account != .checking { ask(.loadRivals(board: startedBoard)) }
            makeDueGuest()
        case .paused: open(.paused)
        case .over: end(ending())
        }
    }

    private mutating func end(_ ending: Ending) {
        self.ending = ending
        self.ending.board = min(max(ending.board, 0), Int32(boards.count - 1))
        run &+= 1
        let index = Int(self.ending.board)
        let isBest = bests[index] == 0 || isBetter(ending.score, than: bests[index], on: self.ending.board)
        isRecord = isWorthTelling && isBest
        if isRecord { bests[index] = ending.score }
        outcome = account == .off ? .off : nil
        ownRank = 0
        countsRun = false
        open(.over)
        if outcome == nil { ask(.submit(run: run, board: self.ending.board, score: ending.score)) }
        loadEntries()
    }

    /// What the player's choices ask of the game: for its next tick.
    public mutating func takeInput() -> Input {
        defer { input = [] }
        return input
    }

    /// The next thing to ask of Game Center; nil: there is none.
    public mutating func takeRequest() -> CenterRequest? {
        requests.isEmpty ? nil : requests.removeFirst()
    }

    /// The best score that this host remembers; 0: none.
    public mutating func setBest(_ score: Int32, board: Int32) {
        guard boards.indices.contains(Int(board)) else { return }
        bests[Int(board)] = score
    }

    public func best(board: Int32) -> Int32 {
        boards.indices.contains(Int(board)) ? bests[Int(board)] : 0
    }

    /// A list lies over the home screen.
    public var isCovering: Bool {
        switch page {
        case .none, .home, .paused, .over, .picker: false
        case .challenges, .declining, .scores, .achievements: true
        }
    }

    // MARK: Inside

    mutating func open(_ page: Page) {
        // The small leaderboard lives on behind the picker.
        let staysAtEnd = (page == .over || page == .picker) && (self.page == .over || self.page == .picker)
        if !staysAtEnd { closeEntries() }
        self.page = page
        sinceOpened = 0
        notice = .none
        isStarting = false
    }

    mutating func ask(_ request: CenterRequest) { requests.append(request) }

    mutating func press(_ input: Input) { self.input.formUnion(input) }

    /// A run of one's own.
    mutating func begin(board: Int32) {
        isAgainst = false
        isStarting = false
        askForGuest()
        startedBoard = board
        press(texts(board).start)
    }

    /// A run begins: who isn't signed in plays as a guest, if there are any here.
    mutating func askForGuest() {
        switch account {
        case .signedIn, .off: isGuestDue = false
        // Offline, the last player is still the player.
        case .away: isGuestDue = !hasName
        case .checking: isGuestDue = true
        case .signedOut:
            isGuestDue = !areGuestsWelcome
            if areGuestsWelcome { ask(.playAsGuest) }
        }
    }

    /// The guest for a run that began before one could be made: as long as it goes on or its result is shown. On the
    /// home screen none is made for a run that is over; its score is theirs with the next one.
    mutating func makeDueGuest() {
        guard isGuestDue, account == .signedOut, areGuestsWelcome, scene != nil, scene != .menu else { return }
        isGuestDue = false
        ask(.playAsGuest)
    }

    mutating func closeEntries() {
        guard query != 0 else { return }
        query = 0
        entries = []
        ask(.closeEntries)
    }

    mutating func loadEntries() {
        guard account != .off else { return }
        lastQuery &+= 1
        query = lastQuery
        entriesLoad = .loading
        ask(
            page == .over
                ? .loadEntries(
                    query: query, board: ending.board, players: .everybody, time: .allTime, count: Self.smallCount)
                : .loadEntries(query: query, board: board, players: players, time: time, count: Self.largeCount))
    }

    func texts(_ board: Int32) -> BoardTexts { boards[min(max(Int(board), 0), boards.count - 1)] }

    /// A score in the game's own words: in a list, and in a sentence.
    func score(_ score: Int32, on board: Int32) -> Text { Text(number: texts(board).score, a: score) }
    func said(_ score: Int32, on board: Int32) -> Text { Text(number: texts(board).said, a: score) }

    func isBetter(_ score: Int32, than other: Int32, on board: Int32) -> Bool {
        texts(board).isLessBetter ? score < other : score > other
    }

    /// The score asked for is reached: an equal one counts (rule 6.3).
    var isBeaten: Bool {
        guard isAgainst, let opponent, opponent.board == ending.board else { return false }
        return !isBetter(opponent.score, than: ending.score, on: ending.board)
    }

    /// A run of 0 is no best, and nothing to challenge friends with; unless less is better.
    var isWorthTelling: Bool { ending.score > 0 || texts(ending.board).isLessBetter }

    /// Why a player can't challenge with this score or share it; nil if they can.
    var whyNotRanked: Phrase? {
        switch account {
        case .off: return .off
        case .signedOut, .checking: return .needsSignIn
        case .away: return .needsServer
        case .signedIn:
            if case .sent = outcome { return nil }
            return .needsRank
        }
    }

    /// Why a player can't challenge friends; nil if they can. A guest has none, and writes no messages.
    var whyNoFriends: Phrase? { account == .signedIn && isGuest ? .needsAccount : whyNotRanked }

    /// Why there are no challenges to see; nil: there are.
    var whyNoChallenges: Phrase? {
        switch account {
        case .off: .off
        case .signedOut, .checking: .needsSignIn
        case .away: .needsServer
        case .signedIn: nil
        }
    }
}
