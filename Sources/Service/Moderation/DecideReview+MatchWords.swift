import LaurelDomain
import LaurelMatches
import LaurelScores
import LaurelStorage

extension DecideReview {
    /// What the store says no more of a match is to be so in memory and on open pages, too: also where the store had
    /// nothing left to lose, since an earlier try may have ended right after that.
    func finishTakedown(
        of kind: ReportedWords.Kind, in match: MatchNumber, of game: MatchGame, _ content: TakenDown,
        _ review: Review
    ) async throws(DecideReviewError) {
        try await moderation.keeper.perform(
            TakeDownWordsStep(kind, of: match, in: game, by: review.content.player))
        // The store has lost the words in the invitation, too.
        if kind != .invitation, try await isSaid(inInvitationOf: match, in: game, review) {
            try await moderation.keeper.perform(
                TakeDownWordsStep(.invitation, of: match, in: game, by: review.content.player))
        }
        // Until that commit the writer had the invitation, and may have written it into new notices, or archived the
        // match as it was. Its author has been told.
        _ = try await DecideReviewError.translating { () throws(StoreError) in
            try await moderation.directory.takeDown(
                content, of: review.content.player, reportedIn: review.id, nil, nil)
        }
        for reader in try await readers(of: match, in: game, review) where reader != review.content.player {
            moderation.keeper.ports.outbox.resolve(reader)
        }
    }

    /// Whether the invitation, as the writer has it, says what was reported.
    private func isSaid(
        inInvitationOf match: MatchNumber, in game: MatchGame, _ review: Review
    ) async throws(DecideReviewError) -> Bool {
        guard let match = moderation.keeper.matches.read(game, { $0[match] }),
            match.inviter == review.content.player, let invitation = match.invitation
        else { return false }
        return try await reports(of: review).contains { $0.evidence == invitation }
    }

    /// Whose inbox may show the words: those who sit there, or else those who reported them.
    private func readers(
        of match: MatchNumber, in game: MatchGame, _ review: Review
    ) async throws(DecideReviewError) -> [PlayerNumber] {
        if let match = moderation.keeper.matches.read(game, { $0[match] }) {
            return match.participants.compactMap(\.player)
        }
        return try await reports(of: review).compactMap(\.reporter)
    }

    private func reports(of review: Review) async throws(DecideReviewError) -> [Report] {
        try await DecideReviewError.translating { () throws(StoreError) in
            try await moderation.directory.reports(of: review.id, limit: MatchLimits.players.upperBound)
        }
    }
}
