import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

extension Laurel {
    func activityDefinitions(_ ids: [String]?) async throws(GKError) -> [GKGameActivityDefinition] {
        let game = try configuration.game.get().bundleID
        let all = try await asPlayer { (client, _) throws(ClientError) in try await client.activities(of: game) }
            .map { GKGameActivityDefinition($0, in: self) }
        guard let ids else { return all }
        return ids.compactMap { id in all.first { $0.identifier == id } }
    }

    func achievements(
        of definition: GKGameActivityDefinition
    ) async throws(GKError) -> [GKAchievementDescription] {
        let all = try await achievementDescriptions()
        return definition.record.achievements.compactMap { id in all.first { $0.identifier == id.text } }
    }

    /// - Parameter link: an address, or a path of the server.
    func url(ofLink link: String) -> URL? {
        guard link.hasPrefix("/") else { return URL(string: link) }
        guard case .success(let game) = configuration.game else { return nil }
        return URL(string: game.server.url(link))
    }

    /// Tells the server that the player waits behind a code, and again while the activity runs: as soon as somebody is
    /// signed in.
    func enterParty(_ code: PartyCode, of activity: ActivityID) {
        enteredParties.enter(code, of: activity, in: self)
    }

    func tellEntry(_ code: PartyCode, of activity: ActivityID) async {
        guard case .success(let game) = configuration.game, session != nil else { return }
        var body = PartyBody()
        (body.activity, body.code) = (activity, code)
        do throws(GKError) {
            _ = try await asPlayer { [body] (client, _) throws(ClientError) in
                try await client.makeParty(body, in: game.bundleID)
            }
        } catch {
            world.log("Couldn't enter party \(code.text): \(error.localizedDescription)")
        }
    }

    func leaveParty(_ code: PartyCode) {
        perform { [self] in
            await enteredParties.leave(code)
            await tellLeaving(code)
        }
    }

    func tellLeaving(_ code: PartyCode) async {
        guard case .success(let game) = configuration.game, session != nil else { return }
        do throws(GKError) {
            try await asPlayer { (client, _) throws(ClientError) in
                try await client.leaveParty(code, in: game.bundleID)
            }
        } catch {
            world.log("Couldn't leave party \(code.text): \(error.localizedDescription)")
        }
    }
}
