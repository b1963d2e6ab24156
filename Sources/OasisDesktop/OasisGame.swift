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
    private(set) var match: Match?
    private var random = SeededRandom(seed: 1)
    /// Who plays, by seat; a seat's player has the face of their chair.
    private var kinds: [PlayerKind] = []
    var faces: [Int] = []
    private var chairs: [PlayerKind] = []
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
    private var openSeat: (seat: Int32, isOpen: Bool) {
        if people.count == 1 { return (Int32(people[0]), true) }
        let current = match?.current ?? 0
        return (current, !people.isEmpty && seen == current)
    }

    var isHandOpen: Bool { online != nil || openSeat.isOpen }

    private func next() {
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

    // MARK: Turns

    /// What each cell would bring with a tile of the hand that lies open.
    func worth(_ slot: Int) -> [Int: Int32] {
        guard screen == .play, let shown else { return [:] }
        var cells: [Int: Int32] = [:]
        for case .lay(slot: Int32(slot), let cell) in shown.legalMoves {
            cells[Int(cell)] = shown.board.points(at: cell)
        }
        return cells
    }

    func tile(_ slot: Int) -> Tile? {
        guard let hand = shown?.hand, hand.indices.contains(slot) else { return nil }
        return hand[slot]
    }

    func take(_ slot: Int) {
        guard screen == .play, !isBusy, tile(slot) != nil else { return }
        if var chosen = swapping {
            if chosen.remove(slot) == nil, chosen.count < Int(shown?.bagCount ?? 0) { chosen.insert(slot) }
            swapping = chosen
            return play(.lift)
        }
        if held == slot { return letGo() }
        hold(slot)
    }

    func hold(_ slot: Int) {
        guard screen == .play, !isBusy, swapping == nil, tile(slot) != nil else { return }
        held = slot
        play(worth(slot).isEmpty ? .refuse : .lift)
    }

    func letGo() { (held, swapping) = (nil, nil) }

    func lay(_ cell: Int) {
        guard screen == .play, !isBusy, swapping == nil, let held else { return }
        guard worth(held)[cell] != nil else { return play(.refuse) }
        saved?.isTaught = true
        move(.lay(slot: Int32(held), cell: Int32(cell)))
    }

    func beginSwap() {
        guard screen == .play, !isBusy, let shown, shown.bagCount > 0 else { return }
        held = nil
        // At first those that fit nowhere.
        let useless = (0..<Int(Rules.hand)).filter { tile($0) != nil && worth($0).isEmpty }
        swapping = Set(useless.prefix(Int(shown.bagCount)))
        play(.lift)
    }

    func confirmSwap() {
        guard let swapping, !swapping.isEmpty, !isBusy else { return }
        move(.swap(slots: swapping.reduce(0) { $0 | 1 << Int32($1) }))
    }

    func move(_ move: Move) {
        guard screen == .play, !isBusy else { return }
        if online != nil { return send(move) }
        if let match { make(move, by: match.current) }
    }

    private func make(_ move: Move, by seat: Int32) {
        guard let match, !isBusy else { return }
        let next: Match
        do throws(Refusal) { next = try match.after(move, by: seat) } catch { return play(.refuse) }
        let slot = held
        self.match = next
        // What was done stays done, whatever becomes of the window.
        saved?.game = next.isOver ? nil : (chairs, next)
        guard let after = next.view(of: openSeat.seat) else { return }
        show(after, slot: slot) { [unowned self] in self.next() }
    }

    /// Shows the last turn of a view, and then the view.
    ///
    /// - Parameter slot: of the hand that lies open, whose tile was placed.
    func show(_ view: SeatView, slot: Int?, then: @escaping () -> Void) {
        isBusy = true
        letGo()
        let (last, seat) = (view.last, Int(view.last.seat))
        let name = playerName(seat)
        func land() {
            shown = view
            isBusy = false
        }
        func fly(_ tile: Tile?, _ from: Flight.End, _ to: Flight.End, _ seconds: Double, after delay: Double = 0) {
            guard room?.isCalm != true else { return }
            flights.append(Flight(tile: tile, from: from, to: to, begun: now + delay, seconds: seconds))
        }
        switch last.kind {
        case .placed:
            let tile = view.board[last.detail]
            let seconds = slot == nil ? 0.46 : 0.24
            fly(tile, slot.map { .slot($0) } ?? .seat(seat), .cell(Int(last.detail)), seconds)
            after(seconds) { [unowned self] in
                land()
                playLanding(last)
                report("laid", a: Int64(last.points), slot: name, value: tile.map { Looks.name($0) } ?? "")
                rising.append(RisingPoints(points: last.points, cell: Int(last.detail), seat: seat, begun: now))
                then()
            }
        case .swapped:
            play(.swap)
            report("swapped", a: Int64(last.detail), slot: name)
            for index in 0..<Int(last.detail) { fly(nil, .seat(seat), .bag, 0.38, after: Double(index) * 0.08) }
            after(0.38 + Double(last.detail) * 0.08) {
                land()
                then()
            }
        case .none, .passed, .left:
            play(.pass)
            report(last.kind == .left ? "gone.now" : "passed", slot: name)
            after(0.25) {
                land()
                then()
            }
        }
    }

    private func playLanding(_ last: Turn) {
        let isWater = Rules.isWater(last.detail)
        let cue: Cue
        switch last.points - (isWater ? Rules.waterPoints : 0) {
        case 8: cue = .four
        case 4: cue = .three
        case 2: cue = .two
        default: cue = .one
        }
        room?.play(cue.mask | (isWater ? Cue.water.mask : 0))
    }

    // MARK: What was chosen

    func choose(_ id: String) {
        if let question, screen == .ask {
            // What is asked next is no answer to this.
            guard let choice = question.choices.first(where: { $0.id == id }) else { return chooseCorner(id) }
            play(.click)
            return choice.does()
        }
        if chooseForParty(id) { return }
        let parts = id.split(separator: ".")
        if parts.count == 2, let number = Int(parts[1]) {
            switch parts[0] {
            case "chair": chair(number)
            case "slot": screen == .hidden ? reveal() : take(number)
            case "cell": lay(number)
            case "friend": pick(number)
            case "match": if matches.indices.contains(number) { open(matches[number].match) }
            default: break
            }
            return
        }
        switch id {
        case "begin": startGame()
        case "continue": goOn()
        case "online": findOthers()
        case "friends": askFriends()
        case "matches": listMatches()
        case "swap": beginSwap()
        case "confirm": confirmSwap()
        case "cancel": letGo()
        case "pass": move(.pass)
        case "quit": askToQuit()
        case "remind": remind()
        case "invite": invite()
        case "again": online == nil ? startGame() : rematch()
        case "menu": menu()
        default: chooseCorner(id)
        }
    }

    private func chooseCorner(_ id: String) {
        switch id {
        case "home": back()
        case "sound": room?.toggleSound()
        default: break
        }
    }

    func back() {
        if screen == .ask, let stay = question?.choices.first(where: { ["stay", "menu"].contains($0.id) }) {
            return stay.does()
        }
        if screen == .party, online != nil { return backToTable() }
        if swapping != nil || held != nil { return letGo() }
        if screen == .menu { room?.leave() } else { menu() }
    }

    func lift(_ id: String) {
        if id.hasPrefix("slot."), let slot = Int(id.dropFirst(5)) { hold(slot) }
    }

    func drop(on id: String?) {
        if let id, id.hasPrefix("cell.") { choose(id) }
    }

    func key(_ key: UInt32) -> Bool {
        switch key {
        // 1 to 4.
        case 30...33:
            let slot = Int(key) - 30
            guard screen == .play || screen == .hidden else { return false }
            choose("slot.\(slot)")
            if held != nil, let best = advice { room?.focus(best) }
            return true
        // S.
        case 22 where screen == .play:
            swapping == nil ? beginSwap() : confirmSwap()
            return true
        default: return false
        }
    }

    // MARK: What would be well done

    var advice: String? {
        switch screen {
        case .hidden: return "slot.0"
        case .play where !isBusy: break
        default: return nil
        }
        guard let shown else { return nil }
        var random = SeededRandom(seed: 1)
        switch Bot(.strong).move(for: shown, random: &random) {
        case .lay(let slot, let cell):
            if swapping != nil { return "cancel" }
            if let held {
                if Int32(held) == slot { return "cell.\(cell)" }
                if let best = worth(held).max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) {
                    return "cell.\(best.key)"
                }
            }
            return "slot.\(slot)"
        case .swap: return swapping == nil ? "swap" : swapping?.isEmpty == true ? "slot.0" : "confirm"
        case .pass: return "pass"
        }
    }
}
