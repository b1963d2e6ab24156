public import LaurelDomain

/// What bounds matches (rules 11.1, 11.10, 12.1, 12.2, 12.11, 12.20).
public enum MatchLimits {
    public static let players = 2...Seat.countLimit
    /// Open matches of a player in a game.
    public static let openMatches = 30
    /// Ended matches that a player's list has.
    public static let listedEndedMatches = 1_000
    public static let dataBytes = 65_536
    public static let exchangeDataBytes = 4_096
    /// The state of a match that the server judges: it is in memory while the match is open.
    public static let stateBytes = 4_096
    public static let moveBytes = 1_024
    /// Scores with which rules end a match, and achievements: as many as players may send.
    public static let awards = 100
    /// Exchanges that a player began in a match and that are active, or complete and not resolved yet.
    public static let exchangesOfPlayer = 10
    /// Open matches that a pair may share before others are preferred (rule 12.4).
    public static let openMatchesOfPair = 3
    /// How long after its creation strangers are led to a judged match whose first turn isn't over (rule 12.40): its
    /// creator is there yet.
    public static let newTable = Timestamp.Span.minutes(10)

    /// Of one player to another: so many invitations without an answer stop further ones, for this long after the last.
    public static let unansweredInvitations = 3
    public static let unansweredPause = Timestamp.Span.hours(1)
    /// Unicode code points that may be said with an invitation, as with a challenge.
    public static let invitationLength = 300

    public static let timeout = Timestamp.Span.minutes(1)...Timestamp.Span.days(90)
    public static let defaultTurnTimeout = Timestamp.Span.days(7)
    public static let defaultExchangeTimeout = Timestamp.Span.days(1)
    public static let reminderInterval = Timestamp.Span.minutes(10)
    /// How long before its end a turn's holder hears of it; half of a shorter timeout.
    public static let warning = Timestamp.Span.hours(24)
    /// How long a game has to answer that its player asked to quit.
    public static let quitAnswer = Timestamp.Span.hours(24)
    /// After the timeout of a list's last holder: when another player may take the turn…
    public static let claim = Timestamp.Span.days(14)
    /// …and when the service ends the match.
    public static let abandonment = Timestamp.Span.days(30)
    /// What counts as the timeout for these two, of a turn that has none.
    public static let longestTurn = Timestamp.Span.days(90)
    /// How long the second player who asks for a rematch gets the first one's.
    public static let rematch = Timestamp.Span.days(7)
    /// After its end: when a match leaves memory and lists for the archive.
    public static let archive = Timestamp.Span.days(365)
    /// Archived matches of a player in a game, of those in which they played: one that is among them of nobody any
    /// more goes.
    public static let archivedMatches = 5_000
}
