import Foundation
import GameCenterHelpers
import GameKit
import LaurelDesktop
import LaurelOasis

// Over the server: as any game does it with GameKit. That a turn is a move is Laurel's own.
extension OasisGame {
    // MARK: Who plays

    func signIn() {
        account.isKnown = false
        account.failure = nil
        GKLocalPlayer.local.authenticateHandler = { [weak self] offered, error in
            guard let self else { return }
            account.isKnown = true
            account.offered = offered
            account.failure = error
            let local = GKLocalPlayer.local
            if local.isAuthenticated, listener == nil {
                let listener = TurnListener(self)
                self.listener = listener
                local.register(listener)
            }
            room?.announce(
                "account",
                [
                    "account": local.isAuthenticated ? "signedIn" : "signedOut",
                    "name": local.isAuthenticated ? local.displayName : "", "isGuest": Laurel.isGuest,
                    "welcomesGuests": Laurel.mayPlayAsGuest,
                ])
            tryPending()
        }
    }

    /// Does something as a player: one who signs in, or a guest.
    func asPlayer(_ does: @escaping () -> Void) {
        ask(Question(title: Words.text("oasis.connecting"), choices: [backChoice]))
        account.pending = does
        tryPending()
    }

    private func tryPending() {
        guard let does = account.pending else { return }
        if GKLocalPlayer.local.isAuthenticated {
            account.pending = nil
            return does()
        }
        guard account.isKnown, !account.isBecomingGuest else { return }
        if Laurel.mayPlayAsGuest {
            account.isBecomingGuest = true
            return Laurel.playAsGuest(
                completionHandler: onMain { [weak self] isSignedIn in
                    guard let self else { return }
                    account.isBecomingGuest = false
                    if isSignedIn { return tryPending() }
                    guard account.pending != nil else { return }
                    failed(account.failure) { [unowned self] in asPlayer(does) }
                })
        }
        guard account.offered != nil else {
            return failed(account.failure) { [unowned self] in
                signIn()
                asPlayer(does)
            }
        }
        ask(
            Question(
                title: Words.text("oasis.sign.in.to"),
                choices: [
                    .init(id: "sign-in", text: Words.text("oasis.sign.in")) { [unowned self] in presentSignIn() },
                    backChoice,
                ]))
    }

    private func presentSignIn() {
        guard let offered = account.offered else { return }
        if stage.presentedViewController != nil { stage.dismiss(animated: true) }
        stage.present(offered, animated: true)
    }

    // MARK: Questions

    func ask(_ question: Question) {
        self.question = question
        screen = .ask
        if let first = question.choices.first { room?.focus(first.id) }
    }

    private var backChoice: Question.Choice {
        .init(id: "menu", text: Words.text("oasis.menu")) { [unowned self] in menu() }
    }

    func failed(_ error: (any Error)?, again: @escaping @MainActor () -> Void) {
        if isForPlayersAlone(error) {
            return ask(
                Question(
                    title: Words.text("oasis.guest"), said: Words.text("oasis.guest.means"),
                    choices: [
                        .init(id: "keep", text: Words.text("oasis.guest.keep")) { Laurel.showGuestUpgrade() },
                        .init(id: "party", text: Words.text("oasis.party")) { [unowned self] in askForParty() },
                        backChoice,
                    ]))
        }
        ask(
            Question(
                title: Words.text("oasis.failed"), said: reason(error),
                choices: [.init(id: "retry", text: Words.text("oasis.retry"), does: again), backChoice]))
    }

    // MARK: To a table

    /// At a table that waits for somebody, or at a new one.
    func findOthers() {
        play(.click)
        let request = GKMatchRequest()
        (request.minPlayers, request.maxPlayers) = (2, 2)
        find(request)
    }

    private func find(_ request: GKMatchRequest) {
        asPlayer { [unowned self] in
            let era = era
            GKTurnBasedMatch.find(
                for: request,
                withCompletionHandler: onMain { [weak self] match, error in
                    guard let self, era == self.era else { return }
                    if let match { return open(match) }
                    failed(error) { [unowned self] in find(request) }
                })
        }
    }

    /// The match that was on the table when the window was closed.
    func resume(_ id: String) {
        asPlayer { [unowned self] in
            let era = era
            GKTurnBasedMatch.load(
                withID: id,
                withCompletionHandler: onMain { [weak self] match, error in
                    guard let self, era == self.era else { return }
                    if let match { return open(match) }
                    failed(error) { [unowned self] in resume(id) }
                })
        }
    }

    /// Puts a match of the player's on the table.
    func open(_ match: GKTurnBasedMatch) {
        clear()
        ask(Question(title: Words.text("oasis.connecting"), choices: [backChoice]))
        guard match.matchData == nil else { return hear(match) }
        let era = era
        match.loadMatchData(
            completionHandler: onMain { [weak self] _, error in
                guard let self, era == self.era else { return }
                guard error == nil else { return failed(error) { [unowned self] in open(match) } }
                hear(match)
            })
    }

    // MARK: What is heard

    /// By the listener: something has happened in a match.
    func told(of match: GKTurnBasedMatch) {
        if screen == .matches { loadMatches() }
        toldOfParty(match)
        guard match.matchID == online?.match.matchID else { return }
        hear(match)
    }

    /// The match as it is now. - Parameter slot: whose tile this player has laid.
    func hear(_ match: GKTurnBasedMatch, slot: Int? = nil) {
        guard !isBusy else { return heard = match }
        guard let now = OnlineMatch(match) else {
            return ask(Question(title: Words.text("oasis.unavailable"), choices: [backChoice]))
        }
        let before = online
        if let before, before.match.matchID == match.matchID, now.progress < before.progress { return }
        online = now
        saved?.match = match.matchID
        faces = Array(0..<Int(now.view.seats))
        guard let before, screen == .play || screen == .watch, before.view.last != now.view.last else {
            letGo()
            shown = now.view
            return goOnline()
        }
        show(now.view, slot: slot) { [unowned self] in
            goOnline()
            if let later = heard {
                heard = nil
                hear(later)
            }
        }
    }

    /// What can be done now.
    func goOnline() {
        guard let online else { return }
        party = nil
        // Who opens a match that waits for friends stays in its party, too.
        if partyCode == nil, let code = online.sharedCode { (partyCode, partyDue) = (code, now) }
        if online.isOver { return endOnline(online) }
        if online.isInvited { return askInvited(online) }
        guard online.isPlaying else {
            return ask(Question(title: Words.text("oasis.over"), choices: [backChoice]))
        }
        question = nil
        screen = online.isMine ? .play : .watch
    }

    private func askInvited(_ online: OnlineMatch) {
        let match = online.match
        ask(
            Question(
                title: Words.text("oasis.invited", slot: online.host),
                choices: [
                    .init(id: "accept", text: Words.text("oasis.accept")) { [unowned self] in
                        begin { handler in match.acceptInvite { _, error in handler(error) } }
                    },
                    .init(id: "decline", text: Words.text("oasis.decline")) { [unowned self] in
                        match.declineInvite()
                        menu()
                    },
                ]))
    }

    private func endOnline(_ online: OnlineMatch) {
        guard result == nil else { return }
        let hasPlayed = screen == .play || screen == .watch
        screen = .watch
        question = nil
        saved?.match = nil
        after(hasPlayed ? Self.look : 0) { [unowned self] in
            let why = online.departures
            guard online.hasWinner else {
                return ask(
                    Question(
                        title: Words.text("oasis.over"), said: why.joined(separator: " · "), choices: [backChoice]))
            }
            finish(Result(points: online.view.points, ranks: online.ranks, why: why))
            loadStanding(online)
            if online.ranks[Int(online.view.seat)] == 1 { play(.win) }
        }
    }

    // MARK: What is done

    /// Does something about the match, and shows what came of it.
    private func begin(
        slot: Int? = nil, _ does: (@escaping @Sendable ((any Error)?) -> Void) -> Void
    ) {
        guard let match = online?.match, !isBusy else { return }
        isBusy = true
        let era = era
        does(
            onMain { [weak self] (error: (any Error)?) in
                guard let self, era == self.era else { return }
                isBusy = false
                // A write that was made of an older match has brought it up to date.
                guard error == nil || (error as? GKError)?.code == .turnBasedInvalidTurn else {
                    return failed(error) { [unowned self] in open(match) }
                }
                let later = heard
                heard = nil
                hear(match, slot: error == nil ? slot : nil)
                if let later, !isBusy { hear(later) } else { heard = later }
            })
    }

    func send(_ move: Move) {
        guard let online, online.isMine else { return }
        begin(slot: held) { handler in
            online.match.makeMove(Data(move.encoded()), completionHandler: handler)
        }
    }

    func askToQuit() {
        guard let online, online.isPlaying else { return }
        let screen = screen
        ask(
            Question(
                title: Words.text("oasis.quit.sure"), said: Words.text("oasis.quit.means"),
                choices: [
                    .init(id: "stay", text: Words.text("oasis.stay")) { [unowned self] in
                        question = nil
                        self.screen = screen
                    },
                    .init(id: "leave", text: Words.text("oasis.quit")) { [unowned self] in
                        begin { handler in
                            online.match.participantQuitOutOfTurn(with: .quit, withCompletionHandler: handler)
                        }
                    },
                ]))
    }

    /// Asked for on the pages.
    func quit(_ match: GKTurnBasedMatch) {
        match.participantQuitOutOfTurn(
            with: .quit,
            withCompletionHandler: onMain { [weak self] (_: (any Error)?) in
                if match.matchID == self?.online?.match.matchID { self?.hear(match) }
            })
    }

    func rematch() {
        guard let match = online?.match else { return }
        let era = era
        match.rematch(
            completionHandler: onMain { [weak self] next, error in
                guard let self, era == self.era else { return }
                if let next { return open(next) }
                failed(error) { [unowned self] in rematch() }
            })
    }

    // MARK: Friends and matches

    func askFriends() {
        play(.click)
        asPlayer { [unowned self] in
            let era = era
            GKLocalPlayer.local.loadChallengableFriends(
                completionHandler: onMain { [weak self] friends, error in
                    guard let self, era == self.era else { return }
                    guard let friends else { return failed(error) { [unowned self] in askFriends() } }
                    question = nil
                    invited = []
                    self.friends = Array(friends.prefix(Looks.rows))
                    screen = .friends
                })
        }
    }

    func pick(_ index: Int) {
        guard friends.indices.contains(index) else { return }
        if invited.remove(index) == nil, invited.count < Int(Rules.seats.upperBound) - 1 { invited.insert(index) }
        play(.click)
    }

    /// A table of those who were picked.
    func invite() {
        let players = invited.sorted().filter(friends.indices.contains).map { friends[$0] }
        guard !players.isEmpty else { return }
        let request = GKMatchRequest()
        request.recipients = players
        (request.minPlayers, request.maxPlayers) = (players.count + 1, players.count + 1)
        find(request)
    }

    func listMatches() {
        play(.click)
        asPlayer { [unowned self] in
            matches = []
            question = nil
            screen = .matches
            loadMatches()
        }
    }

    private func loadMatches() {
        let era = era
        GKTurnBasedMatch.loadMatches(
            completionHandler: onMain { [weak self] matches, error in
                guard let self, era == self.era, screen == .matches else { return }
                guard let matches else { return failed(error) { [unowned self] in listMatches() } }
                list(matches.filter { $0.status != .ended })
            })
    }

    /// Those whose turn it is first, then by their order; of each the view is needed.
    private func list(_ found: [GKTurnBasedMatch]) {
        let era = era
        for match in found.prefix(Looks.rows) {
            match.loadMatchData(
                completionHandler: onMain { [weak self] _, _ in
                    guard let self, era == self.era, screen == .matches, let online = OnlineMatch(match) else { return }
                    matches.removeAll { $0.match.matchID == match.matchID }
                    let index = online.isMine ? 0 : matches.count
                    matches.insert(online, at: index)
                })
        }
    }
}
