/// Answers of the App Store Connect API as they came: JSON:API documents with `data` and `included`.
public struct AppStoreConnectBody: RequestBody {
    /// One for leaderboards, one for sets, one for achievements, and their further pages.
    public static let documentsLimit = 100

    public var documents: [JSONValue] = []

    public init() {}
    public static let name = "AppStoreConnectImport"
    public static let fields: [Field<AppStoreConnectBody>] = [
        .required("documents", Shape<JSONValue>.anyObject.list(countLimit: documentsLimit), \.documents)
    ]
}

extension Shape where Value == JSONValue {
    /// An object whose members somebody else looks at.
    public static let anyObject = Shape(.anyObject) { (reader) throws(JSONError) in
        let value = try reader.value()
        guard case .object = value else { throw JSONError(.invalid(expected: "an object")) }
        return value
    } write: {
        $1.value($0)
    }
}
