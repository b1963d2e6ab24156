/// A name as a report of it shows it: the alias, and behind it the real name where the reporter sees one.
public enum ReportedName {
    public static func evidence(alias: String, shown: String) -> String {
        shown == alias ? alias : "\(alias) (\(shown))"
    }

    /// Whether a player's name is still one that was reported. One half of it is enough: nobody says which half was
    /// meant, and a player who changes the other one keeps it.
    public static func stands(alias: String, realName: String?, in evidence: Set<String>) -> Bool {
        evidence.contains { shown in
            if shown == alias || shown.hasPrefix("\(alias) (") { return true }
            return realName.map { shown.hasSuffix(" (\($0))") } ?? false
        }
    }
}
