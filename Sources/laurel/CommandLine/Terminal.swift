import Glibc
import Synchronization

/// What a person at the terminal sees: lines, errors, and a bar for work that takes long.
enum Terminal {
    static func say(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }
    static func complain(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

    /// Whether something for the standard output was lost, such as on a full disk. Who reads a pipe no longer has
    /// chosen to.
    static var hasLostOutput: Bool { lostOutput.load(ordering: .relaxed) }
    private static let lostOutput = Atomic(false)

    /// Whether somebody looks: a bar in a log file helps nobody.
    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    /// The command that runs, as it can be typed again.
    static var typed: String {
        (["laurel"] + CommandLine.arguments.dropFirst()).map(quoted).joined(separator: " ")
    }

    /// A word as it can be typed.
    static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "-_./:=@,+".utf8.contains(byte)
                }
            }
        return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }

    /// What others wrote must not move a terminal's cursor.
    static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                if descriptor == STDOUT_FILENO, errno != EPIPE { lostOutput.store(true, ordering: .relaxed) }
                return
            }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// A bar that shows how far a long piece of work has come. Draws nothing where nobody looks.
struct ProgressBar {
    let title: String
    let total: Int
    private var drawn = -1

    init(_ title: String, total: Int) {
        self.title = title
        self.total = max(1, total)
    }

    mutating func update(_ done: Int) {
        guard Terminal.isWatched else { return }
        let percent = min(100, done &* 100 / total)
        guard percent != drawn else { return }
        drawn = percent
        let width = 30
        let filled = percent * width / 100
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        Terminal.write("\r\(title) \(bar) \(percent) %", to: STDERR_FILENO)
    }

    mutating func finish() {
        guard Terminal.isWatched, drawn >= 0 else { return }
        update(total)
        Terminal.write("\n", to: STDERR_FILENO)
    }
}

/// A number and its noun.
enum Count {
    static func of(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}

/// Columns of text, as wide as they need to be.
struct TextTable {
    let header: [String]
    var rows: [[String]] = []

    var text: String {
        let all = [header] + rows
        let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
                .joined(separator: "  ").trimmingTrailingSpaces()
        }.joined(separator: "\n")
    }
}

extension String {
    fileprivate func trimmingTrailingSpaces() -> String {
        guard let end = lastIndex(where: { $0 != " " }) else { return "" }
        return String(self[...end])
    }
}
