public import LaurelDomain

/// An app in one language, before it is known to be one.
public struct AppLocalizationBody: RequestBody {
    public var localization = AppLocalization(language: .english, name: "")

    public init() {}
    public static let name = "AppLocalization"
    public static let fields: [Field<AppLocalizationBody>] = [
        .required("language", .language) { $0.localization.language = $1 },
        .required("name", .name) { $0.localization.name = $1 },
        .optional("subtitle", .text(0...64, example: "Jump from vine to vine")) { $0.localization.subtitle = $1 },
        .optional("description", .text(0...4_000, example: "A monkey, a jungle, and a way to go.")) {
            $0.localization.description = $1
        },
    ]

    static var list: Shape<[AppLocalization]> {
        shape.map(expected: "a localization") { $0.localization }.list(countLimit: localizationsLimit)
    }
}

extension JSONWriter {
    public mutating func value(_ localization: AppLocalization) {
        beginObject()
        field("language", localization.language.text)
        field("name", localization.name)
        field("subtitle", localization.subtitle)
        field("description", localization.description)
        endObject()
    }

    mutating func localizations(_ localizations: [AppLocalization]) {
        key("localizations")
        beginArray()
        for localization in localizations { value(localization) }
        endArray()
    }
}
