import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// Friends, requests and blocks (rules 2.1, 2.2).
extension APIHandler {
    func friends(_ request: Request, _ first: Int, _ count: Int, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        return later(request) { [self] () async throws(Problem) in
            do throws(ListFriendsError) {
                let list = try await ListFriends(services.friends)(
                    of: session.player, for: session.binding, first: first, count: count)
                let players = try await playerAnswers(list.friends, session)
                return answers.json { $0.value(FriendsAnswer(friends: players, total: list.total)) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    /// Challenges need no consent to the list (rule 2.2): a game must be able to offer whom to challenge.
    func challengeableFriends(
        _ request: Request, _ bundleID: BundleID, _ first: Int, _ count: Int, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        _ = try place(bundleID, nil, caller, isReading: true)
        return later(request) { [self] () async throws(Problem) in
            do throws(ListFriendsError) {
                let list = try await ListFriends(services.friends)(
                    of: session.player, for: .firstParty, first: first, count: count)
                let players = try await playerAnswers(list.friends, session)
                return answers.json { $0.value(FriendsAnswer(friends: players, total: list.total)) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func addFriend(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        let body = try NewFriendBody(of: request)
        guard (body.playerID == nil) != (body.invitation == nil) else {
            throw Problem(.invalidParameter, "Give either playerID or invitation.", field: "playerID")
        }
        return changing(request, session, status: .created) { [self] () async throws(ChangeFriendsError) in
            if let code = body.invitation {
                return try await AcceptFriendInvitation(services.friends)(code, by: session.player)
            }
            return try await AcceptFriend(services.friends)(.id(body.playerID ?? "", .player), by: session.player)
        }
    }

    func removeFriend(_ request: Request, _ id: String, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        return ending(request) { [self] () async throws(ChangeFriendsError) in
            try await RemoveFriend(services.friends)(.id(id, .player), by: session.player)
        }
    }

    // MARK: Requests

    func friendRequests(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        return later(request) { [self] () async throws(Problem) in
            do throws(ListFriendsError) {
                let requests = try await ListFriendRequests(services.friends)(of: session.player)
                let received = try await requestAnswers(requests.received, session)
                let sent = try await requestAnswers(requests.sent, session)
                return answers.json { writer in
                    writer.beginObject()
                    for (key, list) in [("received", received), ("sent", sent)] {
                        writer.key(text: key)
                        writer.beginArray()
                        for request in list { writer.value(request) }
                        writer.endArray()
                    }
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func requestFriend(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        let body = try FriendRequestBody(of: request)
        try checkWords(body.message, field: "message")
        let other: PlayerNaming
        switch (body.alias, body.playerID) {
        case (let alias?, nil): other = .alias(try Alias(knownOnWire: alias))
        case (nil, let id?): other = .id(id, .player)
        default: throw Problem(.invalidParameter, "Give either alias or playerID.", field: "alias")
        }
        return later(request) { [self] () async throws(Problem) in
            let (player, outcome): (PlayerNumber, FriendRequested)
            do throws(ChangeFriendsError) {
                (player, outcome) = try await RequestFriend(services.friends)(
                    other, message: body.message ?? "", by: session.player)
            } catch {
                throw Problem(from: error)
            }
            return try await answer(about: player, session) { $0.field("state", outcome.name) }
        }
    }

    func endFriendRequest(_ request: Request, _ id: String, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        return ending(request) { [self] () async throws(ChangeFriendsError) in
            try await EndFriendRequest(services.friends)(with: .id(id, .player), by: session.player)
        }
    }

    /// People whom the player may know.
    func friendSuggestions(_ request: Request, _ count: Int, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        return later(request) { [self] () async throws(Problem) in
            do throws(ListFriendsError) {
                let found = try await SuggestFriends(services.friends)(for: session.player, count: count)
                let seen = try await seenPlayers(found.map(\.player), session)
                let suggestions = found.compactMap { suggestion in
                    seen[suggestion.player].map {
                        FriendSuggestionAnswer(player: $0, sharedFriends: suggestion.sharedFriends)
                    }
                }
                return answers.json { $0.value(suggestions) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    // MARK: Blocks

    func blockedPlayers(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        return later(request) { [self] () async throws(Problem) in
            do throws(ListFriendsError) {
                let numbers = try await ListBlockedPlayers(services.friends)(by: session.player)
                let players = try await playerAnswers(numbers, session)
                return answers.json { writer in
                    writer.beginObject()
                    writer.key("players")
                    writer.beginArray()
                    for player in players { writer.value(player) }
                    writer.endArray()
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func blockPlayer(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        let body = try BlockBody(of: request)
        return changing(request, session) { [self] () async throws(ChangeFriendsError) in
            try await BlockPlayer(services.friends)(.id(body.playerID, .player), by: session.player)
        }
    }

    func unblockPlayer(_ request: Request, _ id: String, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.own()
        return ending(request) { [self] () async throws(ChangeFriendsError) in
            try await UnblockPlayer(services.friends)(.id(id, .player), by: session.player)
        }
    }

    // MARK: Parts

    /// Answers with the player whom a change was about.
    private func changing(
        _ request: Request, _ session: Session, status: Status = .ok,
        _ change: @escaping @Sendable () async throws(ChangeFriendsError) -> PlayerNumber
    ) -> Reply {
        later(request) { [self] () async throws(Problem) in
            let player: PlayerNumber
            do throws(ChangeFriendsError) { player = try await change() } catch { throw Problem(from: error) }
            return try await answer(about: player, session, status) { _ in }
        }
    }

    private func ending(
        _ request: Request, _ change: @escaping @Sendable () async throws(ChangeFriendsError) -> Void
    ) -> Reply {
        later(request) { [self] () async throws(Problem) in
            do throws(ChangeFriendsError) { try await change() } catch { throw Problem(from: error) }
            return answers.noContent()
        }
    }

    private func answer(
        about player: PlayerNumber, _ session: Session, _ status: Status = .ok, _ more: (inout JSONWriter) -> Void
    ) async throws(Problem) -> Response {
        let found: PlayerAnswer?
        do throws(ListFriendsError) { found = try await playerAnswers([player], session).first } catch {
            throw Problem(from: error)
        }
        guard let found else { throw Problem(.unknownPlayer) }
        return answers.json(status) { writer in
            writer.beginObject()
            more(&writer)
            writer.key("player")
            writer.value(found)
            writer.endObject()
        }
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
    func playerAnswers(
        _ numbers: [PlayerNumber], _ session: Session
    ) async throws(ListFriendsError) -> [PlayerAnswer] {
        let seen = try await seenPlayers(numbers, session)
        return numbers.compactMap { seen[$0] }
    }

    /// As their privacy lets this one see them: friends by their real names (rule 1.1).
    private func seenPlayers(
        _ numbers: [PlayerNumber], _ session: Session
    ) async throws(ListFriendsError) -> [PlayerNumber: PlayerAnswer] {
        let players = try await ListFriends(services.friends).players(numbers)
        let seen: [SeenPlayer]
        do throws(LoadPlayersError) {
            seen = try await SeePlayers(services.accounts)(Array(players.values), by: session.player)
        } catch {
            switch error {
            case .broken(let reason): throw .broken(reason: reason)
            case .unavailable, .tooMany: throw .unavailable
            }
        }
        return Dictionary(seen.map { ($0.player.number, playerAnswer($0, session.binding)) }) { first, _ in first }
    }
}

extension Caller {
    /// Requires the player's own session: a game must not make friends for them.
    func own() throws(Problem) -> Session {
        let session = try signedIn()
        guard session.binding == .firstParty else {
            throw Problem(.forbidden, "Use the player's own session, not a game's.")
        }
        return session
    }
}
