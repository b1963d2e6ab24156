import LaurelClient
import LaurelDomain
import LaurelWire

// Turns that were ended offline, and came too late (rule 12.23).
extension Laurel {
    /// Gives the game the data of turns that the server refused when they could be sent at last: with a turn event,
    /// once somebody is signed in and somebody listens. Until then they stay in the device's folder.
    func handBackTurns() async {
        guard matchEvents.beginHandingBack() else { return }
        repeat { await handBack() } while matchEvents.endHandingBack()
    }

    private func handBack() async {
        guard let session, case .success(let game) = configuration.game, !listeners.isEmpty else { return }
        let queue = SubmissionQueue(PlayerFolder(device, game, playerID: session.player.id))
        do throws(DeviceError) {
            let items = try await disk.run { () throws(DeviceError) in try queue.refusedTurns() }
            for item in items where matchEvents.isFirst(item.mark) {
                guard await handBack(item.submission) else { return matchEvents.forget(item.mark) }
                // Behind the event: a game that ends before it is told in its next run.
                tell { [self] in disk.start { self.forget(item, queue) } }
            }
        } catch {
            world.log("\(error)")
        }
    }

    private func forget(_ item: SubmissionQueue.Item, _ queue: SubmissionQueue) {
        do throws(DeviceError) { try queue.forgetRefusedTurn(item) } catch { world.log("\(error)") }
    }

    /// - Returns: false: the match can't be loaded now.
    private func handBack(_ submission: QueuedSubmission) async -> Bool {
        guard let turn = submission.turn else { return true }
        do throws(GKError) {
            let answer = try await currentMatch(turn.match)
            await tellTurn(made(answer, lostTurnData: Data(turn.data)))
            return true
        } catch {
            if error.code == .communicationsFailure || error.code == .notAuthenticated { return false }
            // There's no such match any more, and so no event.
            refused(submission, error)
            return true
        }
    }
}
