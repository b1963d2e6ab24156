import LaurelDomain
import Synchronization

/// An activity that the player chose, as its link names it: `laurel://activities/ID?partyCode=CODE&course=jungle`, or
/// that a program was started for: `LAUREL_ACTIVITY=ID?partyCode=CODE`, or an argument `--laurel-activity ID`.
struct LaunchActivity: Hashable, Sendable {
    private static let option = "--laurel-activity"
    private static let lengthLimit = 2_000

    let id: ActivityID
    var code: PartyCode?
    /// Of the link, beside the code.
    var properties: [String: String] = [:]

    /// - Parameter text: `ID` or `ID?name=value&…`, percent-encoded.
    init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        let parts = text.split(separator: "?", maxSplits: 1).map(String.init)
        guard let first = parts.first?.removingPercentEncoding else { return nil }
        do throws(InvalidIdentifier) { id = try ActivityID(first) } catch { return nil }
        for pair in parts.dropFirst().joined().split(separator: "&").prefix(ActivityDefinition.propertiesLimit) {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard sides.count == 2, let name = sides[0].removingPercentEncoding,
                let value = sides[1].removingPercentEncoding
            else { continue }
            if name == "partyCode" { code = PartyCode(typed: value) } else { properties[name] = value }
        }
    }

    static func find(in arguments: [String]) -> LaunchActivity? {
        for (index, argument) in arguments.enumerated().dropFirst() {
            if let found = activity(inAddress: argument) { return found }
            if argument == option, arguments.indices.contains(index + 1) { return LaunchActivity(arguments[index + 1]) }
            if argument.hasPrefix(option + "=") { return LaunchActivity(String(argument.dropFirst(option.count + 1))) }
        }
        return nil
    }

    /// - Returns: nil for every other address.
    static func activity(inAddress text: String) -> LaunchActivity? {
        let prefix = LaunchChallenge.scheme + "://activities/"
        guard text.lowercased().hasPrefix(prefix) else { return nil }
        return LaunchActivity(String(text.dropFirst(prefix.count)))
    }
}

/// Whom the game has not answered yet, and what the player chose.
final class PendingActivity: Sendable {
    private struct State {
        var chosen: LaunchActivity?
        /// The game is being asked.
        var isAsked = false
    }

    /// What counts as no answer (rule 14.5).
    static let patience = Duration.seconds(10)
    private let state: Mutex<State>

    init(_ chosen: LaunchActivity?) { state = Mutex(State(chosen: chosen)) }

    var exists: Bool { state.withLock { $0.chosen != nil } }

    func choose(_ activity: LaunchActivity) { state.withLock { $0 = State(chosen: activity) } }

    /// What the game is to be asked about now; nil: nothing, or it is being asked.
    func take() -> LaunchActivity? {
        state.withLock { state in
            guard !state.isAsked, let chosen = state.chosen else { return nil }
            state.isAsked = true
            return chosen
        }
    }

    /// - Parameter isTaken: false: it goes on to wait.
    func answered(_ activity: LaunchActivity, isTaken: Bool) {
        state.withLock { state in
            guard state.chosen == activity, state.isAsked else { return }
            state = State(chosen: isTaken ? nil : activity)
        }
    }
}

extension Laurel {
    var hasPendingActivity: Bool { pendingActivity.exists }

    /// Asks the game about what the player chose: as soon as somebody is signed in and somebody listens. The first
    /// listener that takes it has it.
    func playActivity() async {
        guard session != nil, !listeners.isEmpty, let chosen = pendingActivity.take() else { return }
        let definition: GKGameActivityDefinition?
        do throws(GKError) { definition = try await activityDefinitions([chosen.id.text]).first } catch {
            world.log("Can't play activity \(chosen.id.text): \(error.localizedDescription)")
            return pendingActivity.answered(chosen, isTaken: false)
        }
        guard let definition else {
            world.log("The game has no activity \(chosen.id.text).")
            return pendingActivity.answered(chosen, isTaken: true)
        }
        let activity = GKGameActivity(definition, link: chosen.properties, code: chosen.code)
        let player = localPlayer
        perform { [self] in
            do { try await world.sleep(PendingActivity.patience) } catch { return }
            pendingActivity.answered(chosen, isTaken: false)
        }
        tellListeners { [self] listener in
            listener.player(player, wantsToPlay: activity) { [self] isTaken in
                if isTaken { pendingActivity.answered(chosen, isTaken: true) }
            }
        }
    }
}
