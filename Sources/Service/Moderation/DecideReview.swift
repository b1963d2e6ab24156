public import LaurelDomain
import LaurelMatches
public import LaurelScores
import LaurelStorage

/// Decides an item of the queue. Accepted: what it is about stays, or a held score comes in. Rejected: it goes; a score
/// as ``ModerateScore`` takes it out, a name is replaced by one of ours, a photo, status line or message is taken down,
/// and its owner is told. What they have put in its place themselves stays.
public struct DecideReview: Sendable {
    let moderation: Moderation
    public init(_ moderation: Moderation) { self.moderation = moderation }

    /// - Parameters:
    ///   - app: whose item it must be; nil: any, for administrators of the server.
    ///   - note: at most ``ReviewDecision/noteLimit`` characters.
    /// - Returns: the item as it is now. The same decision again changes nothing.
    public func callAsFunction(
        _ id: ReviewID, of app: App?, _ verdict: Verdict, note: String, by administrator: Administrator
    ) async throws(DecideReviewError) -> Review {
        let now = moderation.keeper.now()
        let decision = ReviewDecision(author: administrator.player, time: now, note: note)
        // First the content, then the decision: after a crash between the two the item still waits.
        let review = try await pending(id, app, administrator)
        if verdict == .reject, let review { try await takeDown(review, administrator, now) }
        let catalogue = moderation.catalogue
        let step = DecideStep(
            review: id, app: app?.number, verdict: verdict == .accept ? .accepted : .rejected, decision: decision,
            audit: { review in
                administrator.entry(
                    verdict == .accept ? .reviewAccept : .reviewReject,
                    team: review.content.app.flatMap { catalogue.app($0)?.team }, app: review.content.app,
                    environment: review.environment, player: review.content.player, subject: "\(id.rawValue)",
                    changes: note, at: now)
            })
        return try await moderation.keeper.perform(step)
    }

    /// The item, if it waits for a decision that this administrator may take, in either direction: an accepted report
    /// is closed as well.
    private func pending(
        _ id: ReviewID, _ app: App?, _ administrator: Administrator
    ) async throws(DecideReviewError) -> Review? {
        let review = try await DecideReviewError.translating { () throws(StoreError) in
            try await moderation.directory.review(id)
        }
        guard let review, app == nil || review.content.app == app?.number else { throw .unknownReview }
        guard review.state == .pending else { return nil }
        // What belongs to a profile is the player's in every game, and no matter of one team.
        if case .content(let thing, _) = review.content.subject, thing != .message, !administrator.isAboveTeams {
            throw .needsAdministrator
        }
        return review
    }

    private func takeDown(
        _ review: Review, _ administrator: Administrator, _ now: Timestamp
    ) async throws(DecideReviewError) {
        guard case .content(let thing, let subject) = review.content.subject else { return }
        switch thing {
        case .name: try await replaceName(review, administrator, now)
        case .photo: try await takeDown(.photo, review, thing, administrator, now)
        case .status: try await takeDown(.status, review, thing, administrator, now)
        case .message:
            guard let message = moderation.evidence.takenDown(subject, review.content.app) else { return }
            try await takeDown(message, review, thing, administrator, now)
            guard case .matchWords(let kind, let match, let game, _) = message else { return }
            try await finishTakedown(of: kind, in: match, of: game, message, review)
        }
    }

    /// An alias that says nothing. The player may choose another.
    private func replaceName(
        _ review: Review, _ administrator: Administrator, _ now: Timestamp
    ) async throws(DecideReviewError) {
        let player = review.content.player
        for _ in 0..<8 {
            let digits = moderation.accounts.random.bytes(5).map { byte in
                let text = String(byte, radix: 16)
                return byte < 16 ? "0" + text : text
            }
            guard let alias = Self.alias("player-" + digits.joined()) else { break }
            switch try await takeDown(.name(alias), review, .name, administrator, now) {
            case .done: return try await remember(alias, of: player)
            // Erased meanwhile, or renamed: there is no such name any more.
            case .nothingThere: return
            case .aliasTaken: continue
            }
        }
        throw .unavailable
    }

    @discardableResult
    private func takeDown(
        _ content: TakenDown, _ review: Review, _ thing: ReportedThing, _ administrator: Administrator,
        _ now: Timestamp
    ) async throws(DecideReviewError) -> TakedownOutcome {
        let player = review.content.player
        let notice = NewNotice(to: player, .contentRemoved, subject: thing.name, created: now)
        let audit = administrator.entry(
            thing == .name ? .playerRename : .contentRemoval,
            team: review.content.app.flatMap { moderation.catalogue.app($0)?.team }, app: review.content.app,
            player: player, subject: "\(review.id.rawValue)", changes: "a reported \(thing.name)", at: now)
        let outcome = try await DecideReviewError.translating { () throws(StoreError) in
            try await moderation.directory.takeDown(content, of: player, reportedIn: review.id, notice, audit)
        }
        if outcome == .done { moderation.keeper.ports.outbox.signal() }
        return outcome
    }

    /// In memory, as the store has it now.
    private func remember(_ alias: Alias, of player: PlayerNumber) async throws(DecideReviewError) {
        moderation.accounts.names.put(alias.text, of: player)
        let record = try await DecideReviewError.translating { () throws(StoreError) in
            try await moderation.accounts.directory.profiles([player])[player]
        }
        if let record { moderation.accounts.profiles.put(record.profile, of: player) }
    }

    private static func alias(_ text: String) -> Alias? {
        do throws(Alias.Invalid) { return try Alias(text) } catch { return nil }
    }

    public enum Verdict: String, CaseIterable, Hashable, Sendable {
        case accept
        case reject
    }
}
