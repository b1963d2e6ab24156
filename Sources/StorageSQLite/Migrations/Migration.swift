import LaurelStorage

/// One step of the schema. A step that was ever released is never changed; a later one mends it.
struct Migration: Sendable {
    /// Its position in ``all``, from 1; `user_version` of the file when it is done.
    let number: Int64
    let sql: String

    /// Every step, in order. This is the one list for all tables of the file.
    static let all: [Migration] = [
        scores,
        directory,
        notices,
        leaderboardKinds,
        moderation,
        achievements,
        challenges,
        friends,
        audit,
        teams,
        appDetails,
        notificationSettings,
        deliveries,
        savedGames,
        identity,
        overtakings,
        sets,
        webOrigins,
        profiles,
        people,
        images,
        webhookSecrets,
        setLeaderboardNames,
        shares,
        deliveryLines,
        leaderboardDescriptions,
        replays,
        simulators,
        releases,
        displayOrders,
        changes,
        looks,
        sessionAges,
        webPages,
        seals,
        guests,
        guestMerges,
        likes,
        mail,
        providers,
        guestEntries,
        awaitingScores,
        matches,
        foreignPlayers,
        matchExchanges,
        activities,
        challengeDefinitions,
        groupChallenges,
        deviceQueues,
        turnWrites,
        grants,
        challengeKeys,
        guesses,
        noticeIndexes,
        invitations,
        activityLinks,
        desktopGames,
        matchArchive,
    ].enumerated().map { Migration(number: Int64($0.offset) + 1, sql: $0.element) }

    static var latest: Int64 { Int64(all.count) }

    /// "Larl" in ASCII: `file laurel.db` and any other program can tell whose file it is.
    static let applicationID: Int64 = 0x4C61_726C

    /// "Larc" in ASCII: a file that a copy isn't finished in. Programs that don't know it take it for no store.
    static let unfinishedID: Int64 = 0x4C61_7263

    /// Brings a file up to date, all steps in one transaction.
    static func run(
        on connection: SQLiteConnection, from version: Int64, as application: Int64 = applicationID
    ) throws(StoreError) {
        guard version < latest else { return }
        try connection.transaction { () throws(StoreError) in
            for step in all where step.number > version { try connection.execute(step.sql) }
            try connection.execute("PRAGMA application_id = \(application)")
            try connection.execute("PRAGMA user_version = \(latest)")
        }
    }
}

extension Migration {
    /// The journal, leaderboards, and the runs of old score ids.
    ///
    /// `position` is the stream's number in the upper 16 bits and the sequence in the lower 48, so one integer
    /// key orders all streams and there is no second index to write.
    fileprivate static let scores = """
        CREATE TABLE streams (
            number INTEGER PRIMARY KEY, team INTEGER NOT NULL, environment INTEGER NOT NULL,
            UNIQUE (team, environment)
        );
        CREATE TABLE journal (
            position INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind INTEGER NOT NULL, format INTEGER NOT NULL,
            leaderboard INTEGER NOT NULL, player INTEGER, value INTEGER NOT NULL, date INTEGER NOT NULL,
            context INTEGER NOT NULL, score_id TEXT, previous INTEGER NOT NULL, flags INTEGER NOT NULL, extra BLOB
        );
        CREATE TABLE leaderboards (
            number INTEGER PRIMARY KEY, app INTEGER NOT NULL, id TEXT NOT NULL, reference_name TEXT NOT NULL,
            format INTEGER NOT NULL, submission_type INTEGER NOT NULL, sort_order INTEGER NOT NULL,
            lowest INTEGER, highest INTEGER, is_default INTEGER NOT NULL, is_hidden INTEGER NOT NULL,
            is_released INTEGER NOT NULL, is_archived INTEGER NOT NULL, is_removed INTEGER NOT NULL
        );
        CREATE UNIQUE INDEX leaderboard_ids ON leaderboards (app, id) WHERE is_removed = 0;
        CREATE TABLE leaderboard_localizations (
            leaderboard INTEGER NOT NULL REFERENCES leaderboards, place INTEGER NOT NULL, language TEXT NOT NULL,
            name TEXT NOT NULL, format INTEGER, suffix_singular TEXT, suffix_plural TEXT,
            PRIMARY KEY (leaderboard, place)
        ) WITHOUT ROWID;
        CREATE TABLE score_id_runs (
            number INTEGER PRIMARY KEY AUTOINCREMENT, stream INTEGER NOT NULL, first INTEGER NOT NULL,
            last INTEGER NOT NULL, count INTEGER NOT NULL, filter BLOB NOT NULL
        );
        CREATE TABLE score_id_places (
            run INTEGER NOT NULL REFERENCES score_id_runs, first INTEGER NOT NULL, places BLOB NOT NULL
        );
        CREATE INDEX score_id_places_by_run ON score_id_places (run, first
        );
        """
}
