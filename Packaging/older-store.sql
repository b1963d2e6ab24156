-- A store of an earlier version: app com.example.hop with leaderboard HighScores, and in its Sandbox player "hopper",
-- password "correct horse battery", with one score, 1234. scripts/package-test upgrades it. Made for this; its key:
-- key f434e61ed73c82894c15f333a443f396e581582a894edff2b9d8cca83a38a1e3
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE streams (
    number INTEGER PRIMARY KEY, team INTEGER NOT NULL, environment INTEGER NOT NULL,
    UNIQUE (team, environment)
);
INSERT INTO streams VALUES(1,1,0);
INSERT INTO streams VALUES(2,1,1);
CREATE TABLE journal (
    position INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind INTEGER NOT NULL, format INTEGER NOT NULL,
    leaderboard INTEGER NOT NULL, player INTEGER, value INTEGER NOT NULL, date INTEGER NOT NULL,
    context INTEGER NOT NULL, score_id TEXT, previous INTEGER NOT NULL, flags INTEGER NOT NULL, extra BLOB
, seal BLOB);
INSERT INTO journal VALUES(281474976710657,1795649944183,2,2,1,NULL,0,1795649944183,0,NULL,0,0,X'01000000',X'77c7232293dd36f83a20b6d2a574fd0500000000000000000000000000000000');
INSERT INTO journal VALUES(562949953421313,1795649944183,2,2,1,NULL,0,1795649944183,0,NULL,0,0,X'01000000',X'a9a00e92c2731c5f0d1c52a280c8d6c100000000000000000000000000000000');
INSERT INTO journal VALUES(562949953421314,1795649944443,1,2,1,1,1234,1795649944443,0,'run-1',0,6,NULL,X'448583d20a344f187e4d4c3b587ebbf8c27fcd75f321fd35e0e5f172a97aa18b');
CREATE TABLE leaderboards (
    number INTEGER PRIMARY KEY, app INTEGER NOT NULL, id TEXT NOT NULL, reference_name TEXT NOT NULL,
    format INTEGER NOT NULL, submission_type INTEGER NOT NULL, sort_order INTEGER NOT NULL,
    lowest INTEGER, highest INTEGER, is_default INTEGER NOT NULL, is_hidden INTEGER NOT NULL,
    is_released INTEGER NOT NULL, is_archived INTEGER NOT NULL, is_removed INTEGER NOT NULL
, simulator TEXT, requires INTEGER);
INSERT INTO leaderboards VALUES(1,1,'HighScores','HighScores',0,0,0,NULL,NULL,0,0,0,0,0,NULL,NULL);
CREATE TABLE leaderboard_localizations (
    leaderboard INTEGER NOT NULL REFERENCES leaderboards, place INTEGER NOT NULL, language TEXT NOT NULL,
    name TEXT NOT NULL, format INTEGER, suffix_singular TEXT, suffix_plural TEXT, description TEXT,
    PRIMARY KEY (leaderboard, place)
) WITHOUT ROWID;
INSERT INTO leaderboard_localizations VALUES(1,0,'en','High Scores',NULL,NULL,NULL,NULL);
CREATE TABLE score_id_runs (
    number INTEGER PRIMARY KEY AUTOINCREMENT, stream INTEGER NOT NULL, first INTEGER NOT NULL,
    last INTEGER NOT NULL, count INTEGER NOT NULL, filter BLOB NOT NULL
);
CREATE TABLE score_id_places (
    run INTEGER NOT NULL REFERENCES score_id_runs, first INTEGER NOT NULL, places BLOB NOT NULL
);
CREATE TABLE players (
    number INTEGER PRIMARY KEY AUTOINCREMENT, alias TEXT NOT NULL, alias_key TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL, created INTEGER NOT NULL, is_administrator INTEGER NOT NULL
);
INSERT INTO players VALUES(1,'hopper','hopper','hopper',1795649944416,0);
CREATE TABLE credentials (
    player INTEGER PRIMARY KEY REFERENCES players, password_hash TEXT NOT NULL
);
INSERT INTO credentials VALUES(1,'$argon2id$v=19$m=19456,t=2,p=1$31IgtqH2fOAKKJMil3mf+A$no2ySjHwpH4hTAS3Tz+xm60Gp+4SWIfbD9Elyyk/0oc');
CREATE TABLE recovery_codes (
    player INTEGER NOT NULL REFERENCES players, digest BLOB NOT NULL, expires INTEGER, PRIMARY KEY (player, digest)
) WITHOUT ROWID;
INSERT INTO recovery_codes VALUES(1,X'385a5aa738e6139c5cfba3b6957d0d059caeb0fadf35cda4d4738023a2d02359',NULL);
INSERT INTO recovery_codes VALUES(1,X'46a31f06994ca5914be41819c54d753ddf80c6c3506594c01c37d20dd10fdcb2',NULL);
INSERT INTO recovery_codes VALUES(1,X'714348ca6c2e963faf9685ad918d19b6ba2fff9b20fa6234f6cf114559fd7805',NULL);
INSERT INTO recovery_codes VALUES(1,X'80b2436d83852d7e9866f71a0237a1d9e690eb129641fce1b33c593dc3f20e69',NULL);
INSERT INTO recovery_codes VALUES(1,X'bebb65a91fa97a559f208e615301615a5b309bd57341db84a26bda66122873d4',NULL);
INSERT INTO recovery_codes VALUES(1,X'f4be274f26cb2bf54e89371d4e8abdfb7534656ad8be9d8a0b72faa1ad9de173',NULL);
INSERT INTO recovery_codes VALUES(1,X'fcf18e18f3d85c521e0fa685b1db52e3f0557f205ec980a99e58cf35a5a3db9f',NULL);
INSERT INTO recovery_codes VALUES(1,X'fe6c77a6ddb6a47341009a1aa7125ca4625e72aab64f0e4e383b6fd624434f78',NULL);
CREATE TABLE invitations (
    digest BLOB PRIMARY KEY, player INTEGER, created INTEGER NOT NULL, expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE devices (
    number INTEGER PRIMARY KEY AUTOINCREMENT, player INTEGER NOT NULL REFERENCES players, name TEXT,
    empty_queue INTEGER
);
INSERT INTO devices VALUES(1,1,NULL,NULL);
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE,
    player INTEGER NOT NULL REFERENCES players, device INTEGER NOT NULL REFERENCES devices, app INTEGER,
    environment INTEGER, created INTEGER NOT NULL, last_used INTEGER NOT NULL
);
INSERT INTO sessions VALUES(1,X'6db7c2a73e029f4c295be08654a3b0c48bc2990cd550491a38e6eea2ad27548f',1,1,1,1,1795649944416,1795649944416);
CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO settings VALUES('administratorLink',X'86e8a204957f6e7d12181f11f4bda79729e445dc68ba355df161788e8dc9fc4b');
INSERT INTO settings VALUES('pushKey',X'4c5342316904e53b5a72f65bdd7560fba37d287ec02d96c3e522e88bb4eb8d145f9fd9f63d98998ee89483f3f541a7533f62f6ed56b688dae2cadab1abe30f1a63ddbd7cd046794828ec04a1f8935861d2d0ae2d');
INSERT INTO settings VALUES('secret',X'cc2c2932caf28ffd385c79d0b35528991ea4ef0f871f4411d89d831fc15f3c73');
CREATE TABLE teams (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, id TEXT, requires_two_factor INTEGER NOT NULL DEFAULT 0);
INSERT INTO teams VALUES(1,'Team','3718BEBA61',0);
CREATE TABLE apps (
    number INTEGER PRIMARY KEY AUTOINCREMENT, team INTEGER NOT NULL REFERENCES teams,
    bundle_id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, sku TEXT NOT NULL, default_language TEXT NOT NULL,
    link TEXT, is_game_center_enabled INTEGER NOT NULL, is_released INTEGER NOT NULL
, is_archived INTEGER NOT NULL DEFAULT 0);
INSERT INTO apps VALUES(1,1,'com.example.hop','Hop','','en',NULL,1,0,0);
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT, player INTEGER NOT NULL, kind INTEGER NOT NULL, app INTEGER,
    environment INTEGER, about INTEGER, subject TEXT NOT NULL, details TEXT NOT NULL,
    created INTEGER NOT NULL, is_read INTEGER NOT NULL
, is_silent INTEGER NOT NULL DEFAULT 0);
CREATE TABLE blobs (
    number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, uses INTEGER NOT NULL, bytes BLOB NOT NULL
);
CREATE TABLE leaderboard_recurrences (
    leaderboard INTEGER PRIMARY KEY REFERENCES leaderboards, start INTEGER NOT NULL,
    duration INTEGER NOT NULL, interval INTEGER NOT NULL
);
CREATE TABLE leaderboard_parts (
    leaderboard INTEGER NOT NULL REFERENCES leaderboards, place INTEGER NOT NULL,
    part INTEGER NOT NULL REFERENCES leaderboards, PRIMARY KEY (leaderboard, place)
) WITHOUT ROWID;
CREATE TABLE leaderboard_shares (
    leaderboard INTEGER NOT NULL REFERENCES leaderboards, place INTEGER NOT NULL, app INTEGER NOT NULL,
    PRIMARY KEY (leaderboard, place)
) WITHOUT ROWID;
CREATE TABLE leaderboard_moves (
    leaderboard INTEGER PRIMARY KEY REFERENCES leaderboards, target INTEGER NOT NULL REFERENCES leaderboards
);
CREATE TABLE bans (
    player INTEGER NOT NULL, team INTEGER NOT NULL, reason TEXT NOT NULL, author INTEGER,
    created INTEGER NOT NULL, PRIMARY KEY (player, team)
) WITHOUT ROWID;
CREATE TABLE reviews (
    id INTEGER PRIMARY KEY AUTOINCREMENT, app INTEGER NOT NULL, player INTEGER NOT NULL,
    reasons TEXT NOT NULL, created INTEGER NOT NULL, team INTEGER, environment INTEGER, leaderboard INTEGER,
    sequence INTEGER, value INTEGER, date INTEGER, is_held INTEGER, thing INTEGER, subject TEXT,
    report_count INTEGER NOT NULL DEFAULT 0, state INTEGER NOT NULL DEFAULT 0, author INTEGER,
    decided INTEGER, note TEXT
);
CREATE TABLE reports (
    review INTEGER NOT NULL REFERENCES reviews, reporter INTEGER NOT NULL, thing INTEGER NOT NULL,
    subject TEXT NOT NULL, player INTEGER NOT NULL, app INTEGER NOT NULL, reason INTEGER NOT NULL,
    text TEXT NOT NULL, evidence TEXT NOT NULL, created INTEGER NOT NULL, UNIQUE (review, reporter)
);
CREATE TABLE moderation_policies (
    app INTEGER NOT NULL, leaderboard INTEGER NOT NULL, holds_scores INTEGER NOT NULL, lowest INTEGER,
    highest INTEGER, shortest_interval INTEGER, leap_over_best INTEGER, leap_over_board INTEGER,
    PRIMARY KEY (app, leaderboard)
) WITHOUT ROWID;
CREATE TABLE words (word TEXT PRIMARY KEY, verdict INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE achievements (
    number INTEGER PRIMARY KEY, app INTEGER NOT NULL, id TEXT NOT NULL, reference_name TEXT NOT NULL,
    points INTEGER NOT NULL, is_hidden INTEGER NOT NULL, is_repeatable INTEGER NOT NULL,
    is_released INTEGER NOT NULL, is_archived INTEGER NOT NULL, is_removed INTEGER NOT NULL
);
CREATE TABLE achievement_localizations (
    achievement INTEGER NOT NULL REFERENCES achievements, place INTEGER NOT NULL, language TEXT NOT NULL,
    title TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, PRIMARY KEY (achievement, place)
) WITHOUT ROWID;
CREATE TABLE achievement_players (
    environment INTEGER NOT NULL, app INTEGER NOT NULL, player INTEGER NOT NULL, reset INTEGER,
    PRIMARY KEY (environment, app, player)
) WITHOUT ROWID;
CREATE TABLE achievement_progress (
    player INTEGER NOT NULL, environment INTEGER NOT NULL, app INTEGER NOT NULL, achievement INTEGER NOT NULL,
    percent INTEGER NOT NULL, times_earned INTEGER NOT NULL, first_earned INTEGER,
    last_reported INTEGER NOT NULL, PRIMARY KEY (player, environment, app, achievement)
) WITHOUT ROWID;
CREATE TABLE game_players (
    app INTEGER NOT NULL, environment INTEGER NOT NULL, page INTEGER NOT NULL, bits BLOB NOT NULL,
    PRIMARY KEY (app, environment, page)
) WITHOUT ROWID;
INSERT INTO game_players VALUES(1,1,0,X'0200000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE achievement_counts (
    achievement INTEGER NOT NULL, environment INTEGER NOT NULL, players INTEGER NOT NULL,
    PRIMARY KEY (achievement, environment)
) WITHOUT ROWID;
CREATE TABLE challenges (
    number INTEGER PRIMARY KEY, sender INTEGER NOT NULL, receiver INTEGER NOT NULL, app INTEGER NOT NULL,
    environment INTEGER NOT NULL, kind INTEGER NOT NULL, subject INTEGER NOT NULL, value INTEGER NOT NULL,
    context INTEGER NOT NULL, message TEXT NOT NULL, replay BLOB, issued INTEGER NOT NULL,
    state INTEGER NOT NULL, settled INTEGER, settled_by INTEGER, answer INTEGER
);
CREATE TABLE challenge_numbers (last INTEGER NOT NULL);
INSERT INTO challenge_numbers VALUES(0);
CREATE TABLE challenge_mutes (
    player INTEGER NOT NULL, sender INTEGER NOT NULL, leaderboard INTEGER NOT NULL,
    PRIMARY KEY (player, sender, leaderboard)
) WITHOUT ROWID;
CREATE TABLE friendships (
    player INTEGER NOT NULL REFERENCES players, friend INTEGER NOT NULL REFERENCES players,
    since INTEGER NOT NULL, PRIMARY KEY (player, friend)
) WITHOUT ROWID;
CREATE TABLE friend_requests (
    sender INTEGER NOT NULL REFERENCES players, receiver INTEGER NOT NULL REFERENCES players,
    message TEXT NOT NULL, created INTEGER NOT NULL, is_hidden INTEGER NOT NULL,
    PRIMARY KEY (sender, receiver)
) WITHOUT ROWID;
CREATE TABLE friend_request_times (
    sender INTEGER NOT NULL REFERENCES players, created INTEGER NOT NULL,
    receiver INTEGER NOT NULL REFERENCES players
);
CREATE TABLE player_blocks (
    player INTEGER NOT NULL REFERENCES players, blocked INTEGER NOT NULL REFERENCES players,
    PRIMARY KEY (player, blocked)
) WITHOUT ROWID;
CREATE TABLE friend_invitations (
    id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE,
    player INTEGER NOT NULL REFERENCES players, created INTEGER NOT NULL, expires INTEGER NOT NULL,
    uses_left INTEGER NOT NULL
);
CREATE TABLE friend_list_consents (
    player INTEGER NOT NULL REFERENCES players, app INTEGER NOT NULL, consent INTEGER NOT NULL,
    PRIMARY KEY (player, app)
) WITHOUT ROWID;
CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL, player INTEGER, key INTEGER,
    is_operator INTEGER NOT NULL, team INTEGER, app INTEGER, environment INTEGER, about INTEGER,
    subject TEXT NOT NULL, changes TEXT NOT NULL, time INTEGER NOT NULL, request_id TEXT NOT NULL
);
INSERT INTO audit VALUES(1,'app.create',NULL,NULL,1,1,1,NULL,NULL,'com.example.hop','name Hop',1795649944108,'5qsgjw6g52eeq');
INSERT INTO audit VALUES(2,'leaderboard.create',NULL,NULL,1,1,1,NULL,NULL,'HighScores','format integer; sortOrder highToLow; submissionType best',1795649944183,'3ap90fjpwr12t');
INSERT INTO audit VALUES(3,'app.update',NULL,NULL,1,1,1,NULL,NULL,'com.example.hop','isGameCenterEnabled false → true',1795649944276,'2bbqaxqxxwbcs');
CREATE TABLE team_members (
    team INTEGER NOT NULL REFERENCES teams, player INTEGER NOT NULL, role INTEGER NOT NULL,
    joined INTEGER NOT NULL, PRIMARY KEY (team, player)
) WITHOUT ROWID;
CREATE TABLE team_invitations (
    id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE, team INTEGER REFERENCES teams,
    role INTEGER, player INTEGER, maker INTEGER, created INTEGER NOT NULL, expires INTEGER NOT NULL
);
CREATE TABLE developer_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE, team INTEGER NOT NULL REFERENCES teams,
    name TEXT NOT NULL, role INTEGER NOT NULL, maker INTEGER, created INTEGER NOT NULL,
    expires INTEGER NOT NULL
);
CREATE TABLE two_factor (
    player INTEGER PRIMARY KEY, secret BLOB NOT NULL, is_confirmed INTEGER NOT NULL, last_step INTEGER NOT NULL
);
CREATE TABLE two_factor_codes (
    player INTEGER NOT NULL REFERENCES two_factor ON DELETE CASCADE, digest BLOB NOT NULL,
    PRIMARY KEY (player, digest)
) WITHOUT ROWID;
CREATE TABLE app_localizations (
    app INTEGER NOT NULL REFERENCES apps, language TEXT NOT NULL, name TEXT NOT NULL, subtitle TEXT NOT NULL,
    description TEXT NOT NULL, PRIMARY KEY (app, language)
) WITHOUT ROWID;
CREATE TABLE wipes (
    team INTEGER NOT NULL, environment INTEGER NOT NULL, leaderboard INTEGER NOT NULL, player INTEGER NOT NULL,
    through INTEGER NOT NULL, PRIMARY KEY (team, environment, leaderboard, player)
) WITHOUT ROWID;
CREATE TABLE notification_choices (
    player INTEGER NOT NULL REFERENCES players ON DELETE CASCADE, kind INTEGER NOT NULL, app INTEGER NOT NULL,
    is_on INTEGER NOT NULL, is_pushed INTEGER NOT NULL, PRIMARY KEY (player, kind, app)
) WITHOUT ROWID;
CREATE TABLE quiet_hours (
    player INTEGER PRIMARY KEY REFERENCES players ON DELETE CASCADE,
    first INTEGER NOT NULL, last INTEGER NOT NULL,
    zone TEXT NOT NULL
);
CREATE TABLE push_subscriptions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
    player INTEGER NOT NULL, endpoint TEXT NOT NULL UNIQUE, key BLOB NOT NULL, secret BLOB NOT NULL,
    created INTEGER NOT NULL
);
CREATE TABLE pushes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    notice INTEGER NOT NULL REFERENCES notices ON DELETE CASCADE,
    subscription INTEGER NOT NULL REFERENCES push_subscriptions ON DELETE CASCADE,
    due INTEGER NOT NULL, attempts INTEGER NOT NULL, is_taken INTEGER NOT NULL, origin TEXT NOT NULL DEFAULT '',
    UNIQUE (notice, subscription)
);
CREATE TABLE webhooks (
    app INTEGER NOT NULL, environment INTEGER NOT NULL, url TEXT NOT NULL, secret BLOB NOT NULL,
    kinds INTEGER NOT NULL, is_enabled INTEGER NOT NULL, PRIMARY KEY (app, environment)
) WITHOUT ROWID;
CREATE TABLE webhook_deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, app INTEGER NOT NULL, environment INTEGER NOT NULL,
    created INTEGER NOT NULL, state INTEGER NOT NULL, attempts INTEGER NOT NULL, due INTEGER NOT NULL,
    since INTEGER NOT NULL, last_time INTEGER, last_status INTEGER, last_failure TEXT NOT NULL,
    notice INTEGER, player INTEGER, kind INTEGER, about INTEGER, subject TEXT, details TEXT, happened INTEGER,
    FOREIGN KEY (app, environment) REFERENCES webhooks ON DELETE CASCADE
);
CREATE TABLE planned_notice (one INTEGER PRIMARY KEY CHECK (one = 1), id INTEGER NOT NULL);
INSERT INTO planned_notice VALUES(1,0);
CREATE TABLE saved_games (
    number INTEGER PRIMARY KEY, player INTEGER NOT NULL, app INTEGER NOT NULL, environment INTEGER NOT NULL,
    id TEXT NOT NULL, name TEXT NOT NULL, device INTEGER NOT NULL, device_name TEXT NOT NULL,
    modified INTEGER NOT NULL, byte_count INTEGER NOT NULL, digest BLOB NOT NULL,
    UNIQUE (player, app, environment, id)
);
CREATE TABLE identity_keys (
    number INTEGER PRIMARY KEY AUTOINCREMENT, certificate BLOB NOT NULL, private_key BLOB,
    created INTEGER NOT NULL
);
INSERT INTO identity_keys VALUES(1,X'308203b43082021ca00302010202087c252e049d90b2b3300d06092a864886f70d01010b0500301a3118301606035504030c0f4c617572656c206964656e74697479301e170d3236313132343233333930325a170d3336313132323233333930325a301a3118301606035504030c0f4c617572656c206964656e74697479308201a2300d06092a864886f70d01010105000382018f003082018a02820181008867061ee0406f4614ae6ea69fef5a1e874dcdd30e64cbd45ccb5b4f4f1fedbef5ee74771c9de87f85a66890dc7e65ec5c5b1e973af2548faf099c24261a522f534ca3032ccfd3facb7e6df2515b99f3e52174f0f98bbad1091637ce23efd1b7cfc4e3d76bf1eb6f83a31909d0f89ca9b238a3cb9f0dabb68affc615d1b02cea97048ec5cd1c633f8a1471c7d07ba8ac628e3caccb23e1bed290257042626ea7ceee3b3122f45d79ba3ad18a0982066979e1926462d3f858f32f171c4d620f18ec9c6ae83fa64f28c2232ade5d05d8cc6633fe3952e851d88be7b4d3fd8e68d76e5323a7bb22bd441cc0582cc53fc035f001e12090572980688ddd70da94a8c80d40b21bec3a1040fa1c3eea5bd9d2d53b7f0bd3f23096826c3befa2e9d12790dc15bc18bc0a80296dbf6cf9215d95f2e6057ab1919813027de67e5504fffbbc026add3bbfb624b70f7d372d54fca7cce2907cd513982ee8aecb80d3e9d7c21bdb62e84d5d2ce1dff4885675470378b6805050ed1cc26548025a149a243938950203010001300d06092a864886f70d01010b050003820181004c2162101bacfea33e7793fc170b4e6c6fc11ba51d1afa18611ff7ce38a4bd7775adb42e48e556f74b3335eeff61d91782399a94c778fc8634ff197b583a69ddb66feaca1f2ac5c660340940cf5cc75a951a4c809b863febfa9bd1ea19012f9c048389e2b894d66ad31e1df5aa3439595ef0a492b73214ab4a2c1b1dc88ce95ba4ccc7f3fa991076b4005f319ab3796ff3ce67a5f3a0dbfcd68d68bb52cd939e06102f4ae6b65276a45fcbffa52e6c1843759568bdeeed2288cf6b3bfdb5b95dd9803ce3ca70bd18baf5f6804fbe4077f43852e7399b115c1922c93cf5377bda2da00ce910fb647652352bfc12e45a269fa87e2c0de77c9b0c863383dd5312d085daee66f9ceb56b316de1dd04edd6f64ea927fd3675a48f13a0ea31c131ff3864e3520919d586f8f752c61bfd71960b460c8754f78b7f46fc3aa40511f2cfe2ed509e1334cedeaac9f42932e903070326b668c94ea9c47c0a2b7bc2e58c9eaf3560bf9ee22671088f5c3c76509ce62c5ab16bd8a28db9d3c69e2cdc40b84e8a',X'4c5342316904e53b5a72f65b95a3b3eeb64e5f37abced0a0eb3239fd3d64c051fa6aa434a7eef5fd1d7b9a3300e955d4634e7d115f1c655345e5cee7f6a2da2ed405d9375647da8148f39d5d48738021b0b3f3c31317797ea68946a5a7b0edaa6fa4ac123b536fafc22a63a0923533c87a2ee04177271d22680ef9044b710e410ea82ffe11be42c1f8720b464ff609b56c560206f7a2b01a2c7bf98812b46a0204441528fda555821916d33872999a782f88590bd968f83e7643956d297fba999153f7fba87e7fee4868023fa9f319bb250530bae9e1228a9f37ed626152d5d68c38746299316bd42af687bec56a9f1136fcfac8617d2de0b0082efc9c25ccf9a5dcdd783aa7193c970ed6a88397ceca0aee7c3aa2f56a5e6a3839acb87f95cabadd9898dbc13e3b486e86de45040a76e462d44ba37fb601c262976b837e0b2ef51745a5fc6958565f78ebff79b9f5ba34ea8c07ef433124bf898d14a21501ebd954b5f3a7d33a5b7582a9dd58a2ac51cb74327537d1ba608ea47400a95070c1489b26ca953b0ea5f4088d2cd9eedea5f2fd38f6076b7d058f040229059c90f7665910d91138cd93a0fd3feaa13c8f5c2cd43d20e1c790aec7a3a25099c288e39f40e85c5e6434d1dac506e0649bc730246db7e337c6e078afd38055b3b263a310f8efabf01c1e2427da4e165c9d477d3ed7caa41ea307017c6025bb4eb2ecb10f6810bcd943b4f8e8785f4b58c8c430e9b62f4eaa7729ffd84c3f281f9c715fa81ca61c0fe678147cb82cc9de6c6912d65aff05955d539ed81d1159edb60a89b2e8878ec0ee0813c73a29aa7d98bc7f868f6458050b77746504198cbb00d47a039e675ce7526d4a9e8cd456246d4f5854df11091da1fc6c22eeb3fc53cb1c05b2f535d0fcd7e00c5f56753d205001aaa9a97865416f7ef8740b3ff9edf276e0063d476131287dbad0cf84128d2e9a68f8b5c9e8a94e0ce3e101faa3c4818439046ca60ca36e18d3beb9403857173bf8be1d4bae9a5dbc21c35b94de77bb01ec25627a742a0e20c6710473c028d0c7d671168405dd9d0349de451d0a82f7bed1a4e68d51544f9e687a600cabc513239b5f4050196395513c742d46b7dd359a1589041efa6177fad5f42308049509003c1eabdd72e937ca644572046b931f6aa7f3bfad8d2fe263be19a8bf9b59b1f5b122e7785fd6e674ee2338fed0a19a92a3d6f33b7cad10df2e922bb5f6c657872a668516d813056926efa4461b61ab7877b76adc7d0c1b7357f8828ecaff4e02246e0f12d72af29bcb4e5f6539a9c8e3827fa7438eb2b016f039dbd773559e8d896935b1e03da63e184b55e47cfbee2fa7e3329f5b8bda47ebf509bc0c21e08ad6220849300ec5549121830f78265033761e6a7cbc3f9c43ac8aeffb3cfe94c5a6c24b681b35c5ad273e40617f247bca2f6f0cda3c37dedb930b7348d89388680e6e324925f374bd7decac82be1d665a9e37e319f166a3d1d4112826e1df68e6ce45312471d6137a63bd509a0873798f04c439d5da3b2d29a459e9b33b6929715f5f1e52f8013b7eb55409a32e58418c6d5af554d48f353ebb23382a87d7df2e26f2621694d3b3419010f3788d8bf29bdca5418a29f2f2111cfb47853ae1639dff9751910d46f5033ff66b0ad7555aec56372b79244842af5d84036706ce3b27116b0697b3e0d3471c214995380b24cf37dff11ce4214aa01c8ac973cc7f2d7aa569073bdf3a2a7e6b98aed19c9dba3d189f038bce16ecaa08ae11991b2ea6597a021ea1aa02188832f49875de53a2716a69a14293cf6fcdc0afc988c796d24d623445c50b1645e665121fa1b1a81b59017a6dd1b2816355a30130fadfa598eda70a8d7d8d9c55871fac0b0adc4ba1dac0ada664e30086094d0c494b46bf61b3f9a6cc11c23997e0d4c524ac47212b67c231ae9eef3f9b957af0baafb1af30d017d8e39a733e6391a6a197339fc20bf091ac93b7f30cf54ac12a5a842f7b24579106a59c7d1cc3cee73de1889fc862d6afdd20f6d96d718daff4b15e21b9ee7f9460dbfce51c212eadcc074c1a67865f883e970d18a5004e2e96043320c9e6c2bc6114732e0213ba74d7e41745ab902a4c66f8fdd115878c8dba42fb92e9938d331e78cb487922507a13ea793b652d083be757a7daecf52370bcc89f8f6b638fb0a35ca7523e5e5eb0b2b8ec293acefddab66ea17202bf886b3034dc27a51b38f9a407d8e48a5a3afac8b8997d302b7be0449323344f1dccf0cd3cc065f684a4c8645859795f502fecd66d1987c285602e690a4190038446257e0b2fa9216efd1acd6f45ecede63d4afd76bf3160089ba4bb84024c6de8ac36e0c25eabf673abe3fdee7f6f56147c32b3848c6a4e08b010dc1ebdf8873467e7afc9989e176c95c3a3d3c5e7b17a231acc6aeb802526b4161cce0b50d62e85fb73e2dbf4b3b1809b40d9bab1c52c9d92ac0f3e3bed9d91c0d049b5d3d7704b94fa448cb85ff722e7fefd1ed5d55046a6dd993454a1610dab320e9d61788fed5212d7b1b927ff69a766202a7256eb4418542c5a',1795649942594);
CREATE TABLE overtakings (
    day INTEGER NOT NULL, leaderboard INTEGER NOT NULL, environment INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players, PRIMARY KEY (day, leaderboard, environment, player)
) WITHOUT ROWID;
CREATE TABLE leaderboard_sets (
    number INTEGER PRIMARY KEY AUTOINCREMENT, app INTEGER NOT NULL REFERENCES apps, id TEXT NOT NULL,
    reference_name TEXT NOT NULL, UNIQUE (app, id)
);
CREATE TABLE leaderboard_set_localizations (
    leaderboard_set INTEGER NOT NULL REFERENCES leaderboard_sets, place INTEGER NOT NULL,
    language TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (leaderboard_set, place)
) WITHOUT ROWID;
CREATE TABLE leaderboard_set_members (
    leaderboard_set INTEGER NOT NULL REFERENCES leaderboard_sets, place INTEGER NOT NULL,
    leaderboard TEXT NOT NULL, PRIMARY KEY (leaderboard_set, place)
) WITHOUT ROWID;
CREATE TABLE default_leaderboards (
    player INTEGER NOT NULL REFERENCES players, app INTEGER NOT NULL REFERENCES apps,
    leaderboard INTEGER NOT NULL, PRIMARY KEY (player, app)
) WITHOUT ROWID;
CREATE TABLE web_origins (
    app INTEGER NOT NULL, place INTEGER NOT NULL, origin TEXT NOT NULL, takes_any_page INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (app, place)
) WITHOUT ROWID;
CREATE TABLE profiles (
    player INTEGER PRIMARY KEY REFERENCES players, real_name TEXT, status TEXT, audience INTEGER NOT NULL,
    is_findable INTEGER NOT NULL, takes_requests INTEGER NOT NULL, birth_year INTEGER,
    forbids_strangers INTEGER NOT NULL, forbids_messages INTEGER NOT NULL, guardian_hash TEXT,
    photo_small BLOB, photo_normal BLOB, alias_changes_paid INTEGER NOT NULL
);
CREATE TABLE erasures (
    receipt TEXT PRIMARY KEY, player INTEGER NOT NULL UNIQUE, requested INTEGER NOT NULL, finished INTEGER
);
CREATE TABLE report_photos (
    review INTEGER NOT NULL REFERENCES reviews, digest BLOB NOT NULL, PRIMARY KEY (review, digest)
) WITHOUT ROWID;
CREATE TABLE images (
    app INTEGER NOT NULL, kind INTEGER NOT NULL, subject TEXT NOT NULL, language TEXT NOT NULL,
    place INTEGER NOT NULL, source BLOB NOT NULL, normal BLOB NOT NULL, small BLOB,
    PRIMARY KEY (app, kind, subject, language, place)
) WITHOUT ROWID;
CREATE TABLE webhook_old_secrets (
    app INTEGER NOT NULL, environment INTEGER NOT NULL, place INTEGER NOT NULL, secret BLOB NOT NULL,
    until INTEGER NOT NULL, PRIMARY KEY (app, environment, place),
    FOREIGN KEY (app, environment) REFERENCES webhooks ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE leaderboard_set_names (
    leaderboard_set INTEGER NOT NULL REFERENCES leaderboard_sets, place INTEGER NOT NULL,
    leaderboard TEXT NOT NULL, language TEXT NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY (leaderboard_set, place)
) WITHOUT ROWID;
CREATE TABLE shares (
    number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
    player INTEGER NOT NULL REFERENCES players, app INTEGER NOT NULL, environment INTEGER NOT NULL,
    leaderboard INTEGER, value INTEGER, rank INTEGER, achievement INTEGER, created INTEGER NOT NULL,
    code BLOB UNIQUE, message TEXT NOT NULL
);
CREATE TABLE score_replays (
    player INTEGER NOT NULL, environment INTEGER NOT NULL, leaderboard INTEGER NOT NULL,
    sequence INTEGER NOT NULL, value INTEGER NOT NULL, is_best INTEGER NOT NULL, verification INTEGER,
    trace INTEGER, digest BLOB, PRIMARY KEY (player, environment, leaderboard, sequence)
) WITHOUT ROWID;
CREATE TABLE used_tickets (number INTEGER PRIMARY KEY, expires INTEGER NOT NULL);
CREATE TABLE simulators (
    app INTEGER NOT NULL, name TEXT NOT NULL, digest BLOB NOT NULL, size INTEGER NOT NULL,
    uploaded INTEGER NOT NULL, PRIMARY KEY (app, name)
) WITHOUT ROWID;
CREATE TABLE display_orders (
    app INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL, number INTEGER NOT NULL,
    PRIMARY KEY (app, kind, place)
) WITHOUT ROWID;
CREATE TABLE changes (number INTEGER NOT NULL);
INSERT INTO changes VALUES(8);
CREATE TABLE alias_skeletons (player INTEGER PRIMARY KEY, skeleton TEXT NOT NULL);
INSERT INTO alias_skeletons VALUES(1,'hopper');
CREATE TABLE unsealed_streams (stream INTEGER PRIMARY KEY, through INTEGER NOT NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('teams',1);
INSERT INTO sqlite_sequence VALUES('identity_keys',1);
INSERT INTO sqlite_sequence VALUES('apps',1);
INSERT INTO sqlite_sequence VALUES('audit',3);
INSERT INTO sqlite_sequence VALUES('players',1);
INSERT INTO sqlite_sequence VALUES('devices',1);
INSERT INTO sqlite_sequence VALUES('sessions',1);
CREATE UNIQUE INDEX leaderboard_ids ON leaderboards (app, id) WHERE is_removed = 0;
CREATE INDEX score_id_places_by_run ON score_id_places (run, first
);
CREATE INDEX administrators ON players (number) WHERE is_administrator = 1;
CREATE UNIQUE INDEX device_names ON devices (player, name) WHERE name IS NOT NULL;
CREATE INDEX sessions_by_player ON sessions (player);
CREATE INDEX sessions_by_device ON sessions (device);
CREATE INDEX sessions_by_last_use ON sessions (last_used);
CREATE INDEX notices_by_player ON notices (player, id);
CREATE INDEX reviews_by_state ON reviews (state, id);
CREATE INDEX reviews_by_app ON reviews (app, state, id);
CREATE INDEX reviews_by_player ON reviews (player, leaderboard, id);
CREATE INDEX reviews_by_score ON reviews (team, environment, sequence) WHERE state = 0 AND sequence NOT NULL;
CREATE INDEX reviews_by_content ON reviews (player, app, thing, subject) WHERE state = 0 AND thing NOT NULL;
CREATE INDEX reports_by_reporter ON reports (reporter, created);
CREATE UNIQUE INDEX achievement_ids ON achievements (app, id) WHERE is_removed = 0;
CREATE INDEX challenges_received ON challenges (receiver, number);
CREATE INDEX challenges_sent ON challenges (sender, number);
CREATE INDEX challenges_pending ON challenges (number) WHERE state = 1;
CREATE INDEX challenges_completed ON challenges (receiver, settled_by) WHERE settled_by IS NOT NULL;
CREATE INDEX challenge_mutes_by_sender ON challenge_mutes (sender);
CREATE INDEX friend_requests_by_receiver ON friend_requests (receiver, is_hidden, created);
CREATE INDEX friend_request_times_by_sender ON friend_request_times (sender, created);
CREATE INDEX friend_request_times_by_receiver ON friend_request_times (receiver);
CREATE INDEX player_blocks_by_blocked ON player_blocks (blocked);
CREATE INDEX friend_invitations_by_player ON friend_invitations (player);
CREATE INDEX audit_by_team ON audit (team, id);
CREATE UNIQUE INDEX team_ids ON teams (id);
CREATE INDEX team_members_by_player ON team_members (player);
CREATE INDEX team_invitations_by_player ON team_invitations (player) WHERE player IS NOT NULL;
CREATE INDEX notices_by_game ON notices (player, app, environment, id) WHERE app IS NOT NULL;
CREATE INDEX notices_unread ON notices (player, app, environment, id) WHERE is_read = 0;
CREATE INDEX push_subscriptions_by_player ON push_subscriptions (player, id);
CREATE INDEX pushes_due ON pushes (due, id) WHERE is_taken = 0;
CREATE INDEX pushes_by_subscription ON pushes (subscription);
CREATE INDEX webhook_deliveries_by_app ON webhook_deliveries (app, environment, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due, id) WHERE state = 0;
CREATE INDEX webhook_deliveries_done ON webhook_deliveries (created) WHERE state <> 0;
CREATE INDEX overtakings_by_player ON overtakings (player);
CREATE INDEX photos_small ON profiles (photo_small) WHERE photo_small IS NOT NULL;
CREATE INDEX photos_normal ON profiles (photo_normal) WHERE photo_normal IS NOT NULL;
CREATE INDEX erasures_unfinished ON erasures (player) WHERE finished IS NULL;
CREATE INDEX challenges_settled ON challenges (settled) WHERE settled IS NOT NULL;
CREATE INDEX shares_by_player ON shares (player);
CREATE INDEX shares_by_app ON shares (app, environment);
CREATE INDEX pushes_due_by_origin ON pushes (origin, due, id) WHERE is_taken = 0;
CREATE INDEX webhook_deliveries_due_by_app ON webhook_deliveries (app, environment, due, id) WHERE state = 0;
CREATE INDEX score_replays_by_trace ON score_replays (trace) WHERE trace IS NOT NULL;
CREATE INDEX used_tickets_by_expiry ON used_tickets (expires);
CREATE INDEX alias_skeletons_by_look ON alias_skeletons (skeleton, player);
CREATE INDEX sessions_by_age ON sessions (created);
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
COMMIT;
PRAGMA application_id = 1281454700;
PRAGMA user_version = 35;
