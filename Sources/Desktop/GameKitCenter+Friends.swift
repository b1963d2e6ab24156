import GameCenterHelpers
import GameKit
import LaurelArcade

// Whom the player challenges: the friend picker.
extension GameKitCenter {
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
        GKLocalPlayer.local.loadChallengableFriends(
            completionHandler: onMain { [weak self, weak picker] friends, _ in
                guard let self, let picker, self.picker === picker else { return }
                let known = Set(picker.rows.map(\.id))
                show(picker, (friends ?? []).filter { !known.contains($0.gamePlayerID) })
            })
    }

    private func show(_ picker: FriendsPickerViewController, _ others: [GKPlayer]) {
        guard let host else { return }
        pickerPlayers = picker.rows.map(\.player) + others
        host.strings.removeAll(.friends)
        for (index, player) in pickerPlayers.enumerated() {
            host.strings[.friends, .name, index] = player.displayName
            host.strings.setAlias(player.alias, .friends, index)
        }
        photos(picker)
        host.screens.friends(
            picker.rows.map { FriendRow(rank: Int32(clamping: $0.rank), score: Int32(clamping: $0.value)) }
                + others.map { _ in FriendRow(rank: 0, score: 0) })
        host.announce("friends", ["names": pickerPlayers.map(\.displayName)])
    }

    private func photos(_ picker: FriendsPickerViewController) {
        for (index, row) in picker.rows.enumerated() {
            if let photo = row.photo?.pngData() { host?.strings.setPhoto(photo, .friends, index) }
        }
    }

    func sendChallenge(_ board: Int32, _ score: Int32) {
        guard let host, let picker else { return }
        let chosen = pickerPlayers.indices.filter { host.screens.isChosen(Int32($0)) }
        // A message is one line (docs/concepts/challenges.md).
        let message = host.message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let withScore = chosen.filter { $0 < picker.rows.count }
        let without = chosen.filter { $0 >= picker.rows.count }
        picker.message = message
        for (index, row) in picker.rows.enumerated() where row.isChecked != withScore.contains(index) {
            picker.toggle(row.id)
        }
        guard !withScore.isEmpty else { return sendToOthers(without, score, message) }
        picker.changed = { [weak self, weak picker] in
            guard let self, let picker, picker.phase == .ready, picker.notice != nil else { return }
            picker.changed = {}
            challengeNotSent()
        }
        picker.challengeButtonBlock = { [weak self] in
            for index in withScore { self?.host?.screens.friendChallenged(Int32(index)) }
            self?.sendToOthers(without, score, message)
        }
        picker.challengeButtonPressed()
    }

    private func sendToOthers(_ indices: [Int], _ score: Int32, _ message: String) {
        guard !indices.isEmpty else { return challengeSent() }
        helper.sendScoreChallenge(
            toPlayers: indices.map { pickerPlayers[$0] }, withScore: Int64(score), message: message,
            on: UIViewController()
        ) { [weak self] wasSent in
            guard let self else { return }
            guard wasSent else { return challengeNotSent() }
            for index in indices { host?.screens.friendChallenged(Int32(index)) }
            challengeSent()
        }
    }

    private func challengeSent() {
        host?.announce("challenged", [:])
        host?.screens.challengeFinished(.sent)
    }

    private func challengeNotSent() {
        let error = helper.lastError
        problem(error)
        let isMessage = (error as? GKError)?.userInfo[GKError.problemTypeKey] as? String == "text-refused"
        host?.announce("notChallenged", ["why": Words.reason(error)])
        host?.screens.challengeFinished(isMessage ? .messageRefused : .failed)
    }
}
