import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Players as a session sees them: ids are those of its game, names those that the reader may see.
struct PlayerAnswers: Sendable {
    private let accounts: Accounts

    init(_ accounts: Accounts) { self.accounts = accounts }

    // MARK: Ids

    func id(of player: PlayerNumber, to reader: Binding) -> String {
        accounts.ids.id(of: player, in: PlayerIDs.Scope(reader))
    }

    /// - Returns: nil for what isn't an ID that this session may use.
    func player(_ id: String, of reader: Binding) -> PlayerNumber? {
        accounts.ids.player(id, in: PlayerIDs.Scope(reader))
    }

    /// For a game: its team's other games know the player by it (rule 1.2). The player's own pages need none.
    private func teamPlayerID(of player: PlayerNumber, to reader: Binding) -> String? {
        guard case .game(let number, _) = reader, let app = accounts.catalogue.app(number) else { return nil }
        return accounts.ids.id(of: player, in: .team(app.team))
    }

    // MARK: Players

    func answer(_ player: Player, to reader: Binding) -> PlayerAnswer {
        PlayerAnswer(
            id: id(of: player.number, to: reader), alias: player.alias.text, displayName: player.displayName,
            teamPlayerID: teamPlayerID(of: player.number, to: reader))
    }

    func answer(_ seen: SeenPlayer, to reader: Binding) -> PlayerAnswer {
        var answer = answer(seen.player, to: reader)
        answer.displayName = seen.displayName
        answer.status = seen.status
        answer.photo = seen.photo.map { PhotoAnswer(smallID: $0.small, normalID: $0.normal) }
        return answer
    }

    /// A player with ID and name alone, from memory. A player who is gone has an empty name.
    ///
    /// - Parameter friendNames: of the reader; see ``friendNames(of:)``.
    func brief(
        _ player: PlayerNumber, to reader: Binding, friendNames: [PlayerNumber: String] = [:]
    ) -> PlayerAnswer {
        PlayerAnswer(
            id: id(of: player, to: reader),
            displayName: friendNames[player] ?? accounts.names.displayName(player) ?? "")
    }

    /// Players by number, as a player's own session sees them; those that are gone are left out.
    func all(_ numbers: [PlayerNumber]) async throws(Problem) -> [PlayerNumber: PlayerAnswer] {
        var rest = Array(Set(numbers))
        var found: [PlayerNumber: PlayerAnswer] = [:]
        while !rest.isEmpty {
            let page = Array(rest.suffix(LoadPlayers.countLimit))
            rest.removeLast(page.count)
            do throws(LoadPlayersError) {
                for player in try await LoadPlayers(accounts)(page) {
                    found[player.number] = answer(player, to: .firstParty)
                }
            } catch {
                throw Problem(from: error)
            }
        }
        return found
    }

    /// What a player sees instead of their friends' aliases (rule 1.1).
    func friendNames(of reader: PlayerNumber) async throws(Problem) -> [PlayerNumber: String] {
        if let names = friendNamesImmediately(of: reader) { return names }
        do throws(LoadPlayersError) { return try await SeePlayers(accounts).friendNames(of: reader) } catch {
            throw Problem(from: error)
        }
    }

    /// The same from memory. Nil: who the friends are has to be read.
    func friendNamesImmediately(of reader: PlayerNumber) -> [PlayerNumber: String]? {
        SeePlayers(accounts).friendNamesImmediately(of: reader)
    }

    /// What a player may not do now.
    func limits(of player: PlayerNumber) -> PlayerLimitsAnswer {
        let restrictions = accounts.profiles.restrictions(of: player)
        let now = accounts.clock.now()
        return PlayerLimitsAnswer(
            isUnderage: restrictions.isUnderage(at: now),
            isMultiplayerGamingRestricted: restrictions.isMultiplayerGamingRestricted(at: now),
            isPersonalizedCommunicationRestricted: restrictions.isPersonalizedCommunicationRestricted(at: now))
    }
}
