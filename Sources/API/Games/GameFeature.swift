import LaurelDomain
import LaurelScores
import LaurelService

/// Games with their leaderboards, scores and entries.
///
/// A class, because each score and each page of entries captures it: one reference, not one of each of its parts.
final class GameFeature: Sendable {
    let catalogue: Catalogue
    let accounts: Accounts
    let teams: Teams
    let friends: Friends
    let keeper: ScoreKeeper
    let challenges: Challenges
    let submitScores: SubmitScores
    let readEntries: ReadEntries
    let pictures: Pictures
    /// How long a reader may wait for a leaderboard's version.
    let versionWait: Duration
    let answers: Answers
    let replies: Replies
    let pages: EncodedPages
    /// Those among friends, which one player alone asks for: they push nobody else's out.
    let friendPages: EncodedPages
    var challengeIDs: ChallengeIDs { challenges.ids }

    init(
        catalogue: Catalogue, accounts: Accounts, teams: Teams, friends: Friends, keeper: ScoreKeeper,
        challenges: Challenges, submitScores: SubmitScores, readEntries: ReadEntries, pictures: Pictures,
        versionWait: Duration, encodedPages: Int, answers: Answers, replies: Replies
    ) {
        self.catalogue = catalogue
        self.accounts = accounts
        self.teams = teams
        self.friends = friends
        self.keeper = keeper
        self.challenges = challenges
        self.submitScores = submitScores
        self.readEntries = readEntries
        self.pictures = pictures
        self.versionWait = versionWait
        pages = EncodedPages(limit: encodedPages)
        friendPages = EncodedPages(limit: encodedPages)
        self.answers = answers
        self.replies = replies
    }
}
