import Foundation
import GameCenterHelpers
import GameKit
import LaurelDesktop
import LaurelOasis

// What is told beside the board, and what is said of a failure, as in the browser (Web/site/play/oasis).
extension OasisGame {
    /// What is shown for a while where the last turn is told.
    struct Note {
        let text: String
        /// In seconds since the program began.
        let end: Double
    }

    /// How long a note stands, in seconds.
    private static let noteSeconds = 8.0

    // MARK: Beside the board

    /// What a turn was: shown until the next one.
    func report(_ key: String, a: Int64? = nil, slot: String = "", value: String = "") {
        turnTold = Words.text("oasis.\(key)", a: a, slot: slot, value: value)
        note = nil
    }

    /// Shown for a while, at most until the next turn.
    func tell(_ sentence: String) { note = Note(text: sentence, end: now + Self.noteSeconds) }

    private var isAtTable: Bool { screen == .play || screen == .watch || (screen == .hidden && online == nil) }

    /// What was last; empty: nothing yet.
    var statusBefore: String {
        guard isAtTable else { return "" }
        if let note, now < note.end { return note.text }
        return turnTold
    }

    /// Whose turn it is, how long they have yet, and the code by which friends come.
    var statusNow: [String] {
        guard isAtTable else { return [] }
        guard let online else { return [statusHere] }
        let code = online.sharedCode.map { Words.text("oasis.party.by", slot: $0) } ?? ""
        return [online.status, online.left, code].filter { !$0.isEmpty }
    }

    /// Whose turn it is on this machine.
    private var statusHere: String {
        guard let shown, !shown.isOver else { return "" }
        if screen == .play, !isBusy, (0..<Int(Rules.hand)).allSatisfy({ worth($0).isEmpty }) {
            return Words.text(shown.bagCount > 0 ? "oasis.stuck" : "oasis.stuck.empty")
        }
        return screen == .play && people.count == 1
            ? Words.text("oasis.your") : Words.text("oasis.turn", slot: playerName(Int(shown.current)))
    }

    func remind() {
        guard let online, let participant = online.remindable,
            let seat = online.match.participants.firstIndex(of: participant)
        else { return }
        let name = online.name(seat)
        let era = era
        online.match.sendReminder(
            to: [participant], localizableMessageKey: "", arguments: [],
            completionHandler: onMain { [weak self] (error: (any Error)?) in
                guard let self, era == self.era else { return }
                guard let error else { return tell(Words.text("oasis.reminded", slot: name)) }
                tell(isTooSoon(error) ? Words.text("oasis.reminded.already", slot: name) : reason(error))
            })
    }

    // MARK: Failures

    /// As ``GKError/problemTypeKey`` has it; nil: the server hasn't refused anything.
    private func problem(of error: (any Error)?) -> String? {
        (error as? GKError)?.userInfo[GKError.problemTypeKey] as? String
    }

    /// Whether guests can't do it: they meet no strangers.
    func isForPlayersAlone(_ error: (any Error)?) -> Bool {
        Laurel.isGuest && problem(of: error) == "player-restricted"
    }

    /// Whether they were reminded minutes ago.
    private func isTooSoon(_ error: any Error) -> Bool {
        problem(of: error) == "too-many-attempts" && (error as? GKError)?.code == .turnBasedInvalidState
    }

    /// What to say of a failure. The server's own words are for developers, in English.
    func reason(_ error: (any Error)?) -> String {
        if let kind = problem(of: error) {
            return Words.known(kind, in: "oasis") ?? Words.text("oasis.failed.means")
        }
        guard let known = error as? GKError, known.code != .communicationsFailure else {
            return Words.text("oasis.away")
        }
        // What GameKit knows by itself it says in the player's language.
        return known.userInfo[GKError.problemDetailKey] == nil
            ? known.localizedDescription : Words.text("oasis.failed.means")
    }
}
