import CLaurelZlib
import Foundation
import LaurelDomain
import LaurelWire
import Testing

/// What the pages promise that can be read off their files. What they do is tested in a browser.
@Suite struct Pages {
    @Test(
        "a page keeps the Content-Security-Policy: nothing inline, nothing from elsewhere",
        arguments: try Site.files(".html"))
    func nothingInline(page: Site.File) {
        #expect(page.text.matches(of: /<style|\sstyle=|\son[a-z]+=|javascript:/).isEmpty)
        #expect(page.text.matches(of: /<script(?![^>]*\ssrc=)/).isEmpty, "a script without a file")
        #expect(page.text.matches(of: /(?:src|href)="(?:https?:)?\/\//).isEmpty, "something from another server")
    }

    @Test("what a page or a style sheet names is there", arguments: try Site.files(".html", ".css"))
    func references(file: Site.File) {
        for match in file.text.matches(of: /(?:src|href)="(\/[^"]*)"|url\("?(\/[^")]*)"?\)/) {
            let path = String(match.output.1 ?? match.output.2 ?? "")
            // The games' folders are filled by the build.
            if path.hasPrefix("/play/") { continue }
            #expect(Site.answers(path), "\(path)")
        }
    }

    @Test("a page preloads what its modules import, and nothing else", arguments: try Site.files(".html"))
    func preloads(page: Site.File) throws {
        let own = page.text.matches(of: /<script type="module" src="([^"]+)"/).map { String($0.output.1) }
            .compactMap { URL(string: $0, relativeTo: URL(string: "http://site" + page.path))?.path }
        let named = page.text.matches(of: /<link rel="modulepreload" href="([^"]+)"/).map { String($0.output.1) }
        var found = Set<String>()
        var left = own
        while let path = left.popLast() {
            guard found.insert(path).inserted else { continue }
            left += try Site.imports(of: path, in: Site.text(of: path))
        }
        #expect(Set(named) == found.subtracting(own), "scripts/page-heads writes them")
        #expect(Set(named).count == named.count)
    }

    @Test("what a module imports is there", arguments: try Site.files(".js"))
    func imports(module: Site.File) throws {
        for path in try Site.imports(of: module.path, in: module.text) { #expect(Site.answers(path), "\(path)") }
    }

    @Test("no module tells the compiler to look away", arguments: try Site.files(".js"))
    func checked(module: Site.File) {
        #expect(!module.text.contains("@ts-"), "scripts/check-pages checks every line; mend the code")
    }

    @Test(
        "what a player wrote stays text, and nothing is asked for because time has passed",
        arguments: try Site.files(".js"))
    func safeModules(module: Site.File) {
        // A game's own page draws and saves by the clock; the rest has no business with one.
        let forbidden =
            module.path.hasPrefix("/play/")
            ? /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/
            : /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|setInterval/
        #expect(module.text.matches(of: forbidden).map { String($0.output) }.isEmpty)
    }
}

/// The texts in their languages.
@Suite struct Catalogues {
    static let languages = ["en", "zh-Hans"]

    /// Catalogues of one language: the one of every page, and those of areas.
    static func catalogues(_ language: String) throws -> [Site.File] {
        try Site.files(".js").filter { $0.path.hasPrefix("/i18n/") && $0.path.hasSuffix("/\(language).js") }
    }

    static func keys(in texts: String) -> [String] {
        texts.matches(of: /^    "([^"]+)":/.anchorsMatchLineEndings()).map { String($0.output.1) }
    }

    static func keys(_ language: String) throws -> Set<String> {
        Set(try catalogues(language).flatMap { keys(in: $0.text) })
    }

    @Test("English and Chinese say the same things, each once")
    func sameKeys() throws {
        let english = try Self.catalogues("en")
        #expect(english.flatMap { Self.keys(in: $0.text) }.count > 100)
        for catalogue in english {
            // Chinese has no plural.
            let keys = Self.keys(in: catalogue.text).filter { !$0.hasSuffix(".one") }
            let chinese = try Site.text(of: catalogue.path.replacing("/en.js", with: "/zh-Hans.js"))
            #expect(
                Set(keys).symmetricDifference(Self.keys(in: chinese).filter { !$0.hasSuffix(".one") }).sorted() == [],
                "\(catalogue.path)")
        }
        for language in Self.languages {
            let all = try Self.catalogues(language).flatMap { Self.keys(in: $0.text) }.sorted()
            let twice = Set(zip(all, all.dropFirst()).filter { $0 == $1 }.map(\.0))
            #expect(twice.isEmpty, "\(language): \(twice.sorted())")
        }
    }

    @Test("every text that a module asks for is there", arguments: try Site.files(".js"))
    func asked(module: Site.File) throws {
        let keys = try Self.keys("en")
        let usesCatalogue = module.text.contains("lib/i18n.js\"") || module.path == "/lib/i18n.js"
        guard usesCatalogue, !module.path.hasPrefix("/play/") else { return }
        for match in module.text.matches(of: /\bt\("([^"]+)"/) {
            #expect(keys.contains(String(match.output.1)), "\(match.output.1)")
        }
    }

    @Test("every kind of problem that the server knows has a sentence in every language")
    func problems() throws {
        let source = Site.root.appendingPathComponent("../../Sources/LaurelWire/Problem.swift")
        let kinds = try String(contentsOf: source, encoding: .utf8).matches(of: /case \w+ = "([a-z-]+)"/)
            .map { "problem." + $0.output.1 }
        #expect(kinds.count > 60)
        for language in Self.languages {
            let texts = try Site.text(of: "/i18n/\(language).js") + Site.text(of: "/i18n/refusals/\(language).js")
            let keys = Set(Self.keys(in: texts))
            #expect(kinds.filter { !keys.contains($0) } == [], "\(language)")
        }
    }

    @Test("the pages of problems explain every kind, and no other, under the title of its responses")
    func explained() throws {
        let kinds = Set(Problem.Kind.allCases.map(\.rawValue))
        for language in Self.languages {
            let text = try Site.text(of: "/i18n/problems/\(language).js")
            let explained = text.matches(of: /^    "problems\.([a-z-]+)\.text":/.anchorsMatchLineEndings())
                .map { String($0.output.1) }
            #expect(Set(explained).symmetricDifference(kinds).sorted() == [], "\(language)")
        }
        let english = try Site.text(of: "/i18n/problems/en.js")
        for kind in Problem.Kind.allCases {
            #expect(english.contains("\n    \"problems.\(kind.rawValue)\": \"\(kind.title)\",\n"), "\(kind.title)")
        }
    }

    @Test("Connect has a sentence for each reason of a problem, but those of passwords, which no form of it takes")
    func reasons() throws {
        let reasons = Problem.Reason.allCases.filter { ![.common, .breached, .unknown].contains($0) }
        for language in Self.languages {
            let keys = try Set(Self.keys(in: Site.text(of: "/i18n/connect/\(language).js")))
            #expect(reasons.filter { !keys.contains("connect.detail.\($0.rawValue)") } == [], "\(language)")
        }
    }

    @Test("Connect has words for each step of a plan, each rule of a review and each failure of a delivery")
    func words() throws {
        let steps = ConfigurationPlanAnswer.Step.Kind.allCases.filter { $0 != .unknown }
        // Reports are listed one by one.
        let rules = ReviewRule.allCases.filter { $0 != .reported }
        let wanted =
            steps.map { "connect.plan.line.\($0.rawValue)" } + rules.map { "connect.detail.\($0.name)" }
            + WebhookDelivery.Attempt.Reason.allCases.map { "operate.log.\($0.rawValue)" }
        for language in Self.languages {
            let keys = try Set(
                ["connect", "operate"].flatMap { try Self.keys(in: Site.text(of: "/i18n/\($0)/\(language).js")) })
            #expect(wanted.filter { !keys.contains($0) } == [], "\(language)")
        }
    }

    @Test("games have a sentence for every refusal of a run, and for nothing that is no problem")
    func refusals() throws {
        let kinds = Set(Problem.Kind.allCases.map(\.rawValue))
        let texts = try Site.text(of: "/i18n/refusals/en.js") + Site.text(of: "/i18n/games/en.js")
        let told = Set(texts.matches(of: /"(?:play\.|desktop\.)?problem\.([a-z-]+)":/).map { String($0.output.1) })
        #expect(told.subtracting(kinds).sorted() == [], "no kinds of problems")
        let ofRuns = kinds.filter { $0.hasPrefix("replay-") || $0.hasPrefix("ticket-") || $0.hasPrefix("run-") }
        #expect(ofRuns.count > 10 && ofRuns.subtracting(told).sorted() == [])
    }

    @Test(
        "a game in a window can read the catalogues: objects of texts and of sums of texts, as Catalogue.swift has it",
        arguments: ["games", "refusals", "monkeyjump", "whackacac"])
    func windowTexts(area: String) throws {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        for language in Self.languages {
            let module = try Site.text(of: "/i18n/\(area)/\(language).js")
            let object = try #require(module.firstMatch(of: /(?s)export default (\{.*\});\s*$/)).output.1
            let texts = try decoder.decode(
                [String: String].self, from: Data(object.replacing(/"\s+\+ "/, with: "").utf8))
            #expect(texts.keys.sorted() == Self.keys(in: module).sorted() && texts.count > 10, "\(language)")
        }
    }

    @Test("each text of the screens is in the games' catalogue")
    func phrases() throws {
        let module = try Site.text(of: "/play/host/phrases.js")
        let list = try #require(module.firstMatch(of: /const names = \[([^\]]+)\]/)).output.1
        let keys = try Set(Self.keys(in: Site.text(of: "/i18n/games/en.js")))
        let names = list.matches(of: /"(\w+)"/).map { "play." + $0.output.1 }
        #expect(names.count > 80 && names.filter { !keys.contains($0) } == [])
    }

    @Test("GameKit tells of challenges in the words of the pages' catalogue")
    func gameKitNotices() throws {
        let folder = Site.root.appendingPathComponent("../../Sources/GameKit/Challenges")
        let source = folder.appendingPathComponent("Laurel+ChallengeEvents.swift")
        let told = try String(contentsOf: source, encoding: .utf8)
        for language in Self.languages {
            let texts = try Site.text(of: "/i18n/notices/\(language).js")
            for kind in ["challengeReceived", "challengeBeaten", "challengeDeclined"] {
                let line = texts.split(separator: "\n").first { $0.contains("\"notice.said.\(kind)\": \"{name} ") }
                let words = try #require(line?.split(separator: "{name} ").last?.dropLast(2), "\(language): \(kind)")
                #expect(told.contains(words + "\""), "\(words)")
            }
        }
    }

    @Test("push messages have the words of the pages' catalogue")
    func workersNotices() throws {
        let worker = try Site.text(of: "/notifications-worker.js")
        for language in Self.languages {
            let lines = try Site.text(of: "/i18n/notices/\(language).js").split(separator: "\n")
                .filter { $0.hasPrefix("    ") && !$0.contains(/^ +"notice\.(kind|event)\./) }.map { $0 + "\n" }
            #expect(lines.count > 20)
            let table = "TEXTS[\"\(language)\"] = {\n" + lines.joined() + "};\n"
            #expect(worker.contains(table), "scripts/notice-words writes it")
        }
    }

    @Test("each kind of notice that is declared has its words in each language")
    func noticeKinds() throws {
        let inbox = NoticeKind.allCases.filter(\.canBeMuted).map(\.name)
        let events = NoticeKind.allCases.filter(\.isOfGame).map(\.name) + ["test"]
        for language in Self.languages {
            let texts = try Site.text(of: "/i18n/notices/\(language).js")
            func names(_ family: String) -> Set<String> {
                let rows = texts.split(separator: "\n").filter { $0.hasPrefix("    \"notice.\(family).") }
                return Set(rows.compactMap { $0.firstMatch(of: /\.(\w+)":/) }.map { String($0.output.1) })
            }
            #expect(names("kind") == Set(inbox), "\(language)")
            #expect(names("event") == Set(events), "\(language)")
            #expect(names("said").isSuperset(of: inbox), "\(language)")
        }
    }

    /// Texts of the portal's views of what runs that are chosen at run time.
    static let operateFamilies = [
        "action.", "audit.", "family.", "invite-", "key.", "kind.", "log.", "part.", "queue.keep.",
        "queue.remove.", "queue.then.", "queue.reject.", "reason.", "right.", "role.", "rule.", "score.", "server.",
        "status.", "team.", "word.", "reset", "ban.",
        "erase.", "end-sessions.", "matches.status.",
        "matches.open", "matches.matching", "matches.ended", "matches.outcome.",
    ].map { "operate." + $0 }

    @Test("every text is asked for, or belongs to a family that is chosen at run time")
    func used() throws {
        let modules = try Site.files(".js").filter { !$0.path.hasPrefix("/i18n/") }.map(\.text).joined()
        let connect = [
            "state", "group", "view", "role", "kind", "format", "sort", "keeps", "range", "recurrence", "section",
            "check", "freezes", "plan", "detail", "note", "guests", "challenge.duration",
        ]
        let families =
            [
                "problem.", "problems.", "time.", "live.", "board.", "game.to-", "game.view.", "players.", "nav.",
                "notice.", "inbox.mute.", "play.", "desktop.", "monkeyjump.", "whackacac.", "oasis.", "me.audience.",
                "me.settings.", "me.delivery.", "me.quiet.", "me.erase.goes.", "connect.requires.", "watch.not.",
                "enter.imported.", "groups.duration.", "groups.new.tries.",
            ] + connect.map { "connect.\($0)." } + Self.operateFamilies
        for key in try Self.keys("en").sorted() where !families.contains(where: key.hasPrefix) {
            let isUsed = modules.contains("\"\(key)\"")
            #expect(isUsed, "\(key) is said nowhere")
        }
    }
}

/// The order of the style sheets.
@Suite struct Layers {
    @Test("each sheet of the pages is one layer of its own name, in an order that is declared once")
    func layers() throws {
        let sheets = try Site.files(".css").filter { $0.path.hasPrefix("/style/") }
        let declared = sheets.flatMap { $0.text.matches(of: /^@layer ([a-z, \n-]+);/.anchorsMatchLineEndings()) }
        #expect(declared.count == 1)
        let order = try #require(declared.first).output.1.split(separator: ",")
            .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        let names = sheets.map { $0.path.dropFirst("/style/".count).dropLast(".css".count) }.map(String.init)
        #expect(Set(order) == Set(names) && order.count == names.count)
        for (sheet, name) in zip(sheets, names) {
            let top = Self.top(of: sheet.text)
            #expect(top.filter { $0.hasSuffix("{") } == ["@layer \(name) {"], "\(sheet.path)")
            #expect(name == "tokens" || top.count == 1, "\(sheet.path): \(top)")
        }
    }

    @Test("each sheet of a game is one layer with its folder's name, and comes after the sheet of all games")
    func games() throws {
        let sheets = try Site.files(".css").filter { $0.path.hasPrefix("/play/") }
        #expect(sheets.count > 1)
        for sheet in sheets {
            let name = sheet.path.split(separator: "/").dropLast().last ?? ""
            #expect(Self.top(of: sheet.text) == ["@layer \(name) {"], "\(sheet.path)")
            guard name != "host" else { continue }
            let page = try Site.text(of: "/play/\(name)/index.html")
            let links = page.matches(of: /<link rel="stylesheet" href="([^"]+)">/).map { String($0.output.1) }
            #expect(links == ["../host/style.css", "style.css"], "\(name)")
        }
    }

    /// The lines of a sheet that are in no layer: their rules would win against all layers.
    private static func top(of sheet: String) -> [String] {
        sheet.replacing(/\/\*[\s\S]*?\*\//, with: "").split(separator: "\n")
            .filter { !$0.hasPrefix(" ") && $0 != "}" }.map(String.init)
    }
}

/// The colours of style/tokens.css, measured as WCAG 2.2 does (success criteria 1.4.3 and 1.4.11).
@Suite struct Contrast {
    /// Light and dark value of each colour token.
    static func tokens() throws -> [String: [String]] {
        let text = try Site.text(of: "/style/tokens.css")
        let pairs = text.matches(of: /--([a-z0-9-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)/)
        let values = pairs.map { (String($0.output.1), [String($0.output.2), String($0.output.3)]) }
        // The first is the usual value; what follows is for readers who asked for more contrast.
        return Dictionary(values) { first, _ in first }
    }

    /// Relative luminance, 0 to 1, of a colour of six hexadecimal digits.
    static func luminance(_ colour: String) throws -> Double {
        let bits = try #require(UInt32(colour, radix: 16))
        let channels = [bits >> 16, bits >> 8, bits].map { Double($0 & 0xFF) / 255 }
        let linear = channels.map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    static let grounds = ["paper", "surface", "raised", "sunken"]

    @Test(
        "text keeps 4.5 to 1 on every ground it may stand on, light and dark",
        arguments: [
            ("ink", grounds + ["laurel-soft", "gold-soft"]), ("ink-soft", grounds + ["laurel-soft", "gold-soft"]),
            ("laurel", ["paper", "surface", "raised", "laurel-soft"]), ("laurel-strong", ["raised", "laurel-soft"]),
            ("on-laurel", ["laurel", "laurel-strong"]), ("danger", ["paper", "surface", "raised", "danger-soft"]),
            ("gold", ["gold-soft"]), ("silver", ["silver-soft"]), ("bronze", ["bronze-soft"]),
            ("sandbox", ["sandbox-soft"]),
        ])
    func text(ink: String, grounds: [String]) throws {
        try hold(4.5, ink, on: grounds)
    }

    @Test("what bounds a field or a button keeps 3 to 1")
    func bounds() throws {
        try hold(3, "line-strong", on: ["paper", "surface", "raised"])
    }

    @Test("the lines of charts keep 3 to 1")
    func charts() throws {
        try hold(3, "chart-1", on: ["paper", "surface", "raised"])
        try hold(3, "chart-2", on: ["paper", "surface", "raised"])
    }

    func hold(_ least: Double, _ ink: String, on grounds: [String]) throws {
        let tokens = try Self.tokens()
        for ground in grounds {
            for (index, scheme) in ["light", "dark"].enumerated() {
                let inks = try #require(tokens[ink]), grounds = try #require(tokens[ground])
                let pair = try [Self.luminance(inks[index]), Self.luminance(grounds[index])].sorted()
                let ratio = (pair[1] + 0.05) / (pair[0] + 0.05)
                #expect(ratio >= least, "\(ink) on \(ground), \(scheme): \(ratio)")
            }
        }
    }
}

/// How heavy a page is on its way.
@Suite struct Weight {
    /// Bytes after deflate at its usual level, about what gzip on the wire takes.
    static func compressed(_ data: Data) -> Int {
        var size = compressBound(uLong(data.count))
        var target = [UInt8](repeating: 0, count: Int(size))
        let result = data.withUnsafeBytes { source in
            compress(&target, &size, source.bindMemory(to: UInt8.self).baseAddress, uLong(data.count))
        }
        return result == Z_OK ? Int(size) : .max
    }

    @Test("the first page, with all that it loads, stays under 100 KB compressed", arguments: ["en", "zh-Hans"])
    func firstPage(language: String) throws {
        let page = try Site.text(of: "/index.html")
        let named = page.matches(of: /(?:src|href)="(\/[^"]+\.(?:js|css|svg))"/).map { String($0.output.1) }
        let files = Set(
            ["/index.html", "/i18n/\(language).js", "/mark/laurel.svg", "/mark/wreath.svg", "/lib/events-worker.js"]
                + named)
        let total = try files.map { Self.compressed(try Data(contentsOf: Site.root.appendingPathComponent($0))) }
            .reduce(0, +)
        #expect(total > 10_000, "a sum that is too small has missed the files")
        #expect(total < 100_000, "\(total) bytes")
    }
}
