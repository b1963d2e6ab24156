/// What a name may be made of, wherever people see it: letters and signs of every script, and nothing that hides,
/// turns round or breaks what stands beside it.
///
/// - Source: Unicode Technical Report 36, section 3.7, on characters that change how others are shown.
public enum PlainText {
    /// Whether `text` has at most `limit` characters, only such as may stand in a name, and no piles of marks. O(n).
    ///
    /// For all that is written from now on and that others see.
    public static func holds(_ text: String, limit: Int) -> Bool {
        holdsPiles(text, limit: limit) && MarkPile.excess(in: text) == nil && !MarkPile.leads(text)
    }

    /// The same, but marks may pile up: for names that only their owner sees and that must stay reachable, such as
    /// those of saved games.
    public static func holdsPiles(_ text: String, limit: Int) -> Bool {
        // Sixteen bytes a character let every script through.
        text.utf8.count <= limit * 16 && text.count <= limit && text.unicodeScalars.allSatisfy(isAllowed)
    }

    /// Whether anything of `text` can be seen.
    public static func isSeen(_ text: String) -> Bool {
        text.unicodeScalars.contains {
            !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        // The joiners: Persian, Indian scripts and emoji need them.
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}
