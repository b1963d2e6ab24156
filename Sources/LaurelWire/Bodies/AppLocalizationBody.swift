public import LaurelDomain

/// An app in one language, before it is known to be one.
public struct AppLocalizationBody: LocalizedBody {
    public var localization = AppLocalization(language: .english, name: "")

    public init() {}
    public static let name = "AppLocalization"
    public static let fields: [Field<AppLocalizationBody>] = [
        .required("language", .language, \.localization.language),
        .required("name", .name, \.localization.name),
        .optional("subtitle", .text(0...64, example: "Jump from vine to vine"), \.localization.subtitle),
        .optional(
            "description", .text(0...4_000, example: "A monkey, a jungle, and a way to go."), \.localization.description
        ),
    ]
}
