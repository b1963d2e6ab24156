import Foundation
import Testing

/// What the pages of this repository link to is there: files, folders and pictures, and headings by the names that
/// GitHub gives them.
@Suite("Links") struct LinkTests {
    static let pages = Result { try MarkdownPage.all() }
    /// Of each page, by its path.
    static let anchors = Result {
        Dictionary(uniqueKeysWithValues: try pages.get().map { ($0.path, $0.anchors) })
    }

    @Test("a link leads to a file that is there, and its anchor to a heading", arguments: try pages.get())
    func links(_ page: MarkdownPage) throws {
        for offence in try Self.offences(in: page) { Issue.record("\(page.path):\(offence) leads nowhere") }
    }

    @Test("all pages are looked at, and their links are found")
    func found() throws {
        let pages = try Self.pages.get()
        let links = pages.flatMap(\.links)
        #expect(pages.count > 100 && links.count > 500)
        #expect(links.filter { $0.target.hasPrefix("#") }.count > 20)
        #expect(["README.md", "Data/README.md"].allSatisfy { path in pages.contains { $0.path == path } })
    }

    @Test("a broken link is found, and only where there is one")
    func sample() throws {
        let text = """
            # First `code`, and [more](games.md): it's
            [one](#first-code-and-more-its) [two](#twice-1) ![](images/connect.webp) [out](https://a.example/#b)
            ## Twice
            ## Twice
            `[code](nothing.md)` [folder](examples/) [other](games.md#sessions) [above](../README.md "title")
            ```
            ## Block
            [block](nothing.md)
            ```
            """
        #expect(try Self.offences(in: MarkdownPage("docs/sample.md", text)) == [])
        for target in ["nothing.md", "games.md#nothing", "#block", "#twice-2", "../../outside.md", "nothing.md#twice"] {
            let page = MarkdownPage("docs/sample.md", text + "\n[broken](\(target))")
            #expect(try Self.offences(in: page) == ["10: \(target)"])
        }
        let others = "<img src=\"nothing.webp\">\n[name]: nothing.md\n![](nothing.svg \"title\")"
        let found = try Self.offences(in: MarkdownPage("docs/sample.md", others))
        #expect(found == ["1: nothing.webp", "2: nothing.md", "3: nothing.svg"])
    }

    /// The lines and targets of the links that lead nowhere.
    private static func offences(in page: MarkdownPage) throws -> [String] {
        try page.links.filter { try !leads($0.target, from: page) }.map { "\($0.line): \($0.target)" }
    }

    private static func leads(_ target: String, from page: MarkdownPage) throws -> Bool {
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map {
            $0.removingPercentEncoding ?? String($0)
        }
        guard !parts[0].isEmpty else { return page.anchors.contains(parts.last ?? "") }
        guard let path = resolved(parts[0], from: page),
            FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path)
        else { return false }
        // Lines of other files have no names.
        guard parts.count > 1, path.hasSuffix(".md") else { return true }
        return try anchors.get()[path]?.contains(parts[1]) ?? false
    }

    /// Below the root. Nil: outside of the repository.
    private static func resolved(_ name: String, from page: MarkdownPage) -> String? {
        var parts = page.path.split(separator: "/").dropLast()
        for part in name.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.joined(separator: "/")
    }
}

/// One page of ours.
struct MarkdownPage: CustomStringConvertible, Sendable {
    struct Link: Sendable {
        let line: Int
        let target: String
    }

    private struct Line: Sendable {
        let number: Int
        let text: Substring
    }

    let path: String
    /// Without blocks of code, counted from 1.
    private let lines: [Line]

    var description: String { path }

    static func all() throws -> [MarkdownPage] {
        let folders = [
            "Benchmarks", "Data", "docs", "Fuzz", "Packaging", "Plugins", "scripts", "Sources", "StandIns", "Tests",
            "Web",
        ]
        let top = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
            .filter { $0.hasSuffix(".md") }.sorted()
        let below = try Repository.files(below: folders, extensions: ["md"])
            // Builds of packages in folders below.
            .filter { !$0.contains("/.") }
        return try (top + below).map { MarkdownPage($0, try Repository.text(of: $0)) }
    }

    init(_ path: String, _ text: String) {
        self.path = path
        var lines: [Line] = []
        var fence: Substring?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let start = line.drop { $0 == " " }
            let mark = start.prefix { $0 == "`" || $0 == "~" }
            if let open = fence {
                if mark.hasPrefix(open), start.dropFirst(mark.count).allSatisfy(\.isWhitespace) { fence = nil }
            } else if mark.count >= 3, !start.dropFirst(mark.count).contains("`") {
                fence = mark
            } else {
                lines.append(Line(number: index + 1, text: line))
            }
        }
        self.lines = lines
    }

    /// Those within this repository, whose targets are relative.
    var links: [Link] {
        lines.flatMap { line in
            let text = line.text.replacing(/`+[^`]*`+/, with: "`")
            let inline = text.ranges(of: "](").map { range in
                text[range.upperBound...].prefix { $0 != ")" && $0 != " " }
            }
            let attributes = text.matches(of: /(?:src|href)="([^"]*)"/).map { $0.output.1 }
            let definition = text.prefixMatch(of: /\[[^\]]+\]: *(\S+)/).map { [$0.output.1] } ?? []
            return (inline + attributes + definition)
                .filter { $0.prefixMatch(of: /[a-zA-Z][a-zA-Z0-9+.\-]*:|\/\//) == nil }
                .map { Link(line: line.number, target: String($0)) }
        }
    }

    /// The names of its headings. The second of the same name has `-1` behind it.
    var anchors: Set<String> {
        var counts: [String: Int] = [:]
        var anchors: Set<String> = []
        for line in lines {
            guard let heading = line.text.wholeMatch(of: /#{1,6} +(.+)/)?.output.1 else { continue }
            let anchor = Self.anchor(of: heading)
            let count = counts[anchor, default: 0]
            anchors.insert(count == 0 ? anchor : "\(anchor)-\(count)")
            counts[anchor] = count + 1
        }
        return anchors
    }

    /// As GitHub makes it: of what is shown, in lower case, the letters, digits, hyphens and underscores, with hyphens
    /// for spaces.
    private static func anchor(of heading: Substring) -> String {
        let shown = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
        let kept = shown.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
        return kept.trimmingCharacters(in: .whitespaces).replacing(" ", with: "-")
    }
}
