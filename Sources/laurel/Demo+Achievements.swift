import LaurelArcade
import LaurelDomain
import LaurelMonkeyJump
import LaurelOasis
import LaurelService
import LaurelWhackACac

/// The achievements of the demo games: each of a game's feats, with points and texts.
extension Demo {
    private struct Texts {
        let title, before, after: String

        init(_ title: String, _ before: String, _ after: String) {
            self.title = title
            self.before = before
            self.after = after
        }
    }

    static func monkeyJumpAchievements() throws -> [AchievementConfiguration] {
        try LaurelMonkeyJump.Feat.allCases.map { feat in
            let (points, english, chinese) = texts(of: feat)
            return try achievement(feat, points, english, chinese)
        }
    }

    static func whackACacAchievements() throws -> [AchievementConfiguration] {
        try LaurelWhackACac.Feat.allCases.map { feat in
            let (points, english, chinese) = texts(of: feat)
            return try achievement(feat, points, english, chinese)
        }
    }

    static func oasisAchievements() throws -> [AchievementConfiguration] {
        try LaurelOasis.Feat.allCases.map { feat in
            let (points, english, chinese) = texts(of: feat)
            return try achievement(feat, points, english, chinese)
        }
    }

    private static func achievement(
        _ feat: some FeatKind, _ points: Int, _ english: Texts, _ chinese: Texts
    ) throws -> AchievementConfiguration {
        let localizations = [(LanguageTag.english, english), (try LanguageTag("zh-Hans"), chinese)]
        return AchievementConfiguration(
            id: try AchievementID("\(feat.identifier)"), referenceName: english.title, points: points, isHidden: false,
            isRepeatable: false, isArchived: false,
            localizations: localizations.map { language, texts in
                AchievementLocalization(
                    language: language, title: texts.title, descriptionBefore: texts.before,
                    descriptionAfter: texts.after)
            })
    }

    private static func texts(of feat: LaurelMonkeyJump.Feat) -> (Int, Texts, Texts) {
        switch feat {
        case .firstRun:
            (
                10, Texts("First Run", "Finish a run.", "You finished your first run."),
                Texts("第一次奔跑", "完成一次奔跑。", "你完成了第一次奔跑。")
            )
        case .metres500:
            (
                50, Texts("500 Meters", "Reach 500 m in a single run.", "You reached 500 m in a single run."),
                Texts("五百米", "单局跑到 500 米。", "你单局跑到了 500 米。")
            )
        case .metres1000:
            (
                100, Texts("1,000 Meters", "Reach 1,000 m in a single run.", "You reached 1,000 m in a single run."),
                Texts("一千米", "单局跑到 1000 米。", "你单局跑到了 1000 米。")
            )
        case .roundTheClock:
            (
                100,
                Texts(
                    "Round the Clock", "Run 1,600 m, through the night and into the morning.",
                    "You ran through the night and into the morning."),
                Texts("昼夜不停", "跑 1600 米，穿过黑夜直到天明。", "你跑过了整个黑夜，迎来天明。")
            )
        case .clean250:
            (
                100,
                Texts(
                    "A Clean 250", "Run 250 m without a wasted jump.",
                    "You ran 250 m without a wasted jump."),
                Texts("干净的 250 米", "连续跑 250 米，不白跳一次。", "250 米里，你的每一跳都跳过了障碍。")
            )
        case .twoAtOnce:
            (
                50,
                Texts("Two at Once", "Clear two obstacles with one jump.", "You cleared two obstacles with one jump."),
                Texts("一跃双过", "一跳越过两个障碍。", "你一跳越过了两个障碍。")
            )
        case .naturalist:
            (
                100,
                Texts(
                    "Naturalist", "Get past every kind of obstacle in one run.",
                    "You got past every kind of obstacle in one run."),
                Texts("博物学家", "在一次奔跑中越过每一种障碍。", "每一种障碍，你都越过了。")
            )
        case .limbo:
            (
                50,
                Texts(
                    "Limbo", "Run under five flying parrots or leaping frogs in one run.",
                    "Five went over your head while you stayed on the ground."),
                Texts("低头快跑", "在一次奔跑中，从五只高飞的鹦鹉或跃起的青蛙下面跑过。", "五次，它们都从你头上越过。")
            )
        case .beatAFriend:
            (
                100, Texts("Beat a Friend", "Beat a friend's score in a challenge.", "You beat a friend's score."),
                Texts("超越好友", "在挑战中超过好友的分数。", "你在挑战中超过了好友的分数。")
            )
        }
    }

    private static func texts(of feat: LaurelWhackACac.Feat) -> (Int, Texts, Texts) {
        switch feat {
        case .killOne:
            (
                10, Texts("First Whack", "Whack a cactus.", "You whacked your first cactus."),
                Texts("初试身手", "击中一棵仙人掌。", "你击中了第一棵仙人掌。")
            )
        case .hits50:
            (
                50, Texts("50 Cacti", "Whack 50 cacti in one game.", "You whacked 50 cacti in one game."),
                Texts("五十棵", "一局击中 50 棵仙人掌。", "你一局击中了 50 棵仙人掌。")
            )
        case .hits100:
            (
                100, Texts("100 Cacti", "Whack 100 cacti in one game.", "You whacked 100 cacti in one game."),
                Texts("一百棵", "一局击中 100 棵仙人掌。", "你一局击中了 100 棵仙人掌。")
            )
        case .flawless25:
            (
                100,
                Texts("Flawless 25", "Start a game with 25 hits and no lives lost.", "25 hits, no lives lost."),
                Texts("完美开局", "开局击中 25 棵，一条命也不丢。", "击中 25 棵，一条命也没丢。")
            )
        case .sharpshooter:
            (
                100,
                Texts("Sharpshooter", "Land 30 hits in a row without striking sand.", "30 swings, 30 cacti."),
                Texts("百发百中", "连续命中 30 次，一次也不打在沙上。", "30 次出手，次次命中。")
            )
        case .quickDraw:
            (
                50,
                Texts(
                    "Quick Draw", "Whack a cactus within 0.4 seconds of it popping up.",
                    "You whacked it the moment it popped up."),
                Texts("快手", "在仙人掌冒出后 0.4 秒内击中它。", "它刚一露头，就被你击中了。")
            )
        case .closeCall:
            (
                50,
                Texts(
                    "Close Call", "Whack a cactus in its last tenth of a second.",
                    "A tenth of a second later, it would have been gone."),
                Texts("千钧一发", "在最后十分之一秒击中仙人掌。", "再晚十分之一秒，它就逃走了。")
            )
        case .survive1:
            (
                50, Texts("One Minute", "Survive one minute in timed mode.", "You survived one minute."),
                Texts("坚持一分钟", "在计时模式中坚持一分钟。", "你坚持了一分钟。")
            )
        case .survive3:
            (
                100, Texts("Three Minutes", "Survive three minutes in timed mode.", "You survived three minutes."),
                Texts("坚持三分钟", "在计时模式中坚持三分钟。", "你坚持了三分钟。")
            )
        case .beatAFriend:
            (
                100, Texts("Beat a Friend", "Beat a friend's score in a challenge.", "You beat a friend's score."),
                Texts("超越好友", "在挑战中超过好友的分数。", "你在挑战中超过了好友的分数。")
            )
        }
    }

    private static func texts(of feat: LaurelOasis.Feat) -> (Int, Texts, Texts) {
        switch feat {
        case .firstMatch:
            (
                10, Texts("First Match", "Finish an online match.", "You finished your first online match."),
                Texts("第一局", "完成一局在线对局。", "你完成了第一局在线对局。")
            )
        case .firstWin:
            (
                50,
                Texts(
                    "First Win", "Win an online match that is played to its end.", "You won your first online match."),
                Texts("首胜", "在线对局下到终局并获胜。", "你赢得了第一局在线对局。")
            )
        case .points30:
            (
                100, Texts("30 Points", "Score 30 points in a match.", "You scored 30 points in a match."),
                Texts("三十分", "单局得到 30 分。", "你单局得到了 30 分。")
            )
        case .photoFinish:
            (
                50, Texts("Photo Finish", "Win a match by a single point.", "You won by a single point."),
                Texts("一分险胜", "以一分之差赢得一局。", "你以一分之差获胜。")
            )
        case .fullTable:
            (
                100,
                Texts(
                    "Full Table", "Win against three players who stay to the end.",
                    "You won against three others."),
                Texts("满桌称雄", "战胜三位坚持到最后的对手。", "你战胜了三位对手。")
            )
        }
    }
}
