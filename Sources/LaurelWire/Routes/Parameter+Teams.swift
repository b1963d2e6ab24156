import LaurelDomain

// Parameters of the routes of teams.

extension Parameter where Value: Sendable {
    /// A number of ours that callers hand back as it is: digits.
    static func serial(
        _ name: StaticString, _ make: @escaping @Sendable (Int64) -> Value,
        _ number: @escaping @Sendable (Value) -> Int64
    ) -> Parameter {
        Parameter(
            name: name, schema: Schema.serial,
            parse: { text in
                guard let number = Int64(text), number > 0, String(number) == text else { return nil }
                return make(number)
            }, print: { String(number($0)) })
    }
}

extension Schema {
    /// The id of an invitation, a key, an entry.
    static let serial = Schema.string(.init(length: 1...19, pattern: "^[1-9][0-9]*$", example: "7"))
}

extension Parameter where Value == TeamID {
    static let teamID = Parameter(
        name: "teamID", schema: Shape<TeamID>.teamID.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try TeamID(text) } catch { return nil }
        }, print: { $0.text })
}

extension Parameter where Value == TeamInvitationID {
    static let invitationID = serial("invitationID", { TeamInvitationID($0) }, { $0.rawValue })
}

extension Parameter where Value == DeveloperKeyID {
    static let keyID = serial("keyID", { DeveloperKeyID($0) }, { $0.rawValue })
}

extension Parameter where Value == AuditID {
    static let before = serial("before", { AuditID($0) }, { $0.rawValue })
}
