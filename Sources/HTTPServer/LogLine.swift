/// One event as a line of JSON, whatever its texts hold: no value can end its string or its line, or start another.
public enum LogLine {
    /// Appends `{"name":"value",…}` and a line feed.
    ///
    /// Control characters become spaces. So do the separators that some readers of lines take for an end of one
    /// (Unicode, section 5.8), and what turns the direction of a terminal's text (UAX 9).
    public static func append(_ fields: KeyValuePairs<String, String?>, to bytes: inout [UInt8]) {
        bytes.append("{")
        var isFirst = true
        for (name, value) in fields {
            guard let value else { continue }
            if !isFirst { bytes.append(",") }
            isFirst = false
            bytes.append("\"")
            bytes.append(contentsOf: name.utf8)
            bytes.append("\":\"")
            for scalar in value.unicodeScalars { append(scalar, to: &bytes) }
            bytes.append("\"")
        }
        bytes.append("}\n")
    }

    private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        switch scalar.value {
        case 0x22, 0x5C:
            bytes.append(ASCII.backslash)
            bytes.append(UInt8(truncatingIfNeeded: scalar.value))
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: bytes.append(0x20)
        default: bytes.append(contentsOf: String(scalar).utf8)
        }
    }
}
