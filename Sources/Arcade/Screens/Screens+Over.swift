extension Screens {
    /// Game over: what was reached, what became of it, what to do next, and the small leaderboard.
    func over(_ list: inout PanelList) {
        list.begin(.over)
        list.begin(.result)
        list.heading(Text(.gameOver))
        list.text(ending.cause, .soft)
        list.append(Panel.Item(.score, text: ending.result))
        best(&list)
        if ending.goal > 0 {
            list.text(Text(.goal, a: ending.score), .soft, value: said(ending.goal, on: ending.board))
        }
        fate(&list)
        challengeResult(&list)
        groupResults(&list)
        revenge(on: ending.board, &list)
        offer(&list)
        told(&list)
        list.begin(.row)
        list.button(
            Text(.again), .again, .primary, flags: isStarting ? [.isDefault, .isBusy] : .isDefault)
        if isWorthTelling {
            list.button(Text(.pickFriends), .pickFriends, .plain, flags: whyNoFriends == nil ? [] : .isOff)
            list.button(Text(.share), .share, .plain, flags: whyNotRanked == nil ? [] : .isOff)
        }
        list.button(Text(.menu), .menu, .quiet)
        list.end()
        list.end()
        small(&list)
        list.end()
    }

    private func best(_ list: inout PanelList) {
        if isRecord { return list.text(Text(.newBest), .newBest) }
        // The line of the rank says what the best is.
        if case .sent = outcome { return }
        guard bests[Int(ending.board)] > 0 else { return }
        list.text(Text(number: texts(ending.board).best, a: bests[Int(ending.board)]), .best)
    }

    private func fate(_ list: inout PanelList) {
        // Somebody has signed in since: the score is among those that are offered below.
        if case .unowned = outcome, account == .signedIn { return }
        // A guest is made for it as soon as the server answers.
        let isGuestComing = isGuestDue && account == .checking
        let outcome = if isGuestComing, case .keptUntilSignIn = self.outcome { Outcome?.none } else { self.outcome }
        list.begin(.fate, index: (outcome?.fate ?? .sending).rawValue)
        var isStored = true
        var own: Int32 = 0
        switch outcome {
        case nil: list.text(Text(.sending))
        case .sent(let firstRank, let firstTotal, let isNewBest, _):
            // The leaderboard is live: somebody may have passed the player since.
            let row = countsRun ? self.own : nil
            let (rank, total) = row.map { ($0.rank, self.total) } ?? (firstRank, firstTotal)
            let best = Slot(.outcome, .score)
            let isBest = isNewBest || !isWorthTelling && bests[Int(ending.board)] == 0
            if firstRank > 0 {
                list.text(isBest ? Text(.sent, a: rank, b: total) : Text(.sentBest, a: rank, b: total, slot: best))
            } else {
                // The leaderboard says where the best stands: only if that is this run's score, it's this run's rank.
                let isOwn = row?.score == ending.score
                list.text(isOwn ? Text(.sent, a: rank, b: total) : Text(.sentUnranked))
            }
            if let next = nextEntry(from: rank) {
                // An equal score comes after those that were there before (rule 4.6).
                let short = abs(Int64(next.score) - Int64(ending.score)) + 1
                list.text(
                    Text(.shortOf, a: next.rank), .soft, value: said(Int32(clamping: short), on: ending.board))
            }
            if isGuest { list.text(Text(.rankedAs, slot: Slot(.account, .name))) }
        case .kept(let stored):
            list.text(Text(.kept))
            isStored = stored
            own = 1
        case .keptUntilSignIn(let stored):
            list.text(Text(.keptUntilSignIn))
            isStored = stored
        case .refused: list.text(Text(.refused, slot: Slot(.outcome, .message)))
        case .unowned(let stored):
            list.text(Text(.unowned))
            isStored = stored
        case .off: list.text(Text(.off))
        }
        if !isStored { list.text(Text(.notStored)) }
        switch outcome {
        case .keptUntilSignIn, .unowned: list.button(Text(.signIn), .signIn, .plain)
        case .sent: if isGuest { list.button(Text(.keepName), .keepName, .plain) }
        default: break
        }
        if outcome != nil, waiting > own { list.text(Text(.waiting, a: waiting - own), .soft) }
        list.end()
    }

    /// Of the entries that are loaded and ranked before the player's best, the one that this run came nearest to. None
    /// if the one behind it isn't loaded, which the run came nearer to, perhaps.
    ///
    /// - Parameter rank: of the best.
    private func nextEntry(from rank: Int32) -> EntryRow? {
        guard entriesLoad == .ready, countsRun else { return nil }
        var next: EntryRow?
        for entry in entries where !entry.isYou && entry.rank > 0 && entry.rank < rank {
            guard isBetter(entry.score, than: ending.score, on: ending.board) else { continue }
            if let other = next, !isBetter(other.score, than: entry.score, on: ending.board) { continue }
            next = entry
        }
        guard let behind = next.map({ $0.rank &+ 1 }) else { return nil }
        return behind == rank || entries.contains { $0.rank == behind } ? next : nil
    }

    private func challengeResult(_ list: inout PanelList) {
        var others: Int32 = 0
        if case .sent(_, _, _, let completed) = outcome { others = completed }
        if isAgainst, let opponent, opponent.board == ending.board {
            let name = Slot(.opponent, .name)
            let asked = said(opponent.score, on: opponent.board)
            let isStrict: Int32 = isBetter(ending.score, than: opponent.score, on: ending.board) ? 1 : 0
            if !isBeaten {
                list.text(Text(.challengeMissed, slot: name), .soft, value: asked)
            } else if !opponent.isChallenge {
                list.text(Text(.runBeaten, a: isStrict, slot: name), .good, value: asked)
            } else {
                switch outcome {
                case .sent:
                    others -= 1
                    list.text(Text(.challengeBeaten, a: isStrict, slot: name), .good, value: asked)
                case nil, .kept, .keptUntilSignIn:
                    list.text(Text(.challengeBeatenLater, a: isStrict, slot: name), .good, value: asked)
                case .refused, .unowned, .off: break
                }
            }
        }
        if others > 0 { list.text(Text(.challengesCompleted, a: others), .good) }
    }

    private func small(_ list: inout PanelList) {
        guard account != .off, !entries.isEmpty || entriesLoad == .ready else { return }
        list.begin(.board)
        list.heading(Text(.leaderboard), level: 3)
        rows(&list, board: ending.board, scope: .everybody)
        list.end()
    }
}
