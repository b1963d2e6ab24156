/// Scripts and style sheets as browsers get them: without comments that fill their lines, indentation and blank lines.
///
/// A third of what a script takes on the wire is comments. The files themselves stay as they are, for those who read
/// and check them; the server makes the shorter form once, when it starts.
///
/// ```swift
/// ServedSource.bytes(Array("// Why.\nlet a = 1;\n".utf8), at: "lib/a.js")  // let a = 1;
/// ```
/// A comment that begins with `/*!` stays: a license's notice has to. So does one beside code.
public enum ServedSource {
    /// - Parameter path: its ending says what the file is. Files that are neither scripts nor style sheets stay as
    ///   they are, and so do those that ``script(_:)`` or ``style(_:)`` is in doubt about.
    public static func bytes(_ source: [UInt8], at path: String) -> [UInt8] {
        if path.hasSuffix(".js") { return script(source) ?? source }
        if path.hasSuffix(".css") { return style(source) ?? source }
        return source
    }

    /// - Returns: the same tokens, with a line break wherever two of them had one in between. Nil: where its comments
    ///   are can't be told for certain, such as behind a slash that may begin a regular expression or divide.
    /// - Complexity: O(*n*).
    public static func script(_ source: [UInt8]) -> [UInt8]? { stripped(source, .script) }

    /// - Returns: nil as for scripts: a string or a comment that doesn't end.
    /// - Complexity: O(*n*).
    public static func style(_ source: [UInt8]) -> [UInt8]? { stripped(source, .style) }

    private static func stripped(_ source: [UInt8], _ language: SourceStripper.Language) -> [UInt8]? {
        var stripper = SourceStripper(source, language)
        do throws(SourceStripper.Doubt) { return try stripper.strip() } catch { return nil }
    }
}
