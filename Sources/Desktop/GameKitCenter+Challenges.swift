import GameCenterHelpers
import GameKit
import LaurelArcade

// Friends and challenges.
extension GameKitCenter {
    // MARK: The friend picker

    /// Friends with a score by the picker, with its photos and ticks; then those who may be challenged without one.
    func loadFriends(_ board: Int32) {
        guard let host else { return }
        picker?.cancelButtonPressed()
        helper.leaderboard = leaderboard(board)
        helper.replay = Data(host.game.log.encoded())
        helper.lowerIsBetter = host.game.boards[Int(board)].isLessBetter
        guard let picker = helper.showFriendsPicker(forScore: Int64(host.game.ending.score)) else {
            problem(nil)
            return host.screens.friendsFailed()
        }
        self.picker = picker
        var wasShown = false
        picker.changed = { [weak self, weak picker] in
            guard let self, let picker, self.picker === picker else { return }
            switch picker.phase {
            case .ready, .empty:
                if wasShown { return photos(picker) }
                wasShown = true
                others(picker)
            case .failed(let why):
                self.host?.strings[.problem, .message] = why
                self.host?.screens.friendsFailed()
            case .loading, .sending: break
            }
        }
        picker.changed()
    }

    private func others(_ picker: FriendsPickerViewController) {
        GKLocalPlayer.local.loadChallengableFriends { [weak self, weak picker] friends, _ in
            guard let self, let picker, self.picker === picker else { return }
            let known = Set(picker.rows.map(\.id))
            show(picker, (friends ?? []).filter { !known.contains($0.gamePlayerID) })
        }
    }

    private func show(_ picker: FriendsPickerViewController, _ others: [GKPlayer]) {
        guard let host else { return }
        pickerPlayers = picker.rows.map(\.player) + others
        host.strings.removeAll(.friends)
        for (place, player) in pickerPlayers.enumerated() { host.strings[.friends, .name, place] = player.displayName }
        photos(picker)
        host.screens.friends(
            picker.rows.map { FriendRow(rank: Int32(clamping: $0.rank), score: Int32(clamping: $0.value)) }
                + others.map { _ in FriendRow(rank: 0, score: 0) })
        host.announce("friends", ["names": pickerPlayers.map(\.displayName)])
    }

    private func photos(_ picker: FriendsPickerViewController) {
        for (place, row) in picker.rows.enumerated() {
            if let photo = row.photo?.pngData() { host?.strings.setPhoto(photo, .friends, place) }
        }
    }

    func sendChallenge(_ board: Int32, _ score: Int32) {
        guard let host, let picker else { return }
        let chosen = pickerPlayers.indices.filter { host.screens.isChosen(Int32($0)) }
        let message = host.message
        let withScore = chosen.filter { $0 < picker.rows.count }
        let without = chosen.filter { $0 >= picker.rows.count }
        picker.message = message
        for (place, row) in picker.rows.enumerated() where row.isChecked != withScore.contains(place) {
            picker.toggle(row.id)
        }
        guard !withScore.isEmpty else { return sendToOthers(without, score, message) }
        picker.changed = { [weak self, weak picker] in
            guard let self, let picker, picker.phase == .ready, let notice = picker.notice else { return }
            picker.changed = {}
            self.host?.strings[.problem, .message] = notice
            self.host?.screens.challengeFinished(.failed)
        }
        picker.challengeButtonBlock = { [weak self] in
            for place in withScore { self?.host?.screens.friendChallenged(Int32(place)) }
            self?.sendToOthers(without, score, message)
        }
        picker.challengeButtonPressed()
    }

    private func sendToOthers(_ places: [Int], _ score: Int32, _ message: String) {
        guard !places.isEmpty else { return challengeSent() }
        helper.sendScoreChallenge(
            toPlayers: places.map { pickerPlayers[$0] }, withScore: Int64(score), message: message,
            on: UIViewController()
        ) { [weak self] wasSent in
            guard let self else { return }
            guard wasSent else {
                host?.screens.challengeFinished(.failed)
                return
            }
            for place in places { host?.screens.friendChallenged(Int32(place)) }
            challengeSent()
        }
    }

    private func challengeSent() {
        host?.announce("challenged", [:])
        host?.screens.challengeFinished(.sent)
    }

    // MARK: Challenges that came

    func loadChallenges() {
        GKChallenge.loadReceivedChallenges { [weak self] found, error in
            guard let self else { return }
            guard let found else {
                problem(error)
                host?.screens.challengesFailed()
                return
            }
            show(found)
        }
    }

    private func show(_ found: [GKChallenge]) {
        guard let host else { return }
        challenges = found
        host.strings.removeAll(.challenges)
        var rows: [ChallengeRow] = []
        for (place, challenge) in found.enumerated() {
            host.strings[.challenges, .name, place] = challenge.issuingPlayer?.displayName ?? ""
            host.strings[.challenges, .message, place] = challenge.message ?? ""
            let score = (challenge as? GKScoreChallenge)?.score
            let board = score.flatMap { host.game.leaderboards.firstIndex(of: $0.leaderboardIdentifier) }
            if let achievement = (challenge as? GKAchievementChallenge)?.achievement {
                host.strings[.challenges, .title, place] = achievement.identifier
            }
            rows.append(
                ChallengeRow(
                    board: Int32(board ?? -1), score: Int32(clamping: score?.value ?? 0),
                    hasMessage: challenge.message != nil))
        }
        host.screens.challenges(rows)
        host.announce("challenges", ["count": rows.count])
    }

    func startChallenge(_ index: Int32) {
        guard challenges.indices.contains(Int(index)) else {
            problem(nil)
            host?.screens.challengeNotReady()
            return
        }
        let challenge = challenges[Int(index)]
        opponent = challenge
        ghost = nil
        host?.strings[.opponent, .name] = challenge.issuingPlayer?.displayName ?? ""
        guard challenge.hasReplay else { return startAgain() }
        challenge.loadReplay { [weak self] replay, error in
            guard let self, opponent == challenge else { return }
            guard let replay else {
                // Without the moves there is still the score to beat, unless it may work in a moment.
                if (error as? GKError)?.code != .communicationsFailure { return startAgain() }
                problem(error)
                host?.screens.challengeNotReady()
                return
            }
            do throws(InputLog.Invalid) {
                ghost = try InputLog(decoding: [UInt8](replay))
            } catch {
                report("The challenge's moves cannot be read: \(error)")
            }
            startAgain()
        }
    }

    /// Against the moves of whoever sent the challenge, where they came along and the game can run them.
    func startAgain() {
        guard let host else { return }
        let hasGhost = ghost.map { host.game.race($0) } ?? false
        host.announce(
            "challenge", ["from": opponent?.issuingPlayer?.displayName ?? "", "hasGhost": hasGhost])
        host.screens.challengeReady(hasGhost: hasGhost)
    }

    func decline(_ index: Int32) {
        guard challenges.indices.contains(Int(index)) else { return }
        let declined = challenges[Int(index)]
        declined.decline()
        show(challenges.filter { $0 != declined })
    }

    /// The way from wherever the player is to the challenge that he chose outside of the game, a step a frame.
    func playChosen() {
        guard let chosen, let host else { return }
        switch host.screens.page {
        case .none: host.screens.act(.pause, 0)
        case .paused: host.screens.act(.exit, 0)
        case .over: host.screens.act(.menu, 0)
        case .home: host.screens.act(.openChallenges, 0)
        case .challenges:
            guard let place = challenges.firstIndex(of: chosen) else { return }
            self.chosen = nil
            host.screens.act(.acceptChallenge, Int32(place))
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
        MainActor.assumeIsolated {
            center.chosen = challenge
            center.loadChallenges()
        }
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
    }
}
