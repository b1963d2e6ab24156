/// The texts that the screens of every game need. A host has them in the player's languages; in the comments, `a` and
/// `b` are the numbers in a text, "S" its slot, and "V" its ``Panel/Item/value``.
///
/// The browser's are in `Web/site/play/host/phrases.js`, in the same order: a test compares the two.
public enum Phrase: Int32, CaseIterable, Sendable {
    // Home. 0 is no text.
    case leaderboards = 1
    /// "Challenges", with how many wait in `a`; 0: none.
    case challenges
    case achievements
    case soundOn, soundOff
    case allGames
    /// "Playing as S".
    case playingAs
    case checking
    case signedOut
    /// The same where a guest is made as soon as a run begins.
    case guestsWelcome
    /// "Can't reach Game Center", with and without a player in S.
    case away, awayAs
    case off
    case sandbox
    case signIn
    /// A guest's way to an account.
    case keepName
    /// `a` scores (best: V) were set here before anyone signed in. Are they yours?
    case offer
    case acceptScores, discardScores

    // Pause
    case paused, resume, restart, exit, pause

    // Game over
    case gameOver, again, menu
    case newBest
    case sending
    /// "Ranked a of b".
    case sent
    /// The same of an earlier run, which is better than this one: the best is S.
    case sentBest
    /// The same where the rank isn't known: "Sent".
    case sentUnranked
    /// What this run is short of the next better entry, whose rank is `a`: "V short of rank a".
    case shortOf
    /// The next milestone: "a of V".
    case goal
    /// Under which name a guest is ranked: S.
    case rankedAs
    case kept, keptUntilSignIn
    /// This host keeps nothing: the score lasts as long as the game is open.
    case notStored
    /// "Not ranked: S".
    case refused
    case unowned
    /// `a` earlier scores wait to be sent.
    case waiting
    case leaderboard
    case pickFriends, share
    /// Why they are off.
    case needsSignIn, needsServer, needsRank, needsAccount
    /// "You beat S's V! We've challenged them back", or will once the score is sent.
    case challengeBeaten, challengeBeatenLater
    /// "S's V still stands."
    case challengeMissed
    /// `a` more challenges were completed with this score.
    case challengesCompleted
    /// The challenge went to `a` friends.
    case challengeSent

    // Friend picker
    case cancel, send, sendingChallenge
    /// The label of the message, and what stands there at first: "Can you beat V?"
    case message, messageDefault
    case messageMissing
    case search
    /// `a` are selected.
    case chosen
    case selectAll, selectNone
    case noScore
    case challengedAlready
    case nobodyChosen
    case noFriends
    /// No friend's name matches the search.
    case nobodyFound
    /// "Challenge not sent. S".
    case notSent

    // Challenges
    case noChallenges
    /// "S challenged you to beat V", or to earn an achievement, whose title is in V.
    case scoreChallenge, achievementChallenge
    case accept, decline
    case loadingChallenge
    case declineQuestion, keepChallenge

    // Leaderboards and achievements
    case everybody, friends
    case today, week, allTime
    case nobodyRanked, noFriendRanked
    /// `a` players in all.
    case total
    case back
    case noAchievements
    /// "a of b points".
    case points
    /// An achievement that is not shown before it is earned.
    case hidden

    // Everywhere
    case loading
    /// "Something went wrong: S". S may be empty: then there was no answer.
    case failed
    case retry
    /// The player's own row.
    case you
    /// "You beat S's V!", of a run that S has shared: nobody is told. `a` 1: beat it, not just matched it.
    case runBeaten
    /// A friend's score, S, is higher than the player's now; and the button that begins a run at once: "Beat V".
    case passedYou, beat

    // Challenges of groups
    /// Before a run: the next one is a try in the challenge S (its title and its end), with `a` of `b` left; 0: none
    /// are. The second also names the mode that it's in: V.
    case groupTries, groupTriesIn
    /// The same without a limit.
    case groupOpen, groupOpenIn
    /// `a` more challenges, for which it counts, too.
    case groupsMore
    /// S is over, and the player was `a` of `b`; 0: without a try.
    case groupOver
    /// After a run: the player is `a` of `b` in S, with V: the best alone, or with the tries that are left.
    case groupStanding
    /// The best, S, and `a` tries left.
    case triesLeft
    /// It counts for S once the score is sent.
    case groupLater
    /// The same, where before this run `a` of `b` tries were left, as far as it's known.
    case groupLaterTries
    /// The tries that are told above are those that were known last.
    case groupsAsKnown
    /// It isn't known whether runs count for any.
    case groupsUnknown
    /// The button that begins a run beside the last winner's.
    case raceWinner
}
