/// What the screens ask of Game Center. A host takes one after the other with ``Screens/takeRequest()``, does it in its
/// own time, and answers with the method of ``Screens`` that each names.
///
/// A host that has no Game Center answers ``Screens/account(_:hasName:isSandbox:isGuest:)`` with ``Account/off`` once,
/// and is then asked for nothing else but ``setMuted(_:)``.
public enum CenterRequest: Hashable, Sendable {
    /// Show sign-in. Whatever comes of it is a new ``Screens/account(_:hasName:isSandbox:isGuest:)``.
    case signIn
    /// Make a guest, who plays from now on (rule 1.11): the player began a run, and nobody is signed in. What comes of
    /// it is a new ``Screens/account(_:hasName:isSandbox:isGuest:)``; or ``Screens/guests(areWelcome:)`` where there
    /// are none.
    case playAsGuest
    /// Show where a guest takes an account (rule 1.12). Whatever comes of it is a new account.
    case keepName
    /// A run is over: keep its score before sending it, with the log of the run as its replay and the feats of it.
    /// Answer: ``Screens/outcome(_:run:)``.
    case submit(run: Int32, board: Int32, score: Int32)
    /// The player says whether the scores made signed out are theirs.
    /// Answer: ``Screens/offer(count:best:)`` with what is left.
    case acceptScores, discardScores
    /// Entries of a leaderboard, `count` of them from rank 1, and the player's own behind them if it is not there.
    /// Answer: ``Screens/entries(_:total:query:)``, and again at each change until another query or ``closeEntries``;
    /// or ``Screens/entriesFailed(query:)``.
    case loadEntries(query: Int32, board: Int32, players: PlayerScope, time: TimeScope, count: Int32)
    /// No leaderboard is shown any more.
    case closeEntries
    /// All friends whom the game may challenge, and their scores of all time on the leaderboard.
    /// Answer: ``Screens/friends(_:)`` or ``Screens/friendsFailed()``.
    case loadFriends(board: Int32)
    /// Challenge the friends for whom ``Screens/isChosen(_:)`` with a score that is on the leaderboard, and the message
    /// that stands in the field; ten in a request. The run is the last one: its log is the replay.
    /// Answer: ``Screens/friendChallenged(_:)`` for each, then ``Screens/challengeFinished(_:)``.
    case sendChallenge(board: Int32, score: Int32)
    /// The challenges that wait for the player in this game. Answer: ``Screens/challenges(_:)``, and again whenever one
    /// comes or goes; or ``Screens/challengesFailed()``.
    case loadChallenges
    /// Get the challenge's replay if it has one; keep it and who sent it (``Slot/List/opponent``); begin the run
    /// against
    /// it. Answer: ``Screens/challengeReady(hasGhost:)`` or ``Screens/challengeNotReady()``.
    case startChallenge(index: Int32)
    /// The run against the same opponent, once more. Answer as above.
    case startChallengeAgain
    /// Answer: ``Screens/challenges(_:)`` without it, or ``Screens/challengesFailed()``.
    case declineChallenge(index: Int32)
    /// Answer: ``Screens/achievements(_:)`` or ``Screens/achievementsFailed()``.
    case loadAchievements
    /// Make the player's entry public and show how to pass it on. No answer.
    case share(board: Int32)
    /// Answer: ``Screens/sound(isMuted:)``.
    case setMuted(Bool)
    /// Leave the game.
    case leave
    /// Whose runs are seen in the player's: of those that the server has checked, friends' and a few next ahead.
    /// Answer: ``Screens/rivals(_:)``, and where that returns true, the same for the game; none without an answer of
    /// Game Center.
    case loadRivals(board: Int32)
    /// The challenges of groups for which a score of the player's counts, and the one for which the game was opened:
    /// that one first, then those that end first. Answer: ``Screens/groups(_:run:)``, and again whenever one changes;
    /// none without an answer of Game Center. A host remembers the last answer for each player, and tells it with
    /// ``Screens/recall(groups:)`` as soon as it knows who plays.
    ///
    /// - Parameter run: the last one whose score has arrived.
    case loadGroups(run: Int32)
    /// Get the run of who won the challenge of which this one of a group is the rematch; keep it and whose it is
    /// (``Slot/List/opponent``). As long as ``Screens/isStarting``, begin the run against it. Answer:
    /// ``Screens/racing(board:score:)`` or ``Screens/challengeNotReady()``.
    case startGroupRace(index: Int32)
}
