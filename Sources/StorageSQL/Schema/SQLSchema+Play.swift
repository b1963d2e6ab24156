extension SQLSchema {
    /// Achievements, challenges, replays and shared pages.
    static let play = """
        CREATE TABLE achievements (number INTEGER PRIMARY KEY, app INTEGER NOT NULL, id TEXT NOT NULL,
            reference_name TEXT NOT NULL, points INTEGER NOT NULL, is_hidden INTEGER NOT NULL,
            is_repeatable INTEGER NOT NULL, is_released INTEGER NOT NULL, is_archived INTEGER NOT NULL,
            is_removed INTEGER NOT NULL);
        CREATE UNIQUE INDEX achievement_ids ON achievements (app, id) WHERE is_removed = 0;
        CREATE TABLE achievement_localizations (achievement INTEGER NOT NULL REFERENCES achievements,
            place INTEGER NOT NULL, language TEXT NOT NULL, title TEXT NOT NULL, before TEXT NOT NULL,
            after TEXT NOT NULL, PRIMARY KEY (achievement, place)) WITHOUT ROWID;
        CREATE TABLE achievement_players (environment INTEGER NOT NULL, app INTEGER NOT NULL, player INTEGER NOT NULL,
            reset INTEGER, PRIMARY KEY (environment, app, player)) WITHOUT ROWID;
        CREATE TABLE achievement_progress (player INTEGER NOT NULL, environment INTEGER NOT NULL, app INTEGER NOT NULL,
            achievement INTEGER NOT NULL, percent INTEGER NOT NULL, times_earned INTEGER NOT NULL, first_earned INTEGER,
            last_reported INTEGER NOT NULL, PRIMARY KEY (player, environment, app, achievement)) WITHOUT ROWID;
        CREATE TABLE achievement_counts (achievement INTEGER NOT NULL, environment INTEGER NOT NULL,
            players INTEGER NOT NULL, PRIMARY KEY (achievement, environment)) WITHOUT ROWID;
        CREATE TABLE game_players (app INTEGER NOT NULL, environment INTEGER NOT NULL, page INTEGER NOT NULL,
            bits BLOB NOT NULL, PRIMARY KEY (app, environment, page)) WITHOUT ROWID;
        CREATE TABLE challenges (number INTEGER PRIMARY KEY, sender INTEGER NOT NULL, receiver INTEGER NOT NULL,
            app INTEGER NOT NULL, environment INTEGER NOT NULL, kind INTEGER NOT NULL, subject INTEGER NOT NULL,
            value INTEGER NOT NULL, context INTEGER NOT NULL, message TEXT NOT NULL, replay BLOB,
            issued INTEGER NOT NULL, state INTEGER NOT NULL, settled INTEGER, settled_by INTEGER, answer INTEGER,
            sending_key BLOB, sending BLOB);
        CREATE INDEX challenges_by_key ON challenges (sender, sending_key) WHERE sending_key IS NOT NULL;
        CREATE INDEX challenges_completed ON challenges (receiver, settled_by) WHERE settled_by IS NOT NULL;
        CREATE INDEX challenges_pending ON challenges (number) WHERE state = 1;
        CREATE INDEX challenges_received ON challenges (receiver, number);
        CREATE INDEX challenges_sent ON challenges (sender, number);
        CREATE INDEX challenges_settled ON challenges (settled) WHERE settled IS NOT NULL;
        CREATE TABLE challenge_numbers (last INTEGER NOT NULL);
        INSERT INTO challenge_numbers (last) VALUES (0);
        CREATE TABLE challenge_mutes (player INTEGER NOT NULL, sender INTEGER NOT NULL, leaderboard INTEGER NOT NULL,
            PRIMARY KEY (player, sender, leaderboard)) WITHOUT ROWID;
        CREATE INDEX challenge_mutes_by_sender ON challenge_mutes (sender);
        CREATE TABLE score_replays (player INTEGER NOT NULL, environment INTEGER NOT NULL, leaderboard INTEGER NOT NULL,
            sequence INTEGER NOT NULL, value INTEGER NOT NULL, is_best INTEGER NOT NULL, verification INTEGER,
            trace INTEGER, digest BLOB, PRIMARY KEY (player, environment, leaderboard, sequence)) WITHOUT ROWID;
        CREATE INDEX score_replays_by_trace ON score_replays (trace) WHERE trace IS NOT NULL;
        CREATE TABLE used_tickets (number INTEGER PRIMARY KEY, expires INTEGER NOT NULL);
        CREATE INDEX used_tickets_by_expiry ON used_tickets (expires);
        CREATE TABLE shares (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            player INTEGER NOT NULL REFERENCES players, app INTEGER NOT NULL, environment INTEGER NOT NULL,
            leaderboard INTEGER, value INTEGER, rank INTEGER, achievement INTEGER, created INTEGER NOT NULL,
            code BLOB UNIQUE, message TEXT NOT NULL);
        CREATE INDEX shares_by_app ON shares (app, environment);
        CREATE INDEX shares_by_player ON shares (player);
        """
}
