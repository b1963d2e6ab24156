import LaurelDesktop
import LaurelOasis

/// What tiles, players and signs look like. The colours are those of Web/site/play/oasis/style.css.
@MainActor enum Looks {
    /// Friends and matches in a list, at most.
    static let rows = 8

    // MARK: Names of art

    private static let hues = ["red", "yellow", "green", "blue", "purple", "night"]
    private static let pictures = ["monkey", "banana", "cactus", "coconut", "snake", "flower"]
    /// The four players come from the other two games; width and height of their art.
    private static let players: [(name: String, art: String, width: Float, height: Float)] = [
        ("monkey", "monkey-head", 52, 46), ("cactus", "cactus-small", 54, 66), ("owl", "owl", 54, 66),
        ("frog", "frog-sit", 48, 38),
    ]

    static func hue(_ tile: Tile) -> String { "hue-" + hues[Int(tile.hueNumber) % hues.count] }
    static func picture(_ tile: Tile) -> String { "picture-" + pictures[Int(tile.pictureNumber) % pictures.count] }

    /// As it is said.
    static func name(_ tile: Tile) -> String {
        Words.text(
            "oasis.tile", slot: Words.text("oasis.hue." + hues[Int(tile.hueNumber) % hues.count]),
            value: Words.text("oasis.picture." + pictures[Int(tile.pictureNumber) % pictures.count]))
    }

    static func name(_ player: Int) -> String { Words.text("oasis.player." + players[player % players.count].name) }

    /// A player's face, as large as it fits.
    static func face(_ player: Int, in frame: Frame) -> (art: String, frame: Frame) {
        let one = players[player % players.count]
        let scale = min(frame.width / one.width, frame.height / one.height)
        return (
            one.art,
            Frame(
                middleX: frame.middleX, middleY: frame.middleY, width: one.width * scale, height: one.height * scale)
        )
    }

    // MARK: Boxes

    static let seat = BoxStyle("#fff8e6", stroke: BoxStyle.wood, line: 3, radius: 26, shadow: 3)
    static let turn = BoxStyle("#ffd862", stroke: "#ffffff", line: 4, radius: 26, shadow: 3)
    static let count = BoxStyle("#b06b34", stroke: "#5b2f14", line: 1.5, radius: 2)
    static let frame = BoxStyle("#a5662f", stroke: BoxStyle.wood, line: 3, radius: 22, shadow: 8)
    static let sand = BoxStyle("#fbe0a8", bottom: "#f0c983", radius: 12)
    static let cell = BoxStyle("#96591a", radius: 14, opacity: 0.13)
    static let rack = BoxStyle("#c98443", bottom: "#9c5b27", stroke: BoxStyle.wood, line: 3, radius: 19, shadow: 4)
    static let slot = BoxStyle("#3c1905", radius: 14, opacity: 0.35)
    static let last = BoxStyle("#ffffff", stroke: "#ffffff", line: 4, radius: 14, opacity: 0)
    static let dull = BoxStyle("#3c1905", radius: 14, opacity: 0.42)
    static let chosen = BoxStyle("#ffd23c", stroke: "#ffffff", line: 5, radius: 16, opacity: 0)
    static let needed = BoxStyle("#ffffff", radius: 999, opacity: 0.7)
    static let card = BoxStyle("#fff8e6", stroke: BoxStyle.wood, line: 4, radius: 26, shadow: 7)
    static let chair = BoxStyle("#fff8e6", stroke: BoxStyle.wood, line: 4, radius: 24, shadow: 5)
    static let empty = BoxStyle("#fff8e6", stroke: BoxStyle.wood, line: 2, radius: 24, opacity: 0.55)
    static let row = BoxStyle("#f6e9cd", radius: 14)
    static let field = BoxStyle("#ffffff", stroke: BoxStyle.wood, line: 3, radius: 14)
    static let key = BoxStyle("#f6e9cd", stroke: "#c9ad7d", line: 1.5, radius: 10)
    static let paper = BoxStyle("#ffffff", stroke: "#c9ad7d", line: 2, radius: 14)
    static let picked = BoxStyle("#d9f2bf", stroke: "#3f9436", line: 2, radius: 14)
    static let primary = BoxStyle("#9be35a", bottom: "#4aa52b", stroke: BoxStyle.wood, line: 4, shadow: 5)
    static let quiet = BoxStyle("#fff8e6", stroke: BoxStyle.wood, line: 3, shadow: 3)
    static let off = BoxStyle("#efe6d2", stroke: "#d8cbb4", line: 2)
    static let round = BoxStyle("#ffe391", bottom: "#ffc02e", stroke: BoxStyle.wood, line: 3, shadow: 3)
    static let plain = BoxStyle("#fff8e6", radius: 14, opacity: 0.9)
    static let badge = BoxStyle("#ffffff", stroke: BoxStyle.wood, line: 2)

    /// A cell where a tile may go, by what it brings.
    static func legal(_ points: Int32) -> BoxStyle {
        points >= 8
            ? BoxStyle("#ffd23c", stroke: "#ffffff", line: 3, radius: 14)
            : points >= 4
                ? BoxStyle("#ffe26e", stroke: "#ffffff", line: 3, radius: 14, opacity: 0.88)
                : BoxStyle("#ffffff", stroke: "#ffffff", line: 3, radius: 14, opacity: 0.68)
    }

    /// The steps of the end, by rank.
    static func step(_ rank: Int) -> BoxStyle {
        switch rank {
        case 1: BoxStyle("#ffe07a", bottom: "#f0a52a", stroke: BoxStyle.wood, line: 3, radius: 10)
        case 2: BoxStyle("#f1f1ee", bottom: "#b9bcc2", stroke: BoxStyle.wood, line: 3, radius: 10)
        case 3: BoxStyle("#eec29a", bottom: "#b9773f", stroke: BoxStyle.wood, line: 3, radius: 10)
        default: BoxStyle("#e9b567", bottom: "#b97a35", stroke: BoxStyle.wood, line: 3, radius: 10)
        }
    }

    // MARK: Signs of 24 by 24 units (Web/site/play/oasis/pieces.js)

    private static func line(_ path: String, _ width: String = "2.4") -> String {
        "<path fill=\"none\" stroke=\"\(BoxStyle.wood)\" stroke-width=\"\(width)\" stroke-linecap=\"round\" "
            + "stroke-linejoin=\"round\" d=\"\(path)\"/>"
    }

    private static func solid(_ path: String, _ color: String = BoxStyle.wood) -> String {
        "<path fill=\"\(color)\" stroke=\"\(BoxStyle.wood)\" stroke-width=\"1\" stroke-linejoin=\"round\" "
            + "d=\"\(path)\"/>"
    }

    static let swap = line(
        "M5 9.5A7.5 7.5 0 0 1 18.5 8M19 4.5V8.5H15M19 14.5A7.5 7.5 0 0 1 5.5 16M5 19.5V15.5H9")
    static let pass = solid("M5 6l7 6-7 6zM13 6l7 6-7 6z")
    static let confirm = line("M5 12.5l4.5 4.5L19 7.5", "3.6")
    static let cancel = line("M6.5 6.5l11 11m0-11l-11 11", "3.6")
    static let plus = line("M12 5v14M5 12h14", "3.6")
    static let person =
        solid("M12 12a4.2 4.2 0 1 0 0-8.4A4.2 4.2 0 0 0 12 12zM4 20.5c.6-4.3 3.8-6.5 8-6.5s7.4 2.2 8 6.5z")
    static let star = solid("M12 3.2l2.7 5.6 6.1.8-4.5 4.3 1.1 6.1L12 17l-5.4 3 1.1-6.1L3.2 9.6l6.1-.8z", "#e58a0b")
    static let erase = line("M9.5 6H20v12H9.5L4 12zM12 9.5l5 5m0-5-5 5", "2.2")
    static let paste = line("M8.5 5H6v15h12V5h-2.5M9 3h6v4H9zM9.5 12h5M9.5 16h5", "2.2")
    static let crown = solid("M3.5 18.5L2.5 8l5 4L12 4.5 16.5 12l5-4-1 10.5z", "#ffb52e")
    static let flag = line("M6 21V4h11l-2.5 4L17 12H6")
    static let share = line("M12 14.5V4m-4 4 4-4 4 4M6 12v7.5h12V12")
    static let bell = line("M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2H4.5zM10 21h4")
    static let home = line("M14.5 5.5 8 12l6.5 6.5")
    private static let horn = solid("M4 9.5v5h3.2l4.8 4V5.5l-4.8 4z")
    static let soundOn = horn + line("M15 9.2a4 4 0 0 1 0 5.6M17.6 6.8a7.4 7.4 0 0 1 0 10.4")
    static let soundOff = horn + line("m15.5 9.5 5 5m0-5-5 5")

    // MARK: Drawings

    /// The day over the dunes, as in Web/site/play/oasis/index.html.
    static let scenery: (width: Float, height: Float) = (1600, 900)
    static let drawings = [
        "scenery": """
        <svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900"><defs>\
        <linearGradient id="a" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2f9be0"/>\
        <stop offset=".5" stop-color="#8fd3f0"/><stop offset=".8" stop-color="#fbe3b4"/></linearGradient>\
        <linearGradient id="d" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#edaf60"/>\
        <stop offset="1" stop-color="#d9913f"/></linearGradient></defs>\
        <rect width="1600" height="900" fill="url(#a)"/>\
        <circle cx="1270" cy="170" r="150" fill="#ffe08a" fill-opacity=".22"/>\
        <circle cx="1270" cy="170" r="104" fill="#ffe08a" fill-opacity=".4"/>\
        <circle cx="1270" cy="170" r="66" fill="#fff6c8"/>\
        <path d="M0 500C180 440 330 470 520 452S900 420 1080 456S1420 430 1600 470V900H0Z" fill="#f3c98b"/>\
        <path d="M0 560C260 480 520 560 820 530S1360 500 1600 560V900H0Z" fill="#efb56c"/>\
        <path d="M0 660C280 590 620 680 900 640S1400 610 1600 660V900H0Z" fill="url(#d)"/></svg>
        """
    ]
}
