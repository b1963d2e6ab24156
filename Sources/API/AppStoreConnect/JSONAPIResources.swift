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

    /// Resources of all documents, each as often as it comes. 1 MiB that App Store Connect wrote has a third of that at
    /// most: a resource of Apple's has links to itself, and so 150 bytes.
    static let countLimit = 20_000
    /// Bytes of a type, an id or the name of a relationship. Apple's have 60 at most.
    static let nameBytesLimit = 256

    struct Resource {
        let key: Key
        private(set) var attributes: [String: JSONValue] = [:]
        private(set) var relationships: [String: [Key]] = [:]
        /// ``relationships`` once more, to find what is there.
        private var targets: [String: Set<Key>] = [:]

        init(key: Key) { self.key = key }

        /// What a document says of it, which it may do in many places: what each of them says counts.
        ///
        /// - Complexity: O(*n*), *n* being what is added, whatever is there.
        mutating func add(_ value: JSONValue) {
            if case .object(let more)? = value["attributes"] { attributes.merge(more) { first, _ in first } }
            guard case .object(let more)? = value["relationships"] else { return }
            for (name, relationship) in more where name.utf8.count <= JSONAPIResources.nameBytesLimit {
                for target in JSONAPIResources.references(relationship)
                where targets[name, default: []].insert(target).inserted {
                    relationships[name, default: []].append(target)
                }
            }
        }

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
    /// What came so far: at most ``countLimit``.
    private var count = 0
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
            throw Problem(
                .invalidParameter,
                "A resource must have a type and an id, of at most \(Self.nameBytesLimit) bytes each.", field: path)
        }
        count += 1
        guard count <= Self.countLimit else {
            throw Problem(
                .invalidParameter, "App Store Connect documents can have at most \(Self.countLimit) resources.",
                field: "documents")
        }
        if resources[key] == nil {
            keys.append(key)
            keysOfType[key.type, default: []].append(key)
        }
        // In its place, so that what is there already isn't copied.
        resources[key, default: Resource(key: key)].add(value)
    }

    private static func key(_ value: JSONValue) -> Key? {
        guard case .string(let type)? = value["type"], case .string(let id)? = value["id"],
            type.utf8.count <= nameBytesLimit, id.utf8.count <= nameBytesLimit
        else { return nil }
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
