import CLaurelFreeType
import Glibc

/// Where the letters of pictures come from: Debian's packages, the best first. A letter is drawn in the first one that
/// has it.
public enum CardFonts {
    struct File: Hashable {
        let path: String
        /// A collection has several.
        var index = 0
    }

    private static let noto = "/usr/share/fonts/opentype/noto/NotoSansCJK-"
    private static let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans"
    /// Chinese for machines with little room.
    private static let small = [
        File(path: "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"),
        File(path: "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc"),
        File(path: "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc"),
    ]

    // 2: Simplified Chinese, the third face of that collection.
    static let bold =
        [File(path: noto + "Bold.ttc", index: 2), File(path: dejaVu + "-Bold.ttf"), File(path: dejaVu + ".ttf")] + small
    static let regular = [File(path: noto + "Regular.ttc", index: 2), File(path: dejaVu + ".ttf")] + small

    /// What this machine can write.
    public static var writes: (latin: Bool, chinese: Bool) {
        let isThere = { (file: File) in access(file.path, R_OK) == 0 }
        let chinese = isThere(regular[0]) || small.contains(where: isThere)
        return (chinese || regular.contains(where: isThere), chinese)
    }
}

/// Fonts, opened once: before the helper gives up the right to open files. Their files are mapped into memory.
final class Typefaces {
    private var library: FT_Library?
    private var faces: [FT_Face] = []

    init(_ files: [CardFonts.File]) {
        guard FT_Init_FreeType(&library) == 0 else { return }
        for file in files {
            var face: FT_Face?
            if FT_New_Face(library, file.path, FT_Long(file.index), &face) == 0, let face { faces.append(face) }
        }
    }

    deinit {
        for face in faces { FT_Done_Face(face) }
        FT_Done_FreeType(library)
    }

    /// A letter as its font has it.
    struct Glyph {
        let index: FT_UInt
        let face: FT_Face
    }

    /// The glyphs of a text, letter by letter; what no font has is left out, such as emoji.
    func glyphs(_ text: String) -> [[Glyph]] {
        var letters: [[Glyph]] = []
        // What was left out leaves no hole.
        var isSpaceWaiting = false
        for character in text {
            let scalars = character.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }
            if character.isWhitespace {
                isSpaceWaiting = !letters.isEmpty
                continue
            }
            guard !scalars.isEmpty, let face = faces.first(where: { Self.has(scalars, $0) }) else { continue }
            if isSpaceWaiting { letters.append([Glyph(index: FT_Get_Char_Index(face, 0x20), face: face)]) }
            isSpaceWaiting = false
            letters.append(scalars.map { Glyph(index: FT_Get_Char_Index(face, FT_ULong($0.value)), face: face) })
        }
        return letters
    }

    private static func has(_ scalars: some Collection<Unicode.Scalar>, _ face: FT_Face) -> Bool {
        scalars.allSatisfy { FT_Get_Char_Index(face, FT_ULong($0.value)) != 0 }
    }

    /// FT_LOAD_NO_BITMAP: outlines alone, at every size.
    private static let loadFlags: FT_Int32 = 1 << 3
    /// FT_LOAD_RENDER: 256 shades of grey. Source: freetype.h.
    private static let renderFlags: FT_Int32 = loadFlags | 1 << 2

    /// In pixels.
    func width(of glyphs: some Sequence<[Glyph]>, size: Int) -> Int {
        var width = 0
        for glyph in glyphs.joined() {
            FT_Set_Pixel_Sizes(glyph.face, 0, FT_UInt(size))
            guard FT_Load_Glyph(glyph.face, glyph.index, Self.loadFlags) == 0 else { continue }
            width += Int(glyph.face.pointee.glyph.pointee.advance.x)
        }
        // In 64ths of a pixel.
        return (width + 63) / 64
    }

    /// How many letters, from the first one on, are no wider than this together. O(*n*).
    func count(of glyphs: [[Glyph]], size: Int, fitting room: Int) -> Int {
        var taken = 0
        for (index, letter) in glyphs.enumerated() {
            taken += width(of: [letter], size: size)
            if taken > room { return index }
        }
        return glyphs.count
    }

    /// - Parameter dot: paints a point, with how much of it is covered, 1 to 255.
    func draw(
        _ glyphs: some Sequence<[Glyph]>, size: Int, x: Int, baseline: Int, _ dot: (Int, Int, Int) -> Void
    ) {
        var pen = x * 64
        for glyph in glyphs.joined() {
            FT_Set_Pixel_Sizes(glyph.face, 0, FT_UInt(size))
            guard FT_Load_Glyph(glyph.face, glyph.index, Self.renderFlags) == 0, let slot = glyph.face.pointee.glyph
            else { continue }
            let bitmap = slot.pointee.bitmap
            if let buffer = bitmap.buffer {
                let (left, top) = (pen / 64 + Int(slot.pointee.bitmap_left), baseline - Int(slot.pointee.bitmap_top))
                for row in 0..<Int(bitmap.rows) {
                    for column in 0..<Int(bitmap.width) {
                        let cover = Int(buffer[row * Int(bitmap.pitch) + column])
                        if cover > 0 { dot(left + column, top + row, cover) }
                    }
                }
            }
            pen += Int(slot.pointee.advance.x)
        }
    }
}
