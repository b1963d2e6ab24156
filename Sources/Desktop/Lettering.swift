import CLaurelSDL

/// Lines of text as pictures, kept while they are seen.
@MainActor final class Lettering {
    /// 0xRRGGBB, and how opaque it is.
    struct Ink: Hashable {
        let color: UInt32
        var alpha: UInt8 = 255

        fileprivate var value: SDL_Color {
            SDL_Color(
                r: UInt8(truncatingIfNeeded: color >> 16), g: UInt8(truncatingIfNeeded: color >> 8),
                b: UInt8(truncatingIfNeeded: color), a: alpha)
        }
    }

    private struct Line: Hashable {
        let text: String
        let pixels: Int32
        let ink: Ink
        let outline: Int32
    }

    private struct Entry {
        let texture: Texture
        /// How far its base line is below where a plain line has its own, in pixels: fonts differ in what they leave
        /// above their letters.
        let drop: Float
        var lastFrame: Int
    }

    /// What was not seen for this many frames goes, once there are many.
    private static let framesKept = 90
    private static let countLimit = 200
    /// Over the picture of a game: cream letters with a brown edge, as renderer.js draws them.
    private static let sign = Ink(color: 0xFFFBE8)
    private static let edge = Ink(color: 0x261206, alpha: 199)

    /// Where a plain line's base line is, as a part of its size: letters stand in the middle of a layout's line of 1.36
    /// then, whatever their font.
    private static let baseLine: Float = 0.93

    let fonts: FontBook
    private let renderer: OpaquePointer
    private var lines: [Line: Entry] = [:]
    private var widths: [Line: Float] = [:]
    private var frame = 0

    init(fonts: FontBook, renderer: OpaquePointer) {
        self.fonts = fonts
        self.renderer = renderer
    }

    func beginFrame() {
        frame += 1
        guard lines.count > Self.countLimit else { return }
        lines = lines.filter { frame - $0.value.lastFrame <= Self.framesKept }
        if widths.count > 4 * Self.countLimit { widths = [:] }
    }

    func forget() {
        lines = [:]
        widths = [:]
        fonts.forgetSizes()
    }

    /// A line as the draw list has it: (x, y) is the middle of its height.
    func drawSign(_ text: String, x: Float, y: Float, pixels: Float, alignment: Int32, alpha: UInt8) {
        let size = Int32(pixels.rounded())
        let line = Line(text: text, pixels: size, ink: Self.sign, outline: max(size / 10, 1))
        guard let texture = entry(line)?.texture else { return }
        let left = alignment == 0 ? x : alignment == 1 ? x - texture.width / 2 : x - texture.width
        texture.draw(renderer, x: left.rounded(), y: (y - texture.height / 2).rounded(), alpha: alpha)
    }

    /// A plain line, (x, y) its upper left corner.
    func draw(_ text: String, x: Float, y: Float, pixels: Float, ink: Ink, alpha: UInt8 = 255) {
        guard !text.isEmpty else { return }
        let line = Line(text: text, pixels: Int32(pixels.rounded()), ink: ink, outline: 0)
        guard let entry = entry(line) else { return }
        entry.texture.draw(renderer, x: x.rounded(), y: (y - entry.drop).rounded(), alpha: alpha)
    }

    /// In pixels.
    func width(of text: String, pixels: Float) -> Float {
        guard !text.isEmpty else { return 0 }
        let size = Int32(pixels.rounded())
        let line = Line(text: text, pixels: size, ink: Self.sign, outline: 0)
        if let known = widths[line] { return known }
        var sum: Float = 0
        for run in fonts.runs(of: text, pixels: size) {
            var across: Int32 = 0
            TTF_SizeUTF8(run.font, run.text, &across, nil)
            sum += Float(across)
        }
        widths[line] = sum
        return sum
    }

    /// As much of it as fits, with an ellipsis where something is left out.
    func cut(_ text: String, to width: Float, pixels: Float) -> String {
        guard self.width(of: text, pixels: pixels) > width else { return text }
        var rest = text
        while !rest.isEmpty, self.width(of: rest + "…", pixels: pixels) > width { rest.removeLast() }
        return rest + "…"
    }

    /// Broken between words, and between any two Chinese characters; and within a word that is longer than a line, such
    /// as an address.
    func wrap(_ text: String, width: Float, pixels: Float) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in Self.words(text) {
            if line.isEmpty || self.width(of: line + word.drop(while: \.isNewline), pixels: pixels) <= width {
                line += word
            } else {
                if !line.isEmpty { lines.append(line) }
                line = String(word.drop { $0 == " " })
            }
            while line.count > 1, self.width(of: line, pixels: pixels) > width {
                var part = line
                while part.count > 1, self.width(of: part, pixels: pixels) > width { part.removeLast() }
                lines.append(part)
                line.removeFirst(part.count)
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Each with the space before it.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        for letter in text {
            let isWide = (letter.unicodeScalars.first?.value ?? 0) >= 0x2E80
            let isMark = "，。！？：；、）”’…".contains(letter)
            let beginsAnew = letter == " " || (isWide && !isMark) || words.isEmpty
            if beginsAnew { words.append(String(letter)) } else { words[words.count - 1].append(letter) }
        }
        return words
    }

    private func entry(_ line: Line) -> Entry? {
        if let entry = lines[line] {
            lines[line]?.lastFrame = frame
            return entry
        }
        let made = make(line)
        if let made { lines[line] = made }
        return made
    }

    private func make(_ line: Line) -> Entry? {
        let runs = fonts.runs(of: line.text, pixels: line.pixels)
        let ascent = runs.map { TTF_FontAscent($0.font) }.max() ?? 0
        let descent = runs.map { TTF_FontHeight($0.font) - TTF_FontAscent($0.font) }.max() ?? 0
        var width: Int32 = 0
        for run in runs {
            var across: Int32 = 0
            TTF_SizeUTF8(run.font, run.text, &across, nil)
            width += across
        }
        let edge = line.outline * 2
        guard width > 0, width < 8192,
            let whole = SDL_CreateRGBSurfaceWithFormat(
                0, width + edge, ascent + descent + edge, 32, SDL_PIXELFORMAT_ARGB8888.rawValue)
        else { return nil }
        defer { SDL_FreeSurface(whole) }
        if line.outline > 0 {
            let outlined = fonts.runs(of: line.text, pixels: line.pixels, outline: line.outline)
            blit(outlined, Self.edge, ascent: ascent, at: 0, overlap: edge, SDL_BLENDMODE_NONE, to: whole)
        }
        let mode = line.outline > 0 ? SDL_BLENDMODE_BLEND : SDL_BLENDMODE_NONE
        blit(runs, line.ink, ascent: ascent, at: line.outline, overlap: 0, mode, to: whole)
        guard let texture = Texture(whole, on: renderer) else { return nil }
        return Entry(texture: texture, drop: Float(ascent) - Float(line.pixels) * Self.baseLine, lastFrame: frame)
    }

    /// One run behind the other, on one base line.
    private func blit(
        _ runs: [FontBook.Run], _ ink: Ink, ascent: Int32, at start: Int32, overlap: Int32, _ mode: SDL_BlendMode,
        to whole: UnsafeMutablePointer<SDL_Surface>
    ) {
        var x = start
        for run in runs {
            guard let surface = TTF_RenderUTF8_Blended(run.font, run.text, ink.value) else { continue }
            SDL_SetSurfaceBlendMode(surface, mode)
            // SDL_ttf counts the outline as part of a font's ascent.
            let y = start + ascent - (TTF_FontAscent(run.font) - overlap)
            var rect = SDL_Rect(x: x, y: y, w: surface.pointee.w, h: surface.pointee.h)
            SDL_UpperBlit(surface, nil, whole, &rect)
            x += surface.pointee.w - overlap
            SDL_FreeSurface(surface)
        }
    }
}
