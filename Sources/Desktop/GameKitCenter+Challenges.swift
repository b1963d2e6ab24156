import GameCenterHelpers
import GameKit
import LaurelArcade

// Challenges that came.
extension GameKitCenter {
    func loadChallenges() {
        // A list that was asked for before the player chose may be older than the challenge.
        let wanted = chosen
        GKChallenge.loadReceivedChallenges(
            completionHandler: onMain { [weak self] found, error in
                guard let self else { return }
                guard let found else {
                    problem(error)
                    host?.screens.challengesFailed()
                    if giveUp(wanted), let error { tell(error) }
                    return
                }
                guard found.contains(where: { $0 is GKAchievementChallenge }) else {
                    return show(found, wanted: wanted)
                }
                GKAchievementDescription.loadAchievementDescriptions(
                    completionHandler: onMain { [weak self] descriptions, _ in
                        let titles = (descriptions ?? []).map { ($0.identifier, $0.title) }
                        self?.achievementTitles = Dictionary(titles) { first, _ in first }
                        self?.show(found, wanted: wanted)
                    })
            })
    }

    /// - Parameter wanted: what the player had chosen when the list was asked for.
    private func show(_ found: [GKChallenge], wanted: GKChallenge? = nil) {
        guard let host else { return }
        challenges = found
        host.strings.removeAll(.challenges)
        var rows: [ChallengeRow] = []
        for (index, challenge) in found.enumerated() {
            host.strings[.challenges, .name, index] = challenge.issuingPlayer?.displayName ?? ""
            host.strings[.challenges, .message, index] = challenge.message ?? ""
            let score = (challenge as? GKScoreChallenge)?.score
            let board = score.flatMap { host.game.leaderboards.firstIndex(of: $0.leaderboardIdentifier) }
            if let achievement = (challenge as? GKAchievementChallenge)?.achievement {
                let id = achievement.identifier
                host.strings[.challenges, .title, index] = achievementTitles[id] ?? id
            }
            rows.append(
                ChallengeRow(
                    board: Int32(board ?? -1), score: Int32(clamping: score?.value ?? 0),
                    hasMessage: challenge.message != nil))
        }
        host.screens.challenges(rows)
        host.announce("challenges", ["count": rows.count])
        if let wanted, !found.contains(wanted), giveUp(wanted) { tellGone() }
    }

    func startChallenge(_ index: Int32) {
        guard challenges.indices.contains(Int(index)) else {
            problem(nil)
            host?.screens.challengeNotReady()
            return
        }
        let challenge = challenges[Int(index)]
        raced = nil
        opponent = challenge
        opponentName = challenge.issuingPlayer?.displayName ?? ""
        ghost = nil
        host?.strings[.opponent, .name] = opponentName
        guard challenge.hasReplay else { return startAgain() }
        challenge.loadReplay(
            completionHandler: onMain { [weak self] replay, error in
                guard let self, opponent == challenge else { return }
                guard let replay else {
                    let code = (error as? GKError)?.code
                    // Without the moves there is still the score to beat, unless it may work in a moment, or is gone.
                    if code != .communicationsFailure, code != .challengeInvalid { return startAgain() }
                    if code == .challengeInvalid { loadChallenges() }
                    problem(error)
                    host?.screens.challengeNotReady()
                    return
                }
                do throws(InputLog.Invalid) {
                    ghost = try InputLog(decoding: [UInt8](replay))
                } catch {
                    report("Can't read the challenge's replay: \(error)")
                    host?.tell(title: Words.noGhost, message: "", seconds: 4)
                }
                startAgain()
            })
    }

    /// Against the moves of the challenge's sender, where they came along and the game can run them; or of the last
    /// winner.
    func startAgain() {
        // The player may have gone on while they were on their way.
        guard let host, host.screens.isStarting else { return }
        let hasGhost = ghost.map { host.game.race($0) } ?? false
        if ghost != nil, !hasGhost { host.tell(title: Words.noGhost, message: "", seconds: 4) }
        host.announce("challenge", ["from": opponentName, "hasGhost": hasGhost])
        host.screens.challengeReady(hasGhost: hasGhost)
    }

    func decline(_ index: Int32) {
        guard challenges.indices.contains(Int(index)) else { return }
        let declined = challenges[Int(index)]
        declined.decline()
        show(challenges.filter { $0 != declined })
    }

    /// What the player chose outside of the game may be settled by now: beaten, declined or replaced.
    func choose(_ challenge: GKChallenge) {
        guard challenge.state == .pending, challenge.receivingPlayer == GKLocalPlayer.local else { return tellGone() }
        chosen = challenge
        loadChallenges()
    }

    /// - Returns: whether it was to be played, and isn't any more.
    private func giveUp(_ wanted: GKChallenge?) -> Bool {
        guard let wanted, wanted == chosen else { return false }
        chosen = nil
        return true
    }

    private func tellGone() { host?.tell(title: Words.challengeGone, message: "", seconds: 4) }

    /// The steps from wherever the player is to the challenge they chose outside the game, one step a frame.
    func playChosen() {
        guard let chosen, let host else { return }
        switch host.screens.page {
        case .none: host.screens.act(.pause, 0)
        case .paused: host.screens.act(.exit, 0)
        case .over: host.screens.act(.menu, 0)
        case .home: host.screens.act(.openChallenges, 0)
        case .challenges:
            guard areGroupsKnown, !host.screens.isStarting, let index = challenges.firstIndex(of: chosen) else {
                return
            }
            self.chosen = nil
            // The player has said yes to it already, but not to a try in a challenge of a group.
            if !host.screens.isTryNext { host.screens.act(.acceptChallenge, Int32(index)) }
        case .picker, .declining, .scores, .achievements: host.screens.act(.back, 0)
        }
    }
}

/// What comes while the game runs.
// SAFETY: everything comes on the main thread, and what it holds stands there.
final class ChallengeListener: NSObject, GKLocalPlayerListener, @unchecked Sendable {
    private let center: GameKitCenter

    init(_ center: GameKitCenter) { self.center = center }

    func player(_ player: GKPlayer, wantsToPlay challenge: GKChallenge) {
        MainActor.assumeIsolated { center.choose(challenge) }
    }

    func player(_ player: GKPlayer, didReceive challenge: GKChallenge) {
        MainActor.assumeIsolated { center.loadChallenges() }
    }

    func player(_ player: GKPlayer, didComplete challenge: GKChallenge, issuedByFriend friendPlayer: GKPlayer) {
        MainActor.assumeIsolated { center.completed() }
    }

    func player(
        _ player: GKPlayer, issuedChallengeWasCompleted challenge: GKChallenge, byFriend friendPlayer: GKPlayer
    ) {}
}

extension GameKitCenter {
    /// The server says so by the event stream, before or after the answer to the score.
    func completed() {
        submission?.completed += 1
        answerSent()
        loadChallenges()
        earnBeatAFriend()
    }

    /// No run tells of it, so the game reports it: once, where the server has it.
    private func earnBeatAFriend() {
        guard let name = host?.game.beatAFriend else { return }
        GKAchievement.loadAchievements(
            completionHandler: onMain { [weak self] earned, error in
                guard error == nil, earned?.contains(where: { $0.identifier == name && $0.isCompleted }) == false else {
                    return
                }
                let achievement = GKAchievement(identifier: name)
                achievement.percentComplete = 100
                achievement.showsCompletionBanner = true
                GKAchievement.report(
                    [achievement],
                    withCompletionHandler: onMain { error in
                        self?.host?.announce("earned", ["achievement": name, "isKept": error != nil])
                    })
            })
    }
}
