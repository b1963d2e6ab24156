/// The tables as they are now, for an engine that begins with them.
///
/// They are spelled as SQLite has them: `INTEGER` for every number, `TEXT`, `BLOB`, and `AUTOINCREMENT` for numbers
/// that are never given again. A driver puts its own words in their place. SQLite's stores come here by their
/// migrations; a test holds that both are the same.
public enum SQLSchema {
    /// Statements, each after what it refers to.
    public static var statements: [String] {
        areas.flatMap { $0.split(separator: ";") }
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }
    }

    private static let areas = [
        accounts, teams, apps, leaderboards, play, friends, moderation, notices, mail, journal, matches,
        activities, challengeDefinitions, groupChallenges,
    ]
}
