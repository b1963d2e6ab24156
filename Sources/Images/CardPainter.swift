import LaurelDomain

/// Paints the picture of a shared page: words on the left, the game on the right.
struct CardPainter {
    private let bold: Typefaces
    private let regular: Typefaces

    /// Opens the fonts; those that are not there are done without.
    init() {
        bold = Typefaces(CardFonts.bold)
        regular = Typefaces(CardFonts.regular)
    }

    /// - Returns: a PNG; nil when there is no memory for it.
    func paint(_ card: ShareCard, photo: [UInt8]) -> [UInt8]? {
        guard let canvas = Canvas() else { return nil }
        let moods = Self.moods
        let mood = moods[((card.tint % moods.count) + moods.count) % moods.count]
        canvas.gradient(mood.light, mood.deep)
        if let art = card.art.isEmpty ? nil : Picture(card.art) {
            draw(art, canvas, mood)
        } else {
            wreath(canvas, mood.light.mixed(Self.white, 0.22))
        }
        words(card, photo, canvas)
        return canvas.png
    }

    // MARK: Colours

    private struct Mood { let light: Ink, deep: Ink }

    /// The colours of the site's placeholders, deep enough for white words: 4.5 : 1 and more.
    private static let moods = [
        (0x2C704D, 0x123524), (0x2F5A8C, 0x152A45), (0x8A4526, 0x43200F), (0x5F3B7C, 0x2B1A3A), (0x6B5615, 0x322809),
        (0x1F6067, 0x0D2D31),
    ].map { Mood(light: Ink($0.0), deep: Ink($0.1)) }
    private static let white = Ink(0xFFFEFB)
    private static let soft = Ink(0xFFFEFB, alpha: 205)
    private static let shade = Ink(0x1B231D)
    private static let plain = Ink(0xFFFEFB, alpha: 48)
    /// Gold, silver, bronze.
    private static let medals = [Ink(0xF0C65C), Ink(0xD3DCE2), Ink(0xE2A57C)]

    // MARK: The game

    private static let margin = 72
    /// How wide words may be, beside the game.
    private static let wordsWidth = 600

    /// An icon stands free, a screenshot fades in from the words' side.
    private func draw(_ art: Picture, _ canvas: Canvas, _ mood: Mood) {
        let (width, height) = art.size
        let isIcon = width * 10 < height * 12 && height * 10 < width * 12
        if isIcon {
            let (side, x) = (372, 756)
            let y = (Canvas.height - side) / 2
            canvas.roundedRectangle(
                x: x - 4, y: y + 10, width: side + 8, height: side + 8, radius: 84, Ink(0, alpha: 50))
            canvas.paste(art, x: x, y: y, width: side, height: side) { Canvas.cover($0, $1, side, side, 80) }
        } else {
            let x = 640
            canvas.paste(art, x: x, y: 0, width: Canvas.width - x, height: Canvas.height) { column, _ in
                min(255, column * 255 / 180)
            }
        }
    }

    /// Laurel, for a game without a picture.
    private func wreath(_ canvas: Canvas, _ ink: Ink) {
        let (middleX, middleY, radius) = (960.0, 315.0, 168.0)
        for side in [-1.0, 1.0] {
            for leaf in Self.leaves {
                let (x, y) = (middleX + side * leaf.sin * radius, middleY - leaf.cos * radius)
                // Along the branch, and turned out or in from it.
                for turn in [(cos: 0.819, sin: 0.574), (cos: 0.819, sin: -0.574)] {
                    let along = (x: side * leaf.cos, y: leaf.sin)
                    let angle = (
                        cos: -(along.x * turn.cos - along.y * turn.sin), sin: -(along.x * turn.sin + along.y * turn.cos)
                    )
                    canvas.leaf(
                        x: x + angle.cos * 30, y: y + angle.sin * 30, long: 34, wide: 13, angle: angle, ink)
                }
            }
        }
    }

    /// From near the top (where the branches do not meet) to the bottom, by 20 degrees: sine and cosine.
    private static let leaves: [(sin: Double, cos: Double)] = [
        (0.500, 0.866), (0.766, 0.643), (0.940, 0.342), (1.000, 0.000), (0.940, -0.342), (0.766, -0.643),
        (0.500, -0.866), (0.174, -0.985),
    ]

    // MARK: The words

    private func words(_ card: ShareCard, _ photo: [UInt8], _ canvas: Canvas) {
        let (x, width) = (Self.margin, Self.wordsWidth)
        line(card.game, bold, 34, x, 104, width, Self.soft, canvas)
        let room = draw(photo: photo, x, canvas)
        line(card.player, bold, 48, x + room, 196, width - room, Self.white, canvas)
        let bottom = headline(card.headline, x, 214, width, canvas)
        let used = pill(card, x, bottom + 36, canvas)
        line(card.subject, regular, 32, x + used, bottom + 72, width - used, Self.soft, canvas)
        line(card.call, bold, 34, x, 558, width, Self.white, canvas)
    }

    /// The player's, round, before their name.
    ///
    /// - Returns: how much room it took.
    private func draw(photo bytes: [UInt8], _ x: Int, _ canvas: Canvas) -> Int {
        guard !bytes.isEmpty, let photo = Picture(bytes) else { return 0 }
        let side = 64
        canvas.paste(photo, x: x, y: 147, width: side, height: side) { Canvas.cover($0, $1, side, side, side / 2) }
        return side + 20
    }

    /// As large as its width allows; when that is small, in two lines.
    ///
    /// - Returns: where it ends.
    private func headline(_ text: String, _ x: Int, _ top: Int, _ width: Int, _ canvas: Canvas) -> Int {
        let glyphs = bold.glyphs(text)
        for size in [128, 112, 96, 84, 72] where bold.width(of: glyphs, size: size) <= width {
            draw(glyphs, bold, size, x, top + size, Self.white, canvas)
            return top + size + size / 6
        }
        let size = 60
        var (first, rest) = split(text, size, width)
        if rest.isEmpty { (first, rest) = (text, "") }
        draw(shortened(first, bold, size, width), bold, size, x, top + size, Self.white, canvas)
        draw(shortened(rest, bold, size, width), bold, size, x, top + size * 9 / 4, Self.white, canvas)
        return top + size * 9 / 4 + size / 6
    }

    /// At the last space that leaves a first line which fits; between any two letters of a text without spaces.
    private func split(_ text: String, _ size: Int, _ width: Int) -> (String, String) {
        let letters = Array(text)
        func fits(_ count: Int) -> Bool { bold.width(of: bold.glyphs(String(letters[..<count])), size: size) <= width }
        // More letters are never narrower.
        var (most, least) = (letters.count, 0)
        while least < most {
            let middle = (least + most + 1) / 2
            if fits(middle) { least = middle } else { most = middle - 1 }
        }
        guard most > 0, most < letters.count else { return (text, "") }
        let space = letters[..<most].lastIndex(where: \.isWhitespace).map { $0 > most / 2 ? $0 : most } ?? most
        return (String(letters[..<space]), String(letters[space...].drop(while: \.isWhitespace)))
    }

    /// The rank on its medal.
    ///
    /// - Returns: how much room it took.
    private func pill(_ card: ShareCard, _ x: Int, _ y: Int, _ canvas: Canvas) -> Int {
        let glyphs = bold.glyphs(card.rank)
        guard !glyphs.isEmpty else { return 0 }
        let text = bold.width(of: glyphs, size: 30)
        let medal = card.medal.flatMap { Self.medals.indices.contains($0 - 1) ? Self.medals[$0 - 1] : nil }
        canvas.roundedRectangle(
            x: x, y: y, width: text + 44, height: 52, radius: 26, medal ?? Self.plain)
        draw(glyphs, bold, 30, x + 22, y + 37, medal == nil ? Self.white : Self.shade, canvas)
        return text + 44 + 20
    }

    private func line(
        _ text: String, _ face: Typefaces, _ size: Int, _ x: Int, _ baseline: Int, _ width: Int, _ ink: Ink,
        _ canvas: Canvas
    ) {
        draw(shortened(text, face, size, width), face, size, x, baseline, ink, canvas)
    }

    /// With an ellipsis where it is too wide.
    private func shortened(_ text: String, _ face: Typefaces, _ size: Int, _ width: Int) -> [[Typefaces.Glyph]] {
        let glyphs = face.glyphs(text)
        guard face.width(of: glyphs, size: size) > width else { return glyphs }
        let end = face.glyphs("…")
        let room = width - face.width(of: end, size: size)
        return glyphs.prefix(face.count(of: glyphs, size: size, fitting: room)) + end
    }

    private func draw(
        _ glyphs: [[Typefaces.Glyph]], _ face: Typefaces, _ size: Int, _ x: Int, _ baseline: Int, _ ink: Ink,
        _ canvas: Canvas
    ) {
        face.draw(glyphs, size: size, x: x, baseline: baseline) { canvas.dot($0, $1, ink, cover: $2) }
    }
}
