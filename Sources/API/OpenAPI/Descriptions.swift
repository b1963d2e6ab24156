import LaurelWire

/// What fields and parameters mean: the `description` of each in the OpenAPI document and in the schema of
/// configuration files.
///
/// A name means the same nearly everywhere, so a text is keyed by it. Where it means something else, the schema's name
/// stands before it. Parameters have a text of their own, in braces for a path and after a question mark for a query;
/// before both stands the operation where one differs. A text doesn't repeat what the schema says itself: limits,
/// patterns, and whether there is a value.
///
/// ```
/// rank: The position, best first, from 1.
/// Share.rank, SharedPage.rank: The rank at the moment of sharing. Null of an achievement.
/// {leaderboardID}: The leaderboard's ID, unique in its app.
/// ?after: The `next` of the previous page, as it is.
/// exportScores?after: The `sequence` of the last row that arrived.
/// ```
enum Descriptions {
    static let table = NamedTexts(
        [parameters, play, people, together, connect].joined(separator: "\n"), separator: ":")

    /// The key of a field's text; nil if it has none.
    static func key(of field: String, in object: String) -> String? { table.key("\(object).\(field)", field) }

    /// The key of the text of a parameter of a path; nil if it has none.
    static func key(ofPath parameter: String, of endpoint: Endpoint) -> String? {
        table.key("\(endpoint.name){\(parameter)}", "{\(parameter)}")
    }

    /// The key of the text of a parameter of a query; nil if it has none.
    static func key(ofQuery parameter: String, of endpoint: Endpoint) -> String? {
        table.key("\(endpoint.name)?\(parameter)", "?\(parameter)")
    }

    /// What the documents say of fields: these texts, and the ``Examples``.
    static let notes = Schema.Notes(
        description: { object, field in key(of: field, in: object).flatMap { table[$0] } },
        example: { object, field in Examples.example(of: field, in: object) })
}
