import Foundation
import GameCenterHelpers
import GameKit
import LaurelDesktop
import LaurelOasis

// Friends who meet by a party's code (docs/concepts/activities.md).
extension OasisGame {
    /// In which friends meet.
    private static let activity = "Friends"
    /// Of a code as it is typed, with spaces and a dash.
    private static let codeLimit = 24
    /// A player is in a party for ten minutes: in seconds, when who waits enters it again.
    private static let stay = 300.0

    /// What a gamepad, a finger or the mouse writes with: codes are of these alone (rule 14.8).
    static let codeKeys = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    // MARK: Writing a code

    /// - Parameters:
    ///   - text: that was written before.
    ///   - problem: what was wrong with it.
    func askForParty(_ text: String = "", problem: String? = nil) {
        play(problem == nil ? .click : .refuse)
        clear()
        written = WrittenText(text, limit: Self.codeLimit, isUppercase: true)
        codeProblem = problem
        screen = .code
    }

    /// What is written, where it can be a code.
    var writtenCode: String? { written.flatMap { Laurel.partyCode(in: $0.text) } }

    /// Of a link, its code.
    func paste(_ text: String) {
        guard written != nil else { return }
        if let code = Laurel.partyCode(in: text) {
            written = WrittenText(code, limit: Self.codeLimit, isUppercase: true)
        } else {
            written?.insert(text)
        }
    }

    /// - Returns: whether it was for the screens of parties.
    func chooseForParty(_ id: String) -> Bool {
        switch (id, screen) {
        case ("party", _): askForParty()
        case ("party-code", .code), ("party-enter", .code): joinWritten()
        case ("party-new", .code): meet(nil)
        case ("party-erase", .code):
            written?.deleteBackward()
            play(.click)
        case ("party-paste", .code):
            paste(room?.clipboard ?? "")
            play(.click)
        case ("party-play", .party): if let party { takeSeat(party.match, code: party.party.code) }
        case ("party-copy", .party): copyLink()
        case ("party-leave", .party): leaveParty()
        case ("share", .play), ("share", .watch): shareTable()
        case ("stay", .party): backToTable()
        case (_, .code) where id.hasPrefix("key."):
            written?.insert(String(id.dropFirst(4)))
            play(.lift)
        default: return false
        }
        return true
    }

    private func joinWritten() {
        guard let code = writtenCode else { return play(.refuse) }
        meet(code)
    }

    // MARK: Meeting

    /// Meets friends at the table of a party's code.
    ///
    /// - Parameter code: nil: a new one.
    func meet(_ code: String?) {
        clear()
        play(.click)
        asPlayer { [unowned self] in
            let era = era
            let met = onMain { [weak self] (party: GameCenterParty?, error: (any Error)?) in
                guard let self, era == self.era else { return }
                if let party { return findTable(of: party, isNew: code == nil) }
                failedToMeet(error, code) { [unowned self] in meet(code) }
            }
            if let code {
                Laurel.enterParty(code: code, completionHandler: met)
            } else {
                Laurel.beginParty(activityID: Self.activity, completionHandler: met)
            }
        }
    }

    /// A code that led nowhere is there again, to be mended, with what was wrong with it.
    ///
    /// - Parameter code: nil: a new one was asked for.
    private func failedToMeet(_ error: (any Error)?, _ code: String?, again: @escaping @MainActor () -> Void) {
        guard let code, !isForPlayersAlone(error) else { return failed(error, again: again) }
        askForParty(code, problem: reason(error))
    }

    /// The one where this player sits already; else a free seat at another's, or a new one.
    private func findTable(of party: GameCenterParty, isNew: Bool) {
        let era = era
        let found = onMain { [weak self] (match: GKTurnBasedMatch?, error: (any Error)?) in
            guard let self, era == self.era else { return }
            guard let match else {
                return failedToMeet(error, isNew ? nil : party.code) { [unowned self] in meet(party.code) }
            }
            isNew ? show(party, match) : takeSeat(match, code: party.code)
        }
        Laurel.loadMatches(
            in: party,
            completionHandler: onMain { [weak self] matches, _ in
                guard let self, era == self.era else { return }
                if let known = matches?.first(where: { $0.status != .ended }) { return found(known, nil) }
                let request = GKMatchRequest()
                (request.minPlayers, request.maxPlayers) = (2, 2)
                request.playerGroup = party.playerGroup
                GKTurnBasedMatch.find(for: request, withCompletionHandler: found)
            })
    }

    private func takeSeat(_ match: GKTurnBasedMatch, code: String) {
        open(match)
        (partyCode, partyDue) = (code, now + Self.stay)
    }

    /// Who has a new code passes it on first.
    private func show(_ party: GameCenterParty, _ match: GKTurnBasedMatch) {
        question = nil
        self.party = PartyRoom(party: party, match: match)
        (partyCode, partyDue) = (party.code, now + Self.stay)
        screen = .party
        play(.reveal)
        let era = era
        Laurel.loadImage(
            of: party,
            completionHandler: onMain { [weak self] image, _ in
                // Without it, the code and the link are as good.
                guard let self, era == self.era else { return }
                self.party?.picture = image?.pngData()
            })
    }

    // MARK: Waiting

    /// By the listener: somebody has come to the table, or has gone.
    func toldOfParty(_ match: GKTurnBasedMatch) {
        guard screen == .party, match.matchID == party?.match.matchID else { return }
        party?.match = match
        stay()
    }

    /// Once a frame. As long as a seat is free, the party's page shows who waits.
    func stayInParty() {
        guard partyCode != nil, now >= partyDue else { return }
        stay()
    }

    private func stay() {
        let isWaiting = (party?.match ?? online?.match)?.participants.contains { $0.status == .matching } ?? false
        guard let code = partyCode, screen == .party || isWaiting else { return partyCode = nil }
        partyDue = now + Self.stay
        let era = era
        Laurel.enterParty(
            code: code,
            completionHandler: onMain { [weak self] party, _ in
                // The code has ended, or the server is away: the match waits on.
                guard let self, let party, era == self.era, screen == .party else { return }
                if self.party?.others.count ?? 0 < party.players.count - 1 { play(.reveal) }
                self.party?.party = party
            })
    }

    // MARK: From the table

    /// The code, its link and its picture, as long as a seat is free.
    private func shareTable() {
        guard let code = online?.sharedCode else { return }
        play(.click)
        let era = era
        Laurel.enterParty(
            code: code,
            completionHandler: onMain { [weak self] party, error in
                guard let self, era == self.era, screen == .play || screen == .watch else { return }
                guard let party else { return tell(reason(error)) }
                // Somebody may have come meanwhile.
                guard let online, online.sharedCode == code else { return }
                letGo()
                show(party, online.match)
            })
    }

    func backToTable() {
        goOnline()
        room?.focus("share")
    }

    private func copyLink() {
        guard let party, let room else { return }
        self.party?.isCopied = room.copy(party.party.url.absoluteString)
        play(.click)
    }

    /// Nobody else has come: the table goes, too.
    private func leaveParty() {
        guard let party else { return menu() }
        Laurel.leaveParty(code: party.party.code)
        if party.match.participants.contains(where: { $0.status == .matching }) {
            party.match.participantQuitOutOfTurn(with: .quit, withCompletionHandler: nil)
        }
        menu()
    }
}
