public import LaurelDomain

extension Shape where Value == ImageSlot {
    /// `icon`, `screenshots/1`, `leaderboards/HighScores/en`.
    public static let imageSlot = Shape<ImageSlot>(
        .string(.init(length: 4...200, pattern: "^[A-Za-z0-9._/ -]+$", example: "leaderboards/HighScores/en"))
    ) { (reader) throws(JSONError) in
        guard let slot = ImageSlot(try reader.string(bytesLimit: 200)) else {
            throw JSONError(
                .invalid(
                    expected: "icon, screenshots/1 to screenshots/\(ImageLimits.screenshots), or leaderboards, "
                        + "achievements, sets, activities or challenge-definitions with an ID and a language, "
                        + "such as leaderboards/HighScores/en"))
        }
        return slot
    } write: {
        $1.value($0.text)
    }
}

extension Shape where Value == String {
    /// The SHA-256 of a picture's bytes.
    public static let imageID = Shape<String>(Parameter<String>.imageID.schema) { (reader) throws(JSONError) in
        guard let id = Parameter<String>.imageID.parse(try reader.string(bytesLimit: 64)) else {
            throw JSONError(.invalid(expected: "a file's SHA-256 as 64 lowercase hexadecimal digits"))
        }
        return id
    } write: {
        $1.value($0)
    }
}

/// A picture in a configuration: where it is, and which file it is made from.
public struct ConfiguredImageBody: RequestBody {
    public var slot = ImageSlot.icon
    public var image = ""

    public init() {}
    public static let name = "ConfiguredImage"
    public static let fields: [Field<ConfiguredImageBody>] = [
        .required("place", .imageSlot, \.slot),
        .required("image", .imageID, \.image),
    ]
}
