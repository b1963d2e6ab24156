import LaurelDomain
import LaurelService
import LaurelWire

/// Which fields a plan changes, and from what to what: names and values as in the configuration file.
struct ConfigurationDifference {
    private(set) var fields: [ConfigurationPlanAnswer.ChangedField] = []

    /// - Parameters:
    ///   - present: what there is; nil: the app is new, and nothing changes.
    ///   - wanted: what the file says.
    init(_ plan: ConfigurationPlan, present: AppConfiguration?, wanted: AppConfiguration) {
        guard let present, let old = Self.json(present), let new = Self.json(wanted) else { return }
        for (index, change) in plan.changes.enumerated() {
            switch change {
            case .createApp, .createLeaderboard, .createSet, .createAchievement, .createActivity,
                .createChallengeDefinition:
                continue
            case .changeLeaderboard(_, let leaderboard):
                add(index, "leaderboards", leaderboard.id.text, old, new)
            case .changeSet(let set): add(index, "sets", set.id.text, old, new)
            case .changeActivity(let activity): add(index, "activities", activity.id.text, old, new)
            case .changeChallengeDefinition(let definition):
                add(index, "challengeDefinitions", definition.id.text, old, new)
            case .changeAchievement(let achievement):
                add(index, "achievements", achievement.id.text, old, new)
            case .changeApp:
                for name in ConfigurationPlanAnswer.ownFields {
                    if Self.staying.contains(name), new[name] == nil { continue }
                    add(index, name, old[name], new[name])
                }
            case .setWebOrigins: add(index, "webOrigins", old["webOrigins"], new["webOrigins"])
            case .setOrder(let leaderboards, let achievements):
                // The whole order, with what the file doesn't name.
                if let leaderboards {
                    add(index, "leaderboards", ids(old["leaderboards"]), Self.array(leaderboards.map(\.text)))
                }
                if let achievements {
                    add(index, "achievements", ids(old["achievements"]), Self.array(achievements.map(\.text)))
                }
            case .setPolicy(nil, _):
                for name in members(new["moderation"]) where name != "leaderboards" {
                    add(index, name, old["moderation"]?[name], new["moderation"]?[name])
                }
            case .setPolicy(let id?, _):
                let (before, after) = (
                    element(old["moderation"]?["leaderboards"], "leaderboard", id.text),
                    element(new["moderation"]?["leaderboards"], "leaderboard", id.text)
                )
                for name in members(after) where name != "leaderboard" {
                    add(index, name, before?[name], after?[name])
                }
            }
        }
    }

    /// Fields that the file leaves out, and that stay then.
    private static let staying = Set(
        LeaderboardSettings.fields.map(\.name) + ["formerIDs", "allowsGuests", "hasDesktopGame"])

    private mutating func add(
        _ index: Int, _ list: String, _ id: String, _ old: JSONValue, _ new: JSONValue
    ) {
        let (before, after) = (element(old[list], "id", id), element(new[list], "id", id))
        for name in Set(members(before)).union(members(after)).sorted() {
            if Self.staying.contains(name), after?[name] == nil { continue }
            add(index, name, before?[name], after?[name])
        }
    }

    private mutating func add(_ index: Int, _ name: String, _ from: JSONValue?, _ to: JSONValue?) {
        let (from, to) = (from ?? .null, to ?? .null)
        guard from != to else { return }
        if name == "localizations", case .array = from, case .array = to {
            let languages = Set(texts(from, "language")).union(texts(to, "language"))
            for language in languages.sorted() {
                let (before, after) = (
                    element(from, "language", language), element(to, "language", language)
                )
                for field in Set(members(before)).union(members(after)).sorted() where field != "language" {
                    add(index, "localizations.\(language).\(field)", before?[field], after?[field])
                }
            }
        } else if fields.count < ConfigurationPlanAnswer.fieldsLimit {
            fields.append(
                ConfigurationPlanAnswer.ChangedField(
                    change: index, field: name, from: Self.text(from), to: Self.text(to)))
        }
    }

    // MARK: JSON

    private static func json(_ configuration: AppConfiguration) -> JSONValue? {
        do throws(JSONError) { return try JSONValue(json: ConfigurationBody(configuration).json) } catch { return nil }
    }

    private static func text(_ value: JSONValue) -> String? {
        let limit = ConfigurationPlanAnswer.fieldTextLimit
        switch value {
        case .null: return nil
        case .string(let text): return String(text.prefix(limit))
        default:
            var writer = JSONWriter()
            writer.value(value)
            return String(String(decoding: writer.finish(), as: UTF8.self).prefix(limit))
        }
    }

    private func members(_ value: JSONValue?) -> [String] {
        if case .object(let members)? = value { members.keys.sorted() } else { [] }
    }

    private func element(_ list: JSONValue?, _ key: String, _ text: String) -> JSONValue? {
        guard case .array(let elements)? = list else { return nil }
        return elements.first { $0[key] == .string(text) }
    }

    private func texts(_ list: JSONValue?, _ key: String) -> [String] {
        guard case .array(let elements)? = list else { return [] }
        return elements.compactMap { if case .string(let text)? = $0[key] { text } else { nil } }
    }

    private func ids(_ list: JSONValue?) -> JSONValue {
        Self.array(texts(list, "id"))
    }

    private static func array(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
