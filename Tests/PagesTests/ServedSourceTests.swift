import Foundation
import LaurelProcess
import LaurelTestSupport
import LaurelWebPages
import Testing

/// Scripts and style sheets as browsers get them: the same tokens without comments.
@Suite("Served scripts and styles") struct ServedSourceTests {
    private static func script(_ text: String) -> String? {
        ServedSource.script(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func style(_ text: String) -> String? {
        ServedSource.style(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "comments that fill their lines, indentation and blank lines are left out",
        arguments: [
            ("// Why.\nlet a = 1;\n", "let a = 1;\n"),
            ("/**\n * Why.\n */\n\n    let a = 1; // here\n", "let a = 1; // here\n"),
            ("\t/* one */\n  // two\n\n/* three */", ""),
            ("let a = 1;\n// the end", "let a = 1;\n"),
            ("/* before */ let a = 1;\n", "/* before */ let a = 1;\n"),
            ("let a = /* from\n    here */ 1;\n", "let a = /* from\n    here */ 1;\n"),
            ("/*! A license. */\nlet a;\n", "/*! A license. */\nlet a;\n"),
            // The line break may end a statement.
            ("return\n// why\n    a\n", "return\na\n"),
        ])
    func leavesOut(source: String, expected: String) { #expect(Self.script(source) == expected) }

    @Test(
        "what only looks like a comment stays: within templates, strings and regular expressions",
        arguments: [
            "a = `\n    // text\n    /* text */\n`;\n",
            "a = `${b}\n// text ${`\n  // inner\n`}\n    text`;\n",
            "a = `${{ b: `}` }}\n    // text`;\n",
            "a = `\\`\n    // text`;\n",
            "a = `\\${\n    // text`;\n",
            "a = \"// text /* text\";\nb = 'https://a';\n",
            "a = \"one \\\n    // two\";\n",
            "a = /[/*`\"]/u;\nb = /\\/*`/;\n",
            "a = b / c; d = `\n    // text`;\n",
            "a = (b) / c / `\n    // text`.length;\n",
            "a = [1][0] / 2; b = '`'; c = 1 / 2;\n",
            "if (a) /`/.test(b);\nc = typeof /`/;\nd = [.../`/.source];\n",
            "a.return / b.if(1) / 2; // `\n",
            "a = 1./2; b = /`/g;\n",
            "/* text */ a = `\n    // text`; // `\n",
        ])
    func stays(source: String) { #expect(Self.script(source) == source) }

    @Test("within a template's expression there is code: its comments go, the text around it stays")
    func expressions() {
        let source = "a = `\n  ${b.map((c) => {\n    // Why.\n    return `  ${c}\n    // text`;\n  })}\n  `;\n"
        let expected = "a = `\n  ${b.map((c) => {\nreturn `  ${c}\n    // text`;\n})}\n  `;\n"
        #expect(Self.script(source) == expected)
    }

    @Test(
        "a script that leaves a doubt is served as it is",
        arguments: [
            "a = {} / 1;\n", "for (a of /b/) {}\n", "while (a) /b/.test(c);\n", "a++ / 2;\n", "a = `text\n",
            "a = \"text\n\";\n", "/* text\n", "a = /b\n/;\n", "a <!-- text\n", "--> text\n", "a(\n", "a)\n",
            "// one\r\nlet a;\n", "// one\u{2028}let a;\n", "#!/usr/bin/node\n", "\\u0061 = 1;\n", "a = `${b\n",
        ])
    func doubts(source: String) {
        #expect(Self.script(source) == nil)
        let bytes = Array(("// Why.\n" + source).utf8)
        #expect(source.hasPrefix("#!") || ServedSource.bytes(bytes, at: "lib/a.js") == bytes)
    }

    @Test(
        "style sheets lose the same, and keep strings and addresses",
        arguments: [
            ("/* Why. */\na {\n    color: red; /* here */\n}\n", "a {\ncolor: red; /* here */\n}\n"),
            ("a::before {\n  content: \"/* \\\"\";\n}\n", "a::before {\ncontent: \"/* \\\"\";\n}\n"),
            ("a { background: url(/*b) }\n/* Why. */\n", "a { background: url(/*b) }\n"),
            ("a { background: url( \"/*b\" ) }\n/* Why. */\n", "a { background: url( \"/*b\" ) }\n"),
            ("// a {}\n", "// a {}\n"), ("/*! A license. */\n", "/*! A license. */\n"),
        ])
    func styles(source: String, expected: String) { #expect(Self.style(source) == expected) }

    @Test(
        "a style sheet that leaves a doubt is served as it is",
        arguments: ["/* text\n", "a { b: \"c\n\" }\n", ".a\\26\n    .b {}\n"])
    func doubtfulStyles(source: String) { #expect(Self.style(source) == nil) }

    @Test("other files stay as they are")
    func others() {
        let bytes = Array("// text\n  text\n".utf8)
        #expect(ServedSource.bytes(bytes, at: "robots.txt") == bytes)
        #expect(ServedSource.bytes(bytes, at: "sdk/laurel.d.ts") == bytes)
    }

    @Test(
        "none of our scripts and style sheets leaves a doubt or loses a notice",
        arguments: try Site.files(".js", ".css"))
    func certain(file: Site.File) throws {
        let served = try #require(file.path.hasSuffix(".js") ? Self.script(file.text) : Self.style(file.text))
        #expect(served.count <= file.text.count)
        // A license's notice begins with `/*!`.
        for word in ["copyright", "license"] {
            func count(_ text: String) -> Int { text.lowercased().components(separatedBy: word).count }
            #expect(count(served) == count(file.text), "\(word)")
        }
        // Stripped again, nothing is left to leave out.
        #expect((file.path.hasSuffix(".js") ? Self.script(served) : Self.style(served)) == served)
    }

    @Test("all served scripts have the tokens of their sources, as TypeScript's parser reads both")
    func tokens() throws {
        let folder = try TemporaryFolder()
        let scripts = try Site.files(".js")
        for script in scripts {
            let file = URL(filePath: folder.path + script.path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(ServedSource.bytes(Array(script.text.utf8), at: script.path)).write(to: file)
        }
        let check = Site.root.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "scripts/pages/same-tokens.cjs")
        let node = try ChildProcess(
            URL(filePath: "/usr/bin/env"), ["node", check.path, Site.root.path, folder.path])
        let lines = node.remainingOutput().split(separator: "\n")
        #expect(node.wait() == 0)
        #expect(lines.count == 1 && lines.first?.hasPrefix("\(scripts.count) scripts, ") == true, "\(lines)")
    }
}
