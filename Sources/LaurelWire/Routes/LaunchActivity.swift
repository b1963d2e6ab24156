public import LaurelDomain

/// An activity that a player chose outside the game, as its link names it: `ID?partyCode=CODE&course=jungle`.
public struct LaunchActivity: Hashable, Sendable {
    /// Bytes. As many properties as a link can have, of the longest names and values in ASCII, take a third.
    private static let lengthLimit = 65_536
    private static let codeName = "partyCode"

    public let id: ActivityID
    public var code: PartyCode?
    /// Of the link, beside the code.
    public var properties: [String: String] = [:]

    public init(id: ActivityID, code: PartyCode? = nil, properties: [String: String] = [:]) {
        self.id = id
        self.code = code
        self.properties = properties
    }

    /// - Parameter text: `ID` or `ID?name=value&…`, percent-encoded. Pairs that can't be decoded are passed over.
    /// - Returns: nil if it is too long, or begins with no activity's ID.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.lengthLimit else { return nil }
        let parts = text.split(separator: "?", maxSplits: 1).map(String.init)
        guard let first = parts.first, let name = PercentEncoding.decoded(first) else { return nil }
        do throws(InvalidIdentifier) { id = try ActivityID(name) } catch { return nil }
        let query = parts.count > 1 ? parts[1] : ""
        for pair in query.split(separator: "&").prefix(ActivityDefinition.propertiesLimit) {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard sides.count == 2, let name = PercentEncoding.decoded(sides[0]),
                let value = PercentEncoding.decoded(sides[1])
            else { continue }
            if name == Self.codeName { code = PartyCode(typed: value) } else { properties[name] = value }
        }
    }

    /// Percent-encoded: the code first, then the properties in order of name.
    public var text: String {
        var pairs = properties.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        if let code { pairs.insert((name: Self.codeName, value: code.text), at: 0) }
        let query = pairs.map { PercentEncoding.text($0.name) + "=" + PercentEncoding.text($0.value) }
        return query.isEmpty ? id.text : id.text + "?" + query.joined(separator: "&")
    }
}
