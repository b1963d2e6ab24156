import Foundation
import GameKit
import LaurelArcade
import LaurelDesktop
import LaurelOasis

/// Oasis in a window: people at this machine, computer players, and others over the server.
@MainActor final class OasisGame: TableGame {
    enum Screen: String { case menu, hidden, play, watch, over, ask, friends, matches, code, party }

    /// How it ended: by seat.
    struct Result {
        let points: [Int32]
        let ranks: [Int]
        /// Before its time: each a sentence.
        var why: [String] = []
        /// What it has done for the player's rank; empty: nothing is known of it.
        var standing = ""
    }

    let name = "Oasis"
    let identifier = "oasis"
    let bundleID = "org.laurel.oasis"
    /// What a computer player takes to think, and how long the last turn is looked at, in seconds.
    private static let thought = 0.65
    static let look = 0.9

    var room: (any TableRoom)?
    var saved: SavedTable?
    var screen = Screen.menu {
        didSet { room?.setMusicLevel(screen == .menu || screen == .over ? 0.35 : 0.2) }
    }

    /// A game on this machine; nil: none, or one over the server.
    var match: Match?
    private var random = SeededRandom(seed: 1)
    /// Who plays, by seat; a seat's player has the face of their chair.
    private var kinds: [PlayerKind] = []
    var faces: [Int] = []
    var chairs: [PlayerKind] = []
    /// What is on the table; while a tile flies, as it was before.
    var shown: SeatView?
    var held: Int?
    var swapping: Set<Int>?
    /// The person who saw their hand last, by seat.
    private var seen: Int32?
    var isBusy = false
    var flights: [Flight] = []
    var rising: [RisingPoints] = []
    /// What the last turn was, in words.
    var turnTold = ""
    /// What stands in its stead for a while.
    var note: Note?
    /// Who has won, in words.
    private(set) var said = ""
    var question: Question?
    var result: Result?

    // Over the server.
    var online: OnlineMatch?
    /// What was heard while something was still shown.
    var heard: GKTurnBasedMatch?
    let stage = UIViewController()
    var listener: TurnListener?
    var account = Account()
    var friends: [GKPlayer] = []
    var invited: Set<Int> = []
    var matches: [OnlineMatch] = []
    /// The party's code that the player writes.
    var written: WrittenText?
    /// What was wrong with the code that was written before.
    var codeProblem: String?
    /// Made by this player, who hasn't begun to play.
    var party: PartyRoom?
    /// Of the party at whose table the player is, and when they enter it again.
    var partyCode: String?
    var partyDue = 0.0

    /// What is known of the player.
    struct Account {
        /// The answer to whether somebody is signed in has come.
        var isKnown = false
        var offered: UIViewController?
        var failure: (any Error)?
        /// What the player wants to do as soon as they are signed in.
        var pending: (() -> Void)?
        var isBecomingGuest = false
    }

    private(set) var now = 0.0
    /// Games and screens that came since: what waited for an older one is dropped.
    var era = 0
    private var timers: [(at: Double, era: Int, does: () -> Void)] = []

    // MARK: Of every game

    let drawings = Looks.drawings
    var music: Int { Int(Cue.music.rawValue) }
    func touch(_ cues: UInt32) -> Int32 { Cue.touch(of: cues) }
    var sounds: [DesktopSound] {
        Cue.allCases.map { cue in DesktopSound(rate: cue.rate, isMusic: cue.isMusic) { cue.rendered() } }
    }

    func begin(in room: any TableRoom) {
        self.room = room
        let saved = SavedTable(room.folder)
        self.saved = saved
        random = SeededRandom(seed: room.seed ?? UInt64.random(in: .min ... .max))
        screen = .menu
        signIn()
        if let code = room.partyCode { meet(code) } else if let match = saved.match { resume(match) }
    }

    func update(at seconds: Double) {
        now = seconds
        flights.removeAll { seconds >= $0.begun + $0.seconds }
        rising.removeAll { seconds >= $0.begun + RisingPoints.seconds }
        let due = timers.filter { $0.at <= seconds }
        timers.removeAll { $0.at <= seconds }
        for timer in due where timer.era == era { timer.does() }
        stayInParty()
    }

    func after(_ seconds: Double, _ does: @escaping () -> Void) {
        timers.append((now + (room?.isCalm == true ? 0 : seconds), era, does))
    }

    func play(_ cue: Cue) { room?.play(cue.mask) }

    func playerName(_ seat: Int) -> String {
        if let online { return online.name(seat) }
        // The only person at the table is you, as over the server.
        if people == [seat] { return Words.text("oasis.you") }
        return faces.indices.contains(seat) ? Looks.name(faces[seat]) : ""
    }

    var facts: [String: Any] {
        var facts: [String: Any] = ["isBusy": isBusy, "points": shown?.points.map { Int($0) } ?? []]
        if let online { facts["match"] = online.match.matchID }
        if let partyCode { facts["party"] = partyCode }
        if let result { facts["standing"] = result.standing }
        return facts
    }

    // MARK: A game on this machine

    /// Leaves what is on the table.
    func clear() {
        era += 1
        isBusy = false
        (held, swapping, seen, shown, result, question) = (nil, nil, nil, nil, nil, nil)
        (flights, rising, said) = ([], [], "")
        (turnTold, note, codeProblem) = ("", nil, nil)
        (match, online, heard) = (nil, nil, nil)
        (written, party, partyCode) = (nil, nil, nil)
        account.pending = nil
    }

    func menu() {
        clear()
        saved?.match = nil
        screen = .menu
    }

    func chair(_ chair: Int) {
        guard let saved, saved.chairs.indices.contains(chair) else { return }
        saved.chairs[chair] = saved.chairs[chair].next(chair: chair)
        play(.click)
    }

    func startGame() {
        clear()
        sit(saved?.chairs ?? [])
        match = Match(seats: Int32(kinds.count), seed: random.next())
        play(.reveal)
        next()
    }

    func goOn() {
        guard let game = saved?.game else { return menu() }
        clear()
        sit(game.chairs)
        match = game.match
        next()
    }

    private func sit(_ chairs: [PlayerKind]) {
        self.chairs = chairs
        faces = chairs.indices.filter { chairs[$0] != .nobody }
        kinds = faces.map { chairs[$0] }
    }

    func kind(_ seat: Int) -> PlayerKind { kinds.indices.contains(seat) ? kinds[seat] : .person }

    var people: [Int] { kinds.indices.filter { kinds[$0] == .person } }

    /// Whose hand is on the table, and whether it lies open.
    var openSeat: (seat: Int32, isOpen: Bool) {
        if people.count == 1 { return (Int32(people[0]), true) }
        let current = match?.current ?? 0
        return (current, !people.isEmpty && seen == current)
    }

    var isHandOpen: Bool { online != nil || openSeat.isOpen }

    func next() {
        guard let match else { return }
        saved?.game = match.isOver ? nil : (chairs, match)
        shown = match.view(of: openSeat.seat)
        guard !match.isOver else { return end() }
        let current = match.current
        if let bot = kind(Int(current)).bot {
            screen = .watch
            isBusy = true
            after(Self.thought) { [unowned self] in
                isBusy = false
                guard let view = match.view(of: current) else { return }
                make(bot.move(for: view, random: &random), by: current)
            }
            return
        }
        // Nobody else can look: the only person's hand lies open.
        let isOpen = people.count == 1 || seen == current
        seen = isOpen ? current : nil
        screen = isOpen ? .play : .hidden
        shown = match.view(of: openSeat.seat)
    }

    func reveal() {
        guard screen == .hidden, let match else { return }
        seen = match.current
        play(.reveal)
        screen = .play
        shown = match.view(of: match.current)
    }

    private func end() {
        screen = .watch
        after(Self.look) { [unowned self] in
            guard let match else { return }
            let ranks = match.points.map { own in 1 + match.points.count { $0 > own } }
            finish(Result(points: match.points, ranks: ranks))
            // Nobody cheers who has lost to the computer.
            let hasLost = !people.isEmpty && !people.contains { ranks[$0] == 1 }
            play(hasLost ? .pass : .win)
        }
    }

    func finish(_ result: Result) {
        self.result = result
        screen = .over
        let winners = result.ranks.indices.filter { result.ranks[$0] == 1 }
        guard winners.count == 1 else { return said = Words.text("oasis.tied") }
        let winner = playerName(winners[0])
        said = winner == Words.text("oasis.you") ? Words.text("oasis.won.you") : Words.text("oasis.won", slot: winner)
    }
}
