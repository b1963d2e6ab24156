import Foundation

/// A file with a command's options, a line each: `LAUREL_PORT=8080`. systemd reads the same file with
/// `EnvironmentFile=`.
///
/// A line that begins with `#` or `;` is a comment. A value may stand between double or single quotes; nothing in it is
/// replaced. What a shell would do beyond that isn't done.
struct OptionFile: Sendable {
    struct Line: Sendable {
        let number: Int
        let name: String
        let value: String
    }

    /// Bytes.
    static let sizeLimit = 65_536

    let path: String
    let lines: [Line]

    init(at path: String) throws(Failure) {
        let bytes = try InputFile.read(path, as: "the configuration file \(path)", limit: Self.sizeLimit, status: 2)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure("the configuration file \(path) isn't UTF-8")
        }
        try self.init(text, path: path)
    }

    init(_ text: String, path: String) throws(Failure) {
        self.path = path
        var lines: [Line] = []
        var numbers: [String: Int] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let text = line.trimmingCharacters(in: .whitespaces.union(.newlines))
            guard !text.isEmpty, !text.hasPrefix("#"), !text.hasPrefix(";") else { continue }
            let number = index + 1
            guard let equals = text.firstIndex(of: "=") else {
                throw Failure("line \(number) of \(path) must be NAME=value, or a comment that begins with #")
            }
            let name = text[..<equals].trimmingCharacters(in: .whitespaces)
            if let earlier = numbers[name] {
                throw Failure("line \(number) of \(path) sets \(name), as line \(earlier) does. Remove one of them")
            }
            numbers[name] = number
            let value = text[text.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            lines.append(Line(number: number, name: name, value: try Self.unquoted(value, number, path)))
        }
        self.lines = lines
    }

    private static func unquoted(_ value: String, _ number: Int, _ path: String) throws(Failure) -> String {
        guard let quote = value.first, quote == "\"" || quote == "'" else { return value }
        guard value.count >= 2, value.last == quote else {
            throw Failure("line \(number) of \(path) has a quote that isn't closed")
        }
        return String(value.dropFirst().dropLast())
    }
}
