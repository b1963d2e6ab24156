import Foundation
import Testing

/// Folders of the site whose modules import one another in a circle can't be read or changed one without the other.
///
/// Imports count, those that a module makes as it runs, and those of types alone. Folders count as they stand in
/// `Web/site`; what lies deeper belongs to them.
@Suite("Folders of pages") struct FolderTests {
    @Test("what all pages share knows none of them")
    func shared() throws {
        let arrows = try arrows()
        #expect(arrows["lib", default: []].isSubset(of: ["sdk"]))
        #expect(arrows["elements", default: []].isSubset(of: ["lib", "sdk"]))
        #expect(arrows["sdk", default: []].isEmpty)
    }

    @Test("folders form no circle")
    func circles() throws {
        let arrows = try arrows()
        for folder in arrows.keys {
            var reached = Set<String>()
            var left = Array(arrows[folder, default: []])
            while let next = left.popLast() {
                if reached.insert(next).inserted { left += arrows[next, default: []] }
            }
            #expect(!reached.contains(folder), "\(folder) is reached from what it imports")
        }
    }

    /// Which folders each folder imports from.
    private func arrows() throws -> [String: Set<String>] {
        var arrows: [String: Set<String>] = [:]
        for module in try Site.files(".js") where Self.folder(of: module.path) != "" {
            let base = try #require(URL(string: "http://site" + module.path))
            let atRun = module.text.matches(of: /\bimport\("([^"$]+)"\)/).map { String($0.output.1) }
            let paths =
                try Site.imports(of: module.path, in: module.text)
                + atRun.compactMap { URL(string: $0, relativeTo: base)?.path }
            for folder in paths.map(Self.folder) where folder != Self.folder(of: module.path) && folder != "" {
                arrows[Self.folder(of: module.path), default: []].insert(folder)
            }
        }
        #expect(arrows.count > 10, "the folders weren't found")
        return arrows
    }

    /// Empty: none.
    private static func folder(of path: String) -> String {
        let parts = path.split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : ""
    }
}
