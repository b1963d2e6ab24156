import LaurelDomain
import Testing

/// The sentences that are kept with scores that wait for a moderator.
@Suite("Reasons of reviews") struct ReviewReasonTests {
    @Test(
        "what a rule saw is read off its sentence again, whatever the numbers",
        arguments: [
            ReviewReason.Seen.everyScore, .heldBefore, .outOfRange(-7, lowest: -5, highest: 1_000),
            .outOfRange(.max, lowest: .min, highest: .max - 1), .tooSoon(apart: 0, minimum: 1_000),
            .leapOverBest(201, best: -100, percent: 1), .leapOverBest(.min, best: .max, percent: 1_000_000),
            .leapOverBoard(40, spreads: 3, spread: 12, quartile: 4),
            .leapOverBoard(.max, spreads: 1_000, spread: .max, quartile: .min),
        ])
    func roundTrip(seen: ReviewReason.Seen) {
        let kept = ReviewReason(seen)
        #expect(ReviewReason(kept.rule, kept.sentence).seen == seen)
    }

    @Test(
        "the sentences of all versions are read",
        arguments: [
            (ReviewRule.held, "This leaderboard holds every score.", ReviewReason.Seen.everyScore),
            (.held, "It was held before its player signed in to this account.", .heldBefore),
            (
                .outOfPlausibleRange, "101 is outside the plausible range, 0 to 100.",
                .outOfRange(101, lowest: 0, highest: 100)
            ),
            (
                .tooSoonAfterTheLast, "It came 12 ms after the player's last score; the minimum is 1000 ms.",
                .tooSoon(apart: 12, minimum: 1_000)
            ),
            (
                .leapOverOwnBest, "300 beats the player's best, 100, by more than 150%.",
                .leapOverBest(300, best: 100, percent: 150)
            ),
            (
                .leapOverBoard, "99 is more than 3 IQRs (12 each) above the top quartile, 40.",
                .leapOverBoard(99, spreads: 3, spread: 12, quartile: 40)
            ),
        ])
    func kept(rule: ReviewRule, sentence: String, seen: ReviewReason.Seen) {
        #expect(ReviewReason(rule, sentence).seen == seen)
    }

    @Test("nothing is read off another sentence, or off one that belongs to another rule")
    func others() {
        let sentences = [
            "", "A player reported this name as spam.", "101 is outside the plausible range.", "1 2 3", "1 2 3 4",
            "- -", ReviewReason(.outOfRange(1, lowest: 2, highest: 3)).sentence.uppercased(),
        ]
        for rule in ReviewRule.allCases {
            for sentence in sentences { #expect(ReviewReason(rule, sentence).seen == nil, "\(rule): \(sentence)") }
        }
        let range = ReviewReason(.outOfRange(1, lowest: 2, highest: 3))
        #expect(ReviewReason(.leapOverOwnBest, range.sentence).seen == nil)
    }
}
