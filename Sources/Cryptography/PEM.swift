import LaurelDomain

/// Keys and certificates as text (RFC 7468).
public enum PEM {
    /// The contents of all blocks with this label, such as `CERTIFICATE`; what can't be read is left out.
    public static func contents(of text: String, _ label: String) -> [[UInt8]] {
        var contents: [[UInt8]] = []
        var lines: [Substring]?
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("-----BEGIN \(label)-----") {
                lines = []
            } else if line.hasPrefix("-----END \(label)-----") {
                if let block = lines, let bytes = decoded(block.joined()) { contents.append(bytes) }
                lines = nil
            } else {
                lines?.append(line)
            }
        }
        return contents
    }

    private static func decoded(_ text: String) -> [UInt8]? {
        Base64URL.bytes(text.filter { !$0.isWhitespace })
    }
}
