public import LaurelDomain

/// Where a picture is: a PNG. The address names the bytes, so what was loaded once never changes.
public struct PictureAnswer: Answer, Hashable {
    public var url: String
    /// The server's own, since the developer gave none (rule 3.6).
    public var isPlaceholder: Bool

    public init(url: String, isPlaceholder: Bool) {
        self.url = url
        self.isPlaceholder = isPlaceholder
    }

    public init(id: String, isPlaceholder: Bool) {
        self.init(url: Route.images(.image(id)).target, isPlaceholder: isPlaceholder)
    }

    /// Where every picture is.
    public static let addressShape = Shape<String>.text(
        75...75, example: "/v1/images/" + String(repeating: "0a", count: 32))

    public static let name = "Picture"
    public static let fields = Fields(
        AnswerField("url", addressShape, \.url), AnswerField("isPlaceholder", .boolean, \.isPlaceholder),
        make: Self.init(url:isPlaceholder:))
}

/// Where an app's icon is, as squares of 256 and 1,024 pixels.
public struct IconAnswer: Answer, Hashable {
    public var small: String
    public var normal: String
    public var isPlaceholder: Bool

    public init(small: String, normal: String, isPlaceholder: Bool) {
        self.small = small
        self.normal = normal
        self.isPlaceholder = isPlaceholder
    }

    public init(smallID: String, normalID: String, isPlaceholder: Bool) {
        self.init(
            small: Route.images(.image(smallID)).target, normal: Route.images(.image(normalID)).target,
            isPlaceholder: isPlaceholder)
    }

    public static let name = "Icon"
    public static let fields = Fields(
        AnswerField("small", PictureAnswer.addressShape, \.small),
        AnswerField("normal", PictureAnswer.addressShape, \.normal),
        AnswerField("isPlaceholder", .boolean, \.isPlaceholder),
        make: Self.init(small:normal:isPlaceholder:))
}

/// A picture in an app's configuration, as its developer sees it.
public struct PlacedImageAnswer: Answer, Hashable {
    public var slot: ImageSlot
    /// The SHA-256 of its file, which a configuration names.
    public var image: String
    /// Where it is.
    public var url: String
    public var small: String?

    public init(slot: ImageSlot, image: String, url: String, small: String?) {
        self.slot = slot
        self.image = image
        self.url = url
        self.small = small
    }

    public init(slot: ImageSlot, id: String, smallID: String?) {
        self.init(
            slot: slot, image: id, url: Route.images(.image(id)).target,
            small: smallID.map { Route.images(.image($0)).target })
    }

    public static let name = "Image"
    public static let fields = Fields(
        AnswerField("place", .imageSlot, \.slot),
        AnswerField("image", .imageID, \.image),
        AnswerField("url", PictureAnswer.addressShape, \.url),
        AnswerField(orNull: "small", PictureAnswer.addressShape, \.small),
        make: Self.init(slot:image:url:small:))
    public static let list = shape.list(countLimit: 100 * ImageLimits.ofApp).held(by: "images", of: "Images")
}

/// What an import cannot do by itself: the file is to be sent to `target` with PUT.
public struct ImageUploadAnswer: Answer, Hashable {
    public var slot: ImageSlot
    public var image: String
    public var target: String

    public init(slot: ImageSlot, image: String, target: String) {
        self.slot = slot
        self.image = image
        self.target = target
    }

    public static let name = "ImageUpload"
    public static let fields = Fields(
        AnswerField("place", .imageSlot, \.slot),
        AnswerField("image", .imageID, \.image),
        AnswerField("target", .text(1...500, example: "/v1/connect/apps/com.ali.MonkeyJump/icon"), \.target),
        make: Self.init(slot:image:target:))
}
