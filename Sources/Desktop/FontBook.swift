import CLaurelSDL

/// The fonts of the system by fontconfig: for each letter the first that has it, bold, and for Chinese the forms of the
/// player's language.
@MainActor final class FontBook {
    /// As in Web/site/play/host/style.css, without the names that only a browser knows.
    private static let families = [
        "Baloo 2", "Arial Rounded MT Bold", "Noto Sans CJK SC", "Noto Sans SC", "sans-serif",
    ]

    private struct Size: Hashable {
        let font: Int
        let pixels: Int32
        let outline: Int32
    }

    /// A piece of text in one font.
    struct Run {
        let font: OpaquePointer
        let text: String
    }

    private let set: UnsafeMutablePointer<FcFontSet>
    private var opened: [Size: OpaquePointer] = [:]
    private var fontOf: [UInt32: Int] = [:]

    /// - Parameter language: such as `zh-Hans`.
    init(language: String) throws(HostTrouble) {
        guard TTF_Init() == 0 else { throw .sdl("Can't start the font renderer") }
        guard FcInit() != 0, let pattern = FcPatternCreate() else {
            throw HostTrouble("Can't start fontconfig. Check that /etc/fonts/fonts.conf exists.")
        }
        defer { FcPatternDestroy(pattern) }
        for family in Self.families { FcPatternAddString(pattern, FC_FAMILY, family) }
        FcPatternAddString(pattern, FC_LANG, language.hasPrefix("zh") ? "zh-cn" : language)
        FcPatternAddInteger(pattern, FC_WEIGHT, FC_WEIGHT_BOLD)
        FcPatternAddBool(pattern, FC_SCALABLE, 1)
        FcConfigSubstitute(nil, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        guard let set = FcFontSort(nil, pattern, 0, nil, &result), set.pointee.nfont > 0 else {
            throw HostTrouble(
                "No font found. Install one, such as fonts-dejavu-core, and fonts-noto-cjk for Chinese.")
        }
        self.set = set
    }

    /// Pieces of one font each; marks stay with their letters.
    func runs(of text: String, pixels: Int32, outline: Int32 = 0) -> [Run] {
        var runs: [Run] = []
        var current: Int?
        var piece = ""
        for letter in text {
            let number = letter.unicodeScalars.first.map { font(for: $0.value, after: current) } ?? 0
            if let before = current, before != number {
                append(piece, before, pixels, outline, to: &runs)
                piece = ""
            }
            current = number
            piece.append(letter)
        }
        if let current, !piece.isEmpty { append(piece, current, pixels, outline, to: &runs) }
        return runs
    }

    private func append(_ piece: String, _ font: Int, _ pixels: Int32, _ outline: Int32, to runs: inout [Run]) {
        guard let font = open(Size(font: font, pixels: max(pixels, 4), outline: outline)) else { return }
        runs.append(Run(font: font, text: piece))
    }

    /// A space goes on in the font before it.
    private func font(for scalar: UInt32, after current: Int?) -> Int {
        if scalar == 0x20, let current { return current }
        if let known = fontOf[scalar] { return known }
        var found = 0
        for index in 0..<Int(set.pointee.nfont) {
            var letters: OpaquePointer?
            guard let pattern = set.pointee.fonts[index],
                FcPatternGetCharSet(pattern, FC_CHARSET, 0, &letters) == FcResultMatch,
                let letters, FcCharSetHasChar(letters, scalar) != 0
            else { continue }
            found = index
            break
        }
        fontOf[scalar] = found
        return found
    }

    private func open(_ size: Size) -> OpaquePointer? {
        if let font = opened[size] { return font }
        guard let pattern = set.pointee.fonts[size.font] else { return nil }
        var file: UnsafeMutablePointer<FcChar8>?
        var face: Int32 = 0
        guard FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file else { return nil }
        FcPatternGetInteger(pattern, FC_INDEX, 0, &face)
        // The high half names an instance of a variable font, which SDL_ttf does not know.
        guard let font = TTF_OpenFontIndex(String(cString: file), size.pixels, Int(face & 0xFFFF)) else { return nil }
        TTF_SetFontHinting(font, TTF_HINTING_LIGHT)
        TTF_SetFontOutline(font, size.outline)
        opened[size] = font
        return font
    }

    /// A window of another size needs letters of other sizes.
    func forgetSizes() {
        for font in opened.values { TTF_CloseFont(font) }
        opened = [:]
    }
}
