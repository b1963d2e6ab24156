import Foundation
import LaurelProcess

/// What the built module offers, as the compiler says it.
struct ModuleSymbols {
    /// Normal forms of the members' declarations, by the path of their type; `-` for none.
    private(set) var members: [String: Set<String>] = [:]
    /// Every public member's declaration, as the compiler writes it.
    private(set) var declarations: [String] = []
    /// Kind and parents of each type.
    private(set) var types: [String: (kind: String, parents: Set<String>)] = [:]
    /// What a game may override, by the path of its type, a space and its normal form.
    private var overridable: Set<String> = []
    /// From which iOS on a type or member is marked as deprecated, by its path, a space and a member's normal form.
    private var deprecations: [String: String] = [:]

    private struct Graph: Decodable {
        struct Symbol: Decodable {
            struct Kind: Decodable { let identifier: String }
            struct Identifier: Decodable { let precise: String }
            struct Fragment: Decodable { let spelling: String }
            struct Version: Decodable {
                let major: Int
                let minor: Int?
            }
            struct Availability: Decodable {
                let domain: String?
                let deprecated: Version?
            }
            let kind: Kind
            let identifier: Identifier
            let pathComponents: [String]
            let declarationFragments: [Fragment]?
            let availability: [Availability]?
            let accessLevel: String
        }

        struct Relationship: Decodable {
            let kind: String
            let source: String
            let target: String
            let targetFallback: String?
        }

        let symbols: [Symbol]
        let relationships: [Relationship]
    }

    /// Asks the compiler about the module that these tests were built with.
    init() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { do { try FileManager.default.removeItem(at: folder) } catch { print("\(folder.path): \(error)") } }
        #if arch(arm64)
            let target = "aarch64-unknown-linux-gnu"
        #else
            let target = "x86_64-unknown-linux-gnu"
        #endif
        let modules = BuiltProducts.executable("laurel").deletingLastPathComponent().appending(path: "Modules")
        try await Command.run(
            "swift",
            [
                "symbolgraph-extract", "-module-name", "GameKit", "-target", target, "-I", modules.path,
                "-output-dir", folder.path, "-minimum-access-level", "public",
            ])
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files { add(try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))) }
    }

    private mutating func add(_ graph: Graph) {
        var names: [String: String] = [:]
        for symbol in graph.symbols {
            let path = symbol.pathComponents.joined(separator: ".")
            names[symbol.identifier.precise] = path
            let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
            declarations.append(declaration)
            let type = symbol.pathComponents.dropLast().joined(separator: ".")
            let kind = symbol.kind.identifier.replacing("swift.", with: "")
            let isType = ["class", "enum", "struct", "protocol"].contains(kind)
            if isType { types[path] = (kind, []) }
            let form = Self.normalForm(declaration)
            members[type.isEmpty ? "-" : type, default: []].insert(form)
            if symbol.accessLevel == "open" { overridable.insert("\(type) \(form)") }
            if let version = symbol.availability?.first(where: { $0.domain == "iOS" })?.deprecated {
                deprecations[isType ? path : "\(type) \(form)"] = "\(version.major).\(version.minor ?? 0)"
            }
        }
        for relationship in graph.relationships where ["inheritsFrom", "conformsTo"].contains(relationship.kind) {
            guard let type = names[relationship.source] else { continue }
            let fallback = relationship.targetFallback?.split(separator: ".").last.map(String.init)
            types[type]?.parents.insert(names[relationship.target] ?? fallback ?? relationship.target)
        }
    }

    /// What two declarations of the same shape have in common: no attributes, no names inside a function, nothing about
    /// overriding, no white space. `static` counts as `class`: whether Apple's can be overridden matters to nobody.
    static func normalForm(_ declaration: String) -> String {
        var text = declaration.replacing(#/@\w+(\([^)]*\))?\s*/#, with: "")
        let words =
            #/\b(open|public|weak|final|override|convenience|required|dynamic|optional|nonisolated|mutating)\s+/#
        // A case may be called like one of them: `open`.
        let isCase = text.hasPrefix("case ")
        text = (isCase ? text : text.replacing(words, with: ""))
            .replacing(#/\bstatic\b/#, with: "class").replacing("`", with: "")
        if isCase { text = String(text.prefix { $0 != "=" }) }
        // A constant is a property that can only be read.
        if let match = text.wholeMatch(of: #/((?:class )?)let ([^{]*)/#) {
            text = "\(match.output.1)var \(match.output.2) { get }"
        }
        text = text.replacing("{ get set }", with: "")
        if text.contains("func ") || text.contains("init") {
            text = text.replacing(#/(\w+) \w+:/#) { "\($0.output.1):" }
        }
        return text.replacing(#/\s+/#, with: "")
    }

    /// As the compiler calls it: Foundation's `Notification.Name` is `NSNotification.Name`.
    private static func compilerName(_ type: String) -> String {
        type == "Notification.Name" ? "NSNotification.Name" : type
    }

    func has(_ row: MemberTable.Row) -> Bool {
        guard row.isType else {
            let wanted = Self.normalForm(row.declaration.replacing("NSNotification.Name", with: "Notification.Name"))
            let found = members[Self.compilerName(row.type)] ?? []
            return found.contains(wanted)
                || found.contains(wanted.replacing("Notification.Name", with: "NSNotification.Name"))
        }
        guard let type = types[row.type], row.declaration.hasPrefix(type.kind) else { return false }
        // The raw type of an enumeration is told by its cases.
        let untold = ["Int", "UInt", "Int8", "AnyObject"]
        return (row.parents ?? []).allSatisfy { untold.contains($0) || type.parents.contains($0) }
    }

    /// Whether a game's class may override it.
    func isOpen(_ row: MemberTable.Row) -> Bool {
        overridable.contains("\(row.type) \(Self.normalForm(row.declaration))")
    }

    /// - Returns: from which iOS on it is marked as deprecated, itself or its type; empty: not at all.
    func deprecation(of row: MemberTable.Row) -> String {
        let type = row.type == "-" ? "" : row.type
        if row.isType { return deprecations[type] ?? "" }
        return deprecations["\(type) \(Self.normalForm(row.declaration))"] ?? deprecations[type] ?? ""
    }

    func deprecation(ofType type: String) -> String { deprecations[type] ?? "" }

    /// What there is under the member's name, in whatever shape.
    func resembling(_ row: MemberTable.Row) -> [String] {
        let name = row.declaration.prefix { $0 != "(" && $0 != ":" }.split(separator: " ").last ?? ""
        return (members[Self.compilerName(row.type)] ?? []).filter { $0.contains(name) }.sorted()
    }
}
