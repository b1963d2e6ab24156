import LaurelWire

/// The resources of JSON:API documents, as App Store Connect answers them: `data` is one or many, `included` has what
/// they refer to.
///
/// - Source: JSON:API 1.1, section 7; App Store Connect API 3.0.
struct JSONAPIResources {
    struct Key: Hashable {
        let type: String
        let id: String
    }

    struct Resource {
        let key: Key
        var attributes: [String: JSONValue]
        var relationships: [String: [Key]]

        func text(_ name: String) -> String? {
            if case .string(let text)? = attributes[name] { text } else { nil }
        }

        func flag(_ name: String) -> Bool? {
            if case .boolean(let flag)? = attributes[name] { flag } else { nil }
        }

        /// Apple writes 64-bit numbers as texts, for JSON's readers round them.
        func integer(_ name: String) -> Int64? {
            switch attributes[name] {
            case .integer(let number)?: number
            case .string(let text)?: Int64(text)
            default: nil
            }
        }
    }

    /// In the order in which they came.
    private(set) var keys: [Key] = []
    private var resources: [Key: Resource] = [:]
    /// ``keys`` by their types.
    private var keysOfType: [String: [Key]] = [:]
    /// Who refers to what, and how: a body of a megabyte has some ten thousand resources, and each is asked for.
    private var referrers: [Reference: [Key]] = [:]

    private struct Reference: Hashable {
        let from: String
        let name: String
        let to: Key
    }

    /// Documents of which there are more pages.
    private(set) var unfinished: [Int] = []

    /// - Throws: what is no such document, and where.
    init(_ documents: [JSONValue]) throws(Problem) {
        for (index, document) in documents.enumerated() {
            let path = "documents[\(index)]"
            switch document["data"] {
            case .array(let elements)?:
                for (number, element) in elements.enumerated() { try add(element, "\(path).data[\(number)]") }
            case .object?: try add(document["data"] ?? .null, "\(path).data")
            default:
                throw Problem(
                    .invalidParameter, "An App Store Connect document must have a data object or array.",
                    field: "\(path).data")
            }
            if case .array(let elements)? = document["included"] {
                for (number, element) in elements.enumerated() { try add(element, "\(path).included[\(number)]") }
            }
            if case .string? = document["links"]?["next"] { unfinished.append(index) }
        }
        for key in keys {
            for (name, targets) in resources[key]?.relationships ?? [:] {
                for target in targets {
                    referrers[Reference(from: key.type, name: name, to: target), default: []].append(key)
                }
            }
        }
    }

    private mutating func add(_ value: JSONValue, _ path: String) throws(Problem) {
        guard let key = Self.key(value) else {
            throw Problem(.invalidParameter, "A resource must have a type and an id.", field: path)
        }
        var resource = Resource(key: key, attributes: [:], relationships: [:])
        if case .object(let attributes)? = value["attributes"] { resource.attributes = attributes }
        if case .object(let relationships)? = value["relationships"] {
            resource.relationships = relationships.mapValues(Self.references)
        }
        guard let known = resources[key] else {
            keys.append(key)
            keysOfType[key.type, default: []].append(key)
            resources[key] = resource
            return
        }
        // The same one again, in another document or as a mere reference: what either says counts.
        resource.attributes.merge(known.attributes) { _, first in first }
        resource.relationships.merge(known.relationships) { new, first in Self.union(first, new) }
        resources[key] = resource
    }

    private static func key(_ value: JSONValue) -> Key? {
        guard case .string(let type)? = value["type"], case .string(let id)? = value["id"] else { return nil }
        return Key(type: type, id: id)
    }

    private static func references(_ relationship: JSONValue) -> [Key] {
        switch relationship["data"] {
        case .array(let elements)?: elements.compactMap(key)
        case .object?: relationship["data"].flatMap(key).map { [$0] } ?? []
        default: []
        }
    }

    // MARK: Asking

    func all(_ type: String) -> [Resource] {
        keysOfType[type, default: []].compactMap { resources[$0] }
    }

    subscript(key: Key) -> Resource? { resources[key] }

    /// What a resource refers to by `link`, and what refers to it by `back`: Apple gives the one, the other or both.
    func related(to key: Key, link: String, type: String, back: String) -> [Resource] {
        let linked = resources[key]?.relationships[link, default: []].filter { $0.type == type } ?? []
        let backward = referrers[Reference(from: type, name: back, to: key)] ?? []
        return Self.union(linked, backward).compactMap { resources[$0] }
    }

    /// Each once, in their order.
    private static func union(_ first: [Key], _ others: [Key]) -> [Key] {
        var seen = Set(first)
        return first + others.filter { seen.insert($0).inserted }
    }
}
