/// Aliases for guests: an adjective and an animal, such as `Amber Heron` or `琥珀苍鹭` (rule 1.11).
///
/// Each word is at most ``wordLimit`` letters long, so that a name with a number still is an ``Alias``. The words were
/// chosen to mean nothing bad in any pair; a test reads all pairs against the built-in word filter, and
/// docs/decisions/0037-guests.md says how to change the lists.
public enum GuestNames: CaseIterable, Hashable, Sendable {
    case english
    /// The second word is two or three characters long.
    case simplifiedChinese

    /// Letters of an English word: two of them, two spaces and a number fit into 20 characters.
    public static let wordLimit = 7
    /// What follows a pair of words that is taken.
    public static let numbers = 2...9_999

    /// The first language that there are names in; else English.
    /// - Parameter languages: what the device's user reads, best first.
    public init(for languages: [LanguageTag]) {
        for language in languages {
            let text = language.text.lowercased()
            if text == "en" || text.hasPrefix("en-") {
                self = .english
                return
            }
            // Traditional script is written otherwise.
            if text == "zh" || ["zh-hans", "zh-cn", "zh-sg"].contains(where: text.hasPrefix) {
                self = .simplifiedChinese
                return
            }
        }
        self = .english
    }

    public var adjectives: [String] {
        switch self {
        case .english: Self.englishAdjectives
        case .simplifiedChinese: Self.chineseAdjectives
        }
    }

    public var animals: [String] {
        switch self {
        case .english: Self.englishAnimals
        case .simplifiedChinese: Self.chineseAnimals
        }
    }

    /// How many pairs there are.
    public var count: Int { adjectives.count * animals.count }

    /// - Parameters:
    ///   - draw: any number; taken modulo ``count``.
    ///   - number: in ``numbers``; nil: the words alone.
    public func name(_ draw: UInt64, number: Int? = nil) -> String {
        let index = Int(draw % UInt64(max(1, count)))
        let (adjective, animal) = (adjectives[index / animals.count], animals[index % animals.count])
        switch self {
        case .english: return adjective + " " + animal + (number.map { " \($0)" } ?? "")
        case .simplifiedChinese: return adjective + animal + (number.map { "\($0)" } ?? "")
        }
    }

    // MARK: Words

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private static let englishAdjectives = words(
        """
        Agile Alpine Amber Amiable Ancient Arctic Ashen Autumn Azure Bold Brave Breezy Bright Bronze Calm Candid
        Cheery Chestnut Citrus Clever Cloudy Cobalt Copper Coral Cosmic Cozy Crimson Crystal Curious Daring Dawn
        Dapper Deft Desert Dusky Eager Early Earnest Easy Elated Elegant Emerald Fabled Fair Famous Festive Fleet
        Floral Fluffy Forest Frosty Gallant Gentle Gilded Ginger Glad Golden Good Granite Green Happy Hardy Hazel
        Hearty Honest Humble Indigo Ivory Ivy Jade Jaunty Jolly Jovial Joyful Jubilant Keen Kind Lilac Lively Lofty
        Loyal Lucky Lunar Maple Marble Meadow Mellow Merry Mighty Mindful Misty Modest Mossy Navy Neat Nimble Noble
        Ochre Olive Opal Orange Patient Peachy Pearly Plucky Polar Polite Proud Quick Quiet Rapid Ready Regal
        Roaming Robust Rosy Royal Ruby Russet Rustic Saffron Sage Sandy Scarlet Serene Sharp Shiny Silent Silver
        Sincere Sky Smart Snowy Solar Sonic Speedy Spring Starry Steady Stellar Stormy Sturdy Summer Sunny Swift
        Teal Tidy Topaz Trusty Upbeat Velvet Vernal Violet Vivid Warm Wild Winter Wise Witty Zesty
        """
    ).filter { $0.count <= wordLimit }

    private static let englishAnimals = words(
        """
        Alpaca Antler Badger Bear Bison Bobcat Bunting Camel Caracal Caribou Cheetah Cicada Civet
        Condor Coyote Crane Cricket Curlew Deer Dingo Dolphin Dormouse Dove Duck Dunlin Eagle Egret Eider Elk
        Ermine Falcon Ferret Finch Firefly Fox Gannet Gazelle Gecko Giraffe Goldfish Gopher Grebe Grouse
        Gull Hamster Hare Harrier Hawk Hedgehog Heron Hoopoe Hornbill Ibex Ibis Iguana Impala Jackdaw Jaguar Jay
        Kestrel Kite Kiwi Koala Koi Kudu Lark Lemming Lemur Leopard Linnet Lion Lizard Llama Lobster Lynx Macaw
        Magpie Mallard Manatee Marlin Marmot Marten Martin Meerkat Merlin Mole Moose Moth Mouse Narwhal Newt Numbat
        Ocelot Octopus Okapi Opossum Oriole Osprey Otter Owl Panda Panther Parrot Peacock Pelican Penguin Petrel
        Pigeon Pika Pipit Plover Pony Puffin Puma Quail Quokka Rabbit Raven Redwing Robin Rook Sable Salmon Seal
        Serval Siskin Skylark Sparrow Squid Stork Swallow Swan Tapir Tern Thrush Tiger Toad Toucan Trout
        Tuna Turtle Vole Wagtail Walrus Warbler Weasel Whale Wolf Wombat Wren Yak Zebra
        """
    ).filter { $0.count <= wordLimit }

    private static let chineseAdjectives = words(
        """
        琥珀 碧绿 翡翠 珊瑚 白银 金色 青铜 天蓝 海蓝 湖蓝 深蓝 浅绿 橙色 紫色 玫瑰 薄荷 柠檬 樱桃 枫叶 松林 竹林 高山 草原
        森林 沙漠 极地 海岛 溪边 湖边 云端 星空 月光 晨光 朝霞 晚霞 彩虹 春天 夏日 秋日 冬日 微风 清风 细雨 初雪 雪山 勇敢
        机智 聪明 快乐 开心 欢乐 安静 沉稳 温和 温柔 善良 友好 热情 诚实 勤劳 灵巧 灵活 敏捷 迅捷 轻快 活泼 好奇 耐心 谦虚
        坚定 坚强 可靠 忠诚 幸运 自在 逍遥 悠闲 从容 大方 爽朗 阳光 明亮 闪亮 耀眼 神奇
        """)

    private static let chineseAnimals = words(
        """
        苍鹭 白鹭 仙鹤 天鹅 鸿雁 海鸥 燕子 云雀 百灵 画眉 黄鹂 喜鹊 翠鸟 鹦鹉 孔雀 雄鹰 猎鹰 游隼 企鹅 海雀 信鸽 戴胜 犀鸟
        老虎 狮子 猎豹 雪豹 云豹 猞猁 棕熊 北极熊 大熊猫 小熊猫 浣熊 狐狸 水獭 海獭 河狸 松鼠 刺猬 兔子 雪兔 仓鼠 土拨鼠
        羚羊 麋鹿 梅花鹿 驯鹿 长颈鹿 斑马 骏马 骆驼 羊驼 牦牛 野牛 大象 考拉 袋鼠 袋熊 树懒 狐猴 海豚 鲸鱼 海豹 海狮 海象
        章鱼 锦鲤 金鱼 蜻蜓 蝴蝶 萤火虫 蜜蜂 瓢虫 蟋蟀 壁虎
        """)
}
