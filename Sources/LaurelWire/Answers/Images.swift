public import LaurelDomain

/// Where a picture is: a PNG. The address names the bytes, so what was loaded once never changes.
public struct PictureAnswer: Hashable, Sendable {
    public var id: String
    /// The server's own, since the developer gave none (rule 3.6).
    public var isPlaceholder: Bool

    public init(id: String, isPlaceholder: Bool) {
        self.id = id
        self.isPlaceholder = isPlaceholder
    }

    static let address = Schema.string(
        .init(length: 75...75, example: "/v1/images/" + String(repeating: "0a", count: 32)))
    public static let schema = Schema.object(
        "Picture", [.init("url", address), .init("isPlaceholder", .boolean)])
}

/// An app's icon as squares of 256 and 1,024 pixels.
public struct IconAnswer: Hashable, Sendable {
    public var smallID: String
    public var normalID: String
    public var isPlaceholder: Bool

    public init(smallID: String, normalID: String, isPlaceholder: Bool) {
        self.smallID = smallID
        self.normalID = normalID
        self.isPlaceholder = isPlaceholder
    }

    public static let schema = Schema.object(
        "Icon",
        [
            .init("small", PictureAnswer.address), .init("normal", PictureAnswer.address),
            .init("isPlaceholder", .boolean),
        ])
}

/// A picture in an app's configuration, as its developer sees it.
public struct PlacedImageAnswer: Hashable, Sendable {
    public var place: ImagePlace
    public var id: String
    public var smallID: String?

    public init(place: ImagePlace, id: String, smallID: String?) {
        self.place = place
        self.id = id
        self.smallID = smallID
    }

    public static let schema = Schema.object(
        "Image",
        [
            .init("place", Shape<ImagePlace>.imagePlace.schema), .init("image", Shape<String>.imageID.schema),
            .init("url", PictureAnswer.address), .init("small", .nullable(PictureAnswer.address)),
        ])
    public static let listSchema = Schema.object(
        "Images", [.init("images", .array(schema, countLimit: 100 * ImageLimits.ofApp))])

    /// What an import cannot do by itself: the file is to be sent to `target` with PUT.
    public static let upload = Schema.object(
        "ImageUpload",
        [
            .init("place", Shape<ImagePlace>.imagePlace.schema), .init("image", Shape<String>.imageID.schema),
            .init("target", .string(.init(length: 1...500, example: "/v1/connect/apps/com.ali.MonkeyJump/icon"))),
        ])
}

extension JSONWriter {
    public mutating func field(_ key: StaticString, _ picture: PictureAnswer) {
        self.key(key)
        beginObject()
        field("url", Route.images(.image(picture.id)).target)
        field("isPlaceholder", picture.isPlaceholder)
        endObject()
    }

    public mutating func field(_ key: StaticString, _ icon: IconAnswer) {
        self.key(key)
        beginObject()
        field("small", Route.images(.image(icon.smallID)).target)
        field("normal", Route.images(.image(icon.normalID)).target)
        field("isPlaceholder", icon.isPlaceholder)
        endObject()
    }

    public mutating func value(_ image: PlacedImageAnswer) {
        beginObject()
        field("place", image.place.text)
        field("image", image.id)
        field("url", Route.images(.image(image.id)).target)
        field("small", image.smallID.map { Route.images(.image($0)).target })
        endObject()
    }
}
