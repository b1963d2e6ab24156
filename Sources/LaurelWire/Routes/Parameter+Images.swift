import LaurelDomain

// Parameters of the routes of images.

extension Parameter where Value == String {
    /// The digest of a picture's bytes.
    static let imageID = Parameter(
        name: "imageID", schema: Parameter.photoID.schema, parse: Parameter.photoID.parse, print: { $0 })
}

extension Parameter where Value == Int {
    static let screenshot = integer("screenshot", 1...ImageLimits.screenshots)
}
