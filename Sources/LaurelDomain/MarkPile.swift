@_spi(_Unicode) import Swift

/// Marks that pile up on one letter until they cover the lines around it.
///
/// What living scripts need stays: two accents in Vietnamese, three in polytonic Greek, four points in Hebrew, five
/// vowel signs and tones in Burmese.
///
/// - Source: Unicode Technical Standard 39, section 5.4, for the limit of nonspacing marks and the ban on a mark twice;
///   the other two limits are the longest runs of living scripts.
public enum MarkPile {
    /// Marks that any letter can take, such as accents. Polytonic Greek has three on `ᾧ`.
    public static let accentsLimit = 3
    /// Marks above, below and through a letter.
    public static let nonspacingLimit = 4
    /// These and the vowel signs that stand beside it. Burmese has five in `မျှော့`.
    public static let limit = 6

    /// The first mark that is one too many: beyond a limit, or the same twice in a row. O(n).
    ///
    /// An accented letter counts as the letter and its accents, however it is encoded. Joiners and variation selectors
    /// are no marks and end no run.
    public static func excess(in text: String) -> Unicode.Scalar? {
        var run = Run()
        for scalar in text._nfd where !scalar.properties.isDefaultIgnorableCodePoint {
            guard run.takes(scalar) else { return scalar }
        }
        return nil
    }

    /// Whether `text` begins with a mark, which would sit on whatever stands before it.
    static func leads(_ text: String) -> Bool {
        text.unicodeScalars.first { !$0.properties.isDefaultIgnorableCodePoint }.map(\.isMark) ?? false
    }

    private struct Run {
        var marks = 0
        var nonspacing = 0
        var accents = 0
        var last: Unicode.Scalar?

        mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
            guard scalar.isMark else {
                self = Run()
                return true
            }
            marks += 1
            if scalar.properties.generalCategory != .spacingMark {
                guard scalar != last else { return false }
                nonspacing += 1
                if scalar.isAccent { accents += 1 }
            }
            last = scalar
            return marks <= limit && nonspacing <= nonspacingLimit && accents <= accentsLimit
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Of the blocks of combining marks that belong to no script.
    fileprivate var isAccent: Bool {
        switch value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
        default: false
        }
    }
}
