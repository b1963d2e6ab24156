/// What a player does on a screen. A host sends it back with the item's index when the item is chosen.
public enum Action: Int32, CaseIterable, Sendable {
    /// Begin a run, in the mode of the index.
    case play = 1
    case resume
    case restart
    /// From a pause: leave the run for the menu, or end it with its score, as the game has it.
    case exit
    /// After a run: once more.
    case again
    /// From game over to the home screen.
    case menu
    /// Stop the time of the run.
    case pause
    /// One screen back: what Escape and the back button of a gamepad do everywhere.
    case back
    /// Out of the game, for the host.
    case leave
    case toggleSound

    case signIn
    /// A guest takes an account: the same player, with the same name if they like.
    case keepName
    case acceptScores
    case discardScores
    case share

    case openScores
    case chooseBoard
    case choosePlayers
    case chooseTime
    case openAchievements
    /// Ask again for what could not be loaded.
    case retry

    case openChallenges
    case acceptChallenge
    case declineChallenge
    /// Yes, decline it.
    case confirmDecline

    case pickFriends
    /// The message changed.
    case message
    /// What is searched for changed: the host says by ``Screens/friend(_:isFound:)`` whom it finds.
    case search
    case toggleFriend
    case selectAll
    case selectNone
    case sendChallenge
    /// A run at once, to pass the friend who has passed the player on the leaderboard of the index.
    case revenge
    /// A run at once, beside the last winner's of the challenge of a group at the index (rule 14.16).
    case raceGroup
}
