import LaurelDomain
import LaurelRanking
import LaurelStorage

// All entries of a player are hidden, or come back, in one commit (rule 4.12). A journal's row says when they are kept
// out of its stream and when they are not any more; two bans of different scopes are one time out.
extension JournalWriter {
    /// - Returns: false when the store failed.
    func ban(_ call: BanCall) -> Bool {
        batch.time = readClock()
        let bans = keeper.catalogue.bans
        var change = Change()
        switch call.step {
        case .ban(let ban):
            guard bans.ban(of: ban.player, ban.scope) == nil else {
                call.completion(.success(()))
                return true
            }
            guard bans.list(ban.scope).count < ModerationLimits.bans else {
                call.completion(.failure(.tooMany(limit: ModerationLimits.bans)))
                return true
            }
            change.facts = [.ban(ban), .audit(call.audit)]
        case .lift(let player, let scope):
            guard bans.ban(of: player, scope) != nil else {
                call.completion(.success(()))
                return true
            }
            change.facts = [.banLifted(player, scope), .audit(call.audit)]
        }
        change.rows = rows(of: call)
        do throws(StoreError) {
            try commit(change)
        } catch {
            keeper.noteFailure(error)
            call.completion(.failure(BanPlayerError(error)))
            return error.leavesStoreSound
        }
        switch call.step {
        case .ban(let ban): bans.put(ban)
        case .lift(let player, let scope): bans.remove(player, scope)
        }
        // It is durable, even if a history could not be read: the rebuild shows it.
        let isSound = change.rows.allSatisfy { publish($0, of: call.player) }
        call.completion(.success(()))
        return isSound
    }

    /// One for each stream in which it makes a difference.
    private func rows(of call: BanCall) -> [JournalRow] {
        let concerned = streams.values.filter { stream in
            guard stream.last > .start else { return false }
            switch call.scope {
            case .server: return keeper.catalogue.bans.ban(of: call.player, .team(stream.boards.stream.team)) == nil
            case .team(let team):
                return stream.boards.stream.team == team && !keeper.catalogue.bans.isBannedEverywhere(call.player)
            }
        }
        let kind: JournalRow.Kind = if case .ban = call.step { .ban } else { .unban }
        return concerned.map { stream in
            JournalRow(
                stream: stream.boards.stream, sequence: stream.last.advanced(by: 1), time: batch.time, kind: kind,
                leaderboard: .all, player: call.player)
        }
    }

    /// - Returns: false when a history could not be read.
    private func publish(_ row: JournalRow, of player: PlayerNumber) -> Bool {
        let boards = stream(row.stream).boards
        let changed = boards.withLock { state -> Set<BoardKey> in
            state.published = max(state.published, row.sequence)
            state.time = max(state.time, row.time)
            // Boards that are absent fold it in when they are loaded.
            state.everywhere.append(row.sequence)
            return Set(state.slots.filter { $0.value.board.turn(row) }.keys)
        }
        guard fillHistories(of: changed, in: boards, windows: false) else { return false }
        keeper.tell(boards.withLock { $0.takeChanges(of: changed, at: batch.time) }, in: row.stream)
        return true
    }
}

extension Board {
    /// Folds a row of a ban or its end in.
    /// - Returns: whether the board knows the player.
    @discardableResult func turn(_ row: JournalRow) -> Bool {
        guard let player = row.player, latestSequence(of: player) != nil else { return false }
        if row.kind == .ban {
            hide(player, version: row.sequence)
        } else {
            unhide(player, version: row.sequence)
        }
        return true
    }
}
