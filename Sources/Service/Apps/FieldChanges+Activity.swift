import LaurelDomain
import LaurelScores

extension FieldChanges {
    init(from old: ActivityDefinition?, to new: ActivityDefinition) {
        self.init()
        compare("referenceName", old?.referenceName ?? "", new.referenceName)
        compare("groupID", old?.groupID ?? "none", new.groupID ?? "none")
        compare("playStyle", old?.playStyle.name ?? "", new.playStyle.name)
        compare("minPlayers", old?.minPlayers ?? 1, new.minPlayers)
        compare("maxPlayers", old?.maxPlayers.map { "\($0)" } ?? "any", new.maxPlayers.map { "\($0)" } ?? "any")
        compare("fallbackURL", old?.fallbackURL ?? "none", new.fallbackURL ?? "none")
        compare("supportsPartyCodes", old?.supportsPartyCodes ?? false, new.supportsPartyCodes)
        compare("isReleased", old?.isReleased ?? false, new.isReleased)
        compare("isArchived", old?.isArchived ?? false, new.isArchived)
        compare("properties", old?.properties ?? [], new.properties, Self.listed)
        compare("localizations", old?.localizations ?? [], new.localizations) { localizations in
            localizations.map { "\($0.language.text) \($0.title)" }.joined(separator: ", ")
        }
        compare("leaderboards", old?.leaderboards ?? [], new.leaderboards) {
            $0.map(\.text).joined(separator: ", ")
        }
        compare("achievements", old?.achievements ?? [], new.achievements) {
            $0.map(\.text).joined(separator: ", ")
        }
        compare("links", old?.links ?? [], new.links) { links in
            links.map { "\($0.source.text): \(Self.listed($0.properties))" }.joined(separator: "; ")
        }
    }

    private static func listed(_ properties: [ActivityProperty]) -> String {
        properties.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
    }
}
