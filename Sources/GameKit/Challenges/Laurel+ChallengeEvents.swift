import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

// What the event stream tells of challenges.
extension Laurel {
    func challengeReceived(_ notice: NoticeRecord) async throws(GKError) -> NoticeNews? {
        // The device was away, or the receiver was quick: there's nothing left to play.
        guard let challenge = try await challenge(notice.subject), challenge.state == .pending else { return nil }
        let player = localPlayer
        return NoticeNews(banner: .challenge(challenge, world.languages)) { [self] in
            tellListeners { $0.player(player, didReceive: challenge) }
        }
    }

    /// Both sides are told.
    func challengeCompleted(_ notice: NoticeRecord) async throws(GKError) -> NoticeNews? {
        guard let challenge = try await challenge(notice.subject) else { return nil }
        let player = localPlayer
        let (sender, receiver) = (self.player(challenge.record.sender), self.player(challenge.record.receiver))
        if receiver === player {
            return NoticeNews { [self] in
                tellListeners { $0.player(player, didComplete: challenge, issuedByFriend: sender) }
            }
        }
        return NoticeNews(banner: .answer(of: notice, "beat your challenge", "完成了你的挑战", world.languages)) {
            [self] in
            tellListeners { $0.player(player, issuedChallengeWasCompleted: challenge, byFriend: receiver) }
        }
    }

    /// The player is told; Apple's GameKit has no word for the game.
    func challengeDeclined(_ notice: NoticeRecord) -> NoticeNews {
        NoticeNews(banner: .answer(of: notice, "declined your challenge", "拒绝了你的挑战", world.languages))
    }

    /// - Parameter id: what is no challenge of this server's is passed over.
    func playChosen(_ id: String) async {
        guard let id = ChallengeID(id) else { return }
        chosenChallenge.withLock { $0 = id }
        await playChosen()
    }

    /// Tells the game what the player chose to play, once: as soon as somebody is signed in and somebody listens.
    func playChosen() async {
        guard session != nil, !listeners.isEmpty else { return }
        let chosen = chosenChallenge.withLock { chosen in
            defer { chosen = nil }
            return chosen
        }
        guard let chosen else { return }
        do throws(GKError) {
            let challenge = try await loadChallenge(chosen)
            let player = localPlayer
            tellListeners { $0.player(player, wantsToPlay: challenge) }
        } catch {
            world.log("Can't play challenge \(chosen.text): \(error.localizedDescription)")
            // The server can't be reached: retried after the next sign-in.
            guard error.code == .communicationsFailure else { return }
            chosenChallenge.withLock { later in if later == nil { later = chosen } }
        }
    }

    /// - Returns: nil for what is no challenge of this server's.
    private func challenge(_ id: String) async throws(GKError) -> GKChallenge? {
        guard let id = ChallengeID(id) else { return nil }
        return try await loadChallenge(id)
    }

    private func loadChallenge(_ id: ChallengeID) async throws(GKError) -> GKChallenge {
        let record = try await asPlayer { (client, _) throws(ClientError) in try await client.challenge(id) }
        return await challenges([record]).first ?? GKChallenge.make(record, in: self)
    }
}

extension GameCenterBanner {
    /// Somebody has challenged the player.
    fileprivate static func challenge(_ challenge: GKChallenge, _ languages: [String]) -> GameCenterBanner {
        let name = challenge.issuingPlayer?.displayName ?? ""
        return GameCenterBanner(
            title: ErrorTexts.choose(("\(name) challenged you", "\(name) 向你发起了挑战"), languages),
            message: challenge.record.formatted ?? challenge.message ?? "")
    }

    /// What became of a challenge of the player's.
    fileprivate static func answer(
        of notice: NoticeRecord, _ english: String, _ chinese: String, _ languages: [String]
    ) -> GameCenterBanner {
        let name = notice.about?.displayName ?? ""
        return GameCenterBanner(title: "\(name) \(ErrorTexts.choose((english, chinese), languages))", message: "")
    }
}
