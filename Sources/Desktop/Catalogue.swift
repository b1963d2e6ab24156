import Foundation

/// Texts by key, with `{a}`, `{b}`, `{slot}` and `{value}` for their values: the browser's, from Web/site/i18n.
struct Catalogue: Sendable {
    private var texts: [String: String] = [:]

    init() {}

    /// - Parameter folder: the game's resources, where the build put a module of each area, such as `games.en.js`.
    init(_ areas: [String], in language: String, from folder: URL) throws(HostTrouble) {
        for area in areas {
            let file = folder.appendingPathComponent("\(area).\(language).js")
            do {
                texts.merge(try Self.texts(of: String(contentsOf: file, encoding: .utf8))) { _, new in new }
            } catch {
                throw HostTrouble("Can't read the game's texts in \(file.path): \(error.localizedDescription)")
            }
        }
    }

    /// Of `export default` and an object, in which long texts are written as sums.
    private static func texts(of module: String) throws -> [String: String] {
        let object = module.replacing(/(?s)^.*?export default\s/, with: "").replacing(/"\s+\+\s"/, with: "")
        let decoder = JSONDecoder()
        // It takes the comma after the last text.
        decoder.allowsJSON5 = true
        return try decoder.decode([String: String].self, from: Data(object.replacing(/;\s*$/, with: "").utf8))
    }

    /// The text of the first of the keys that there is; nil for none.
    func text(_ keys: [String]) -> String? { keys.lazy.compactMap { texts[$0] }.first }
}
