import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// Friends, requests and blocks (rules 2.1, 2.2).
extension FriendFeature {
    func friendList(_ request: Request, _ first: Int, _ count: Int, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        return replies.later(request) { () async throws(ListFriendsError) in
            let list = try await ListFriends(friends)(
                of: session.player, for: session.binding, first: first, count: count)
            let players = try await seen(list.friends, session)
            return answers.json(.ok, FriendsAnswer(friends: players, total: list.total))
        }
    }

    /// Challenges need no consent to the list (rule 2.2): a game must be able to offer whom to challenge.
    func challengeableFriends(
        _ request: Request, _ bundleID: BundleID, _ first: Int, _ count: Int, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        _ = try catalogue.resolve(bundleID, nil, caller, isReading: true)
        return replies.later(request) { () async throws(ListFriendsError) in
            let list = try await ListFriends(friends)(
                of: session.player, for: .firstParty, first: first, count: count)
            let players = try await seen(list.friends, session)
            return answers.json(.ok, FriendsAnswer(friends: players, total: list.total))
        }
    }

    func addFriend(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try NewFriendBody(of: request)
        guard (body.playerID == nil) != (body.invitation == nil) else {
            throw Problem(.invalidParameter, "Give either playerID or invitation.", field: "playerID")
        }
        return changing(request, session, status: .created) { () async throws(ChangeFriendsError) in
            if let code = body.invitation {
                return try await AcceptFriendInvitation(friends)(code, by: session.player)
            }
            return try await AcceptFriend(friends)(.id(body.playerID ?? "", .player), by: session.player)
        }
    }

    func removeFriend(_ request: Request, _ id: String, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return ending(request) { () async throws(ChangeFriendsError) in
            try await RemoveFriend(friends)(.id(id, .player), by: session.player)
        }
    }

    // MARK: Requests

    func friendRequests(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return replies.later(request) { () async throws(ListFriendsError) in
            let requests = try await ListFriendRequests(friends)(of: session.player)
            let received = try await requestAnswers(requests.received, session)
            let sent = try await requestAnswers(requests.sent, session)
            return answers.json(.ok, FriendRequestsAnswer(received: received, sent: sent))
        }
    }

    func requestFriend(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try FriendRequestBody(of: request)
        try words.check(body.message, field: "message")
        let other: PlayerNaming
        switch (body.alias, body.playerID) {
        case (let alias?, nil): other = .alias(try Alias(knownOnWire: alias))
        case (nil, let id?): other = .id(id, .player)
        default: throw Problem(.invalidParameter, "Give either alias or playerID.", field: "alias")
        }
        return replies.later(request) { () async throws(Problem) in
            let (player, outcome): (PlayerNumber, FriendRequested)
            do throws(ChangeFriendsError) {
                (player, outcome) = try await RequestFriend(friends)(
                    other, message: body.message ?? "", by: session.player)
            } catch {
                throw Problem(from: error)
            }
            let answer = FriendRequestOutcomeAnswer(state: outcome, player: try await one(player, session))
            return answers.json(.ok, answer)
        }
    }

    func endFriendRequest(_ request: Request, _ id: String, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return ending(request) { () async throws(ChangeFriendsError) in
            try await EndFriendRequest(friends)(with: .id(id, .player), by: session.player)
        }
    }

    /// People whom the player may know.
    func friendSuggestions(_ request: Request, _ count: Int, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return replies.later(request) { () async throws(ListFriendsError) in
            let found = try await SuggestFriends(friends)(for: session.player, count: count)
            let seen = try await seenPlayers(found.map(\.player), session)
            let suggestions = found.compactMap { suggestion in
                seen[suggestion.player].map {
                    FriendSuggestionAnswer(player: $0, sharedFriends: suggestion.sharedFriends)
                }
            }
            return answers.json(.ok, suggestions, as: FriendSuggestionAnswer.listShape)
        }
    }

    // MARK: Blocks

    func blockedPlayers(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return replies.later(request) { () async throws(ListFriendsError) in
            let numbers = try await ListBlockedPlayers(friends)(by: session.player)
            let players = try await seen(numbers, session)
            return answers.json(.ok, players, as: BlockedPlayersAnswer.shape)
        }
    }

    func blockPlayer(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try BlockBody(of: request)
        return changing(request, session) { () async throws(ChangeFriendsError) in
            try await BlockPlayer(friends)(.id(body.playerID, .player), by: session.player)
        }
    }

    func unblockPlayer(_ request: Request, _ id: String, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return ending(request) { () async throws(ChangeFriendsError) in
            try await UnblockPlayer(friends)(.id(id, .player), by: session.player)
        }
    }

    // MARK: Parts

    /// Answers with the player whom a change was about.
    private func changing(
        _ request: Request, _ session: Session, status: Status = .ok,
        _ change: @escaping @Sendable () async throws(ChangeFriendsError) -> PlayerNumber
    ) -> Reply {
        replies.later(request) { () async throws(Problem) in
            let player: PlayerNumber
            do throws(ChangeFriendsError) { player = try await change() } catch { throw Problem(from: error) }
            return answers.json(status, try await one(player, session), as: OnePlayerAnswer.shape)
        }
    }

    private func ending(
        _ request: Request, _ change: @escaping @Sendable () async throws(ChangeFriendsError) -> Void
    ) -> Reply {
        replies.later(request) { () async throws(Problem) in
            do throws(ChangeFriendsError) { try await change() } catch { throw Problem(from: error) }
            return answers.noContent()
        }
    }

    /// - Throws: for somebody who is gone.
    private func one(_ player: PlayerNumber, _ session: Session) async throws(Problem) -> PlayerAnswer {
        let found: PlayerAnswer?
        do throws(ListFriendsError) { found = try await seen([player], session).first } catch {
            throw Problem(from: error)
        }
        guard let found else { throw Problem(.unknownPlayer) }
        return found
    }

    private func requestAnswers(
        _ rows: [FriendRequests.Row], _ session: Session
    ) async throws(ListFriendsError) -> [FriendRequestAnswer] {
        let seen = try await seenPlayers(rows.map(\.player), session)
        return rows.compactMap { row in
            seen[row.player].map { FriendRequestAnswer(player: $0, message: row.message, created: row.created) }
        }
    }

    /// In the order of the numbers; those who are gone are left out.
    ///
    /// - Parameter session: nil: nobody's, who sees what everybody may see.
    func seen(
        _ numbers: [PlayerNumber], _ session: Session?
    ) async throws(ListFriendsError) -> [PlayerAnswer] {
        let seen = try await seenPlayers(numbers, session)
        return numbers.compactMap { seen[$0] }
    }

    /// As their privacy lets this one see them: friends by their real names (rule 1.1).
    private func seenPlayers(
        _ numbers: [PlayerNumber], _ session: Session?
    ) async throws(ListFriendsError) -> [PlayerNumber: PlayerAnswer] {
        let found = try await ListFriends(friends).players(numbers)
        let seen: [SeenPlayer]
        do throws(LoadPlayersError) {
            seen = try await seePlayers(Array(found.values), by: session?.player)
        } catch {
            switch error {
            case .broken(let reason): throw .broken(reason: reason)
            case .unavailable, .tooMany: throw .unavailable
            }
        }
        let reader = session?.binding ?? .firstParty
        return Dictionary(seen.map { ($0.player.number, players.answer($0, to: reader)) }) { first, _ in first }
    }
}
