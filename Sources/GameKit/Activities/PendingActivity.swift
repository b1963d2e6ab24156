import LaurelDomain
import LaurelWire
import Synchronization

/// What the player chose outside of the game, until the game has taken it (rule 14.5).
final class PendingActivity: Sendable {
    /// What the game is asked about, each time once.
    struct Question: Sendable {
        let activity: LaunchActivity
        fileprivate let number: Int
    }

    private struct State {
        var chosen: LaunchActivity?
        /// Of the question that waits for an answer; nil: the game isn't being asked.
        var open: Int?
        var lastNumber = 0
        /// Somebody began to listen, or signed in, while the game was being asked.
        var isWantedAgain = false
    }

    /// What counts as no answer.
    static let patience = Duration.seconds(10)
    private let state: Mutex<State>

    init(_ chosen: LaunchActivity?) { state = Mutex(State(chosen: chosen)) }

    var exists: Bool { state.withLock { $0.chosen != nil } }

    /// The latest counts: what is answered about an earlier one counts for nothing.
    func choose(_ activity: LaunchActivity) {
        state.withLock { $0 = State(chosen: activity, lastNumber: $0.lastNumber) }
    }

    /// What the game is to be asked about now; nil: nothing, or it is being asked.
    func take() -> Question? {
        state.withLock { state in
            guard let chosen = state.chosen else { return nil }
            guard state.open == nil else {
                state.isWantedAgain = true
                return nil
            }
            state.lastNumber += 1
            state.open = state.lastNumber
            return Question(activity: chosen, number: state.lastNumber)
        }
    }

    /// The first answer to a question counts; silence is a no.
    ///
    /// - Parameter isTaken: false: it goes on to wait.
    /// - Returns: whether the game is to be asked again: there is somebody who wasn't.
    func answered(_ question: Question, isTaken: Bool) -> Bool {
        state.withLock { state in
            guard state.open == question.number else { return false }
            let asksAgain = state.isWantedAgain && !isTaken
            state = State(chosen: isTaken ? nil : state.chosen, lastNumber: state.lastNumber)
            return asksAgain
        }
    }
}

/// Who was asked, and has said no: once all have, nobody takes it.
private final class Refusals: Sendable {
    private let missing: Mutex<Set<Int>>
    init(of count: Int) { missing = Mutex(Set(0..<count)) }

    /// - Returns: whether they were the last.
    func add(_ index: Int) -> Bool { missing.withLock { $0.remove(index) != nil && $0.isEmpty } }
}

extension Laurel {
    var hasPendingActivity: Bool { pendingActivity.exists }

    /// Asks the game about what the player chose: as soon as somebody is signed in and somebody listens. The first who
    /// takes it has it.
    func playActivity() async {
        guard session != nil, !listeners.isEmpty, let question = pendingActivity.take() else { return }
        let chosen = question.activity
        let definition: GKGameActivityDefinition?
        do throws(GKError) { definition = try await activityDefinitions([chosen.id.text]).first } catch {
            world.log("Can't play activity \(chosen.id.text): \(error.localizedDescription)")
            return concluded(question, isTaken: false)
        }
        guard let definition else {
            world.log("The game has no activity \(chosen.id.text).")
            return concluded(question, isTaken: true)
        }
        let activity = GKGameActivity(definition, link: chosen.properties, code: chosen.code)
        let player = localPlayer
        perform { [self] in
            do { try await world.sleep(PendingActivity.patience) } catch { return }
            concluded(question, isTaken: false)
        }
        tell { [self] in
            let asked = listeners.living
            let refusals = Refusals(of: asked.count)
            for (index, listener) in asked.enumerated() {
                listener.player(player, wantsToPlay: activity) { [self] isTaken in
                    if isTaken || refusals.add(index) { concluded(question, isTaken: isTaken) }
                }
            }
        }
    }

    private func concluded(_ question: PendingActivity.Question, isTaken: Bool) {
        if pendingActivity.answered(question, isTaken: isTaken) { perform { await self.playActivity() } }
    }
}
