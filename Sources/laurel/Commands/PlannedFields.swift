import Foundation

/// The lines below a change of an import's plan.
enum PlannedFields {
    /// - Parameter change: its place in the plan.
    static func say(_ plan: [String: Any]?, of change: Int) {
        for field in plan?["fields"] as? [[String: Any]] ?? [] where field["change"] as? Int == change {
            let (from, to) = (field["from"] as? String ?? "none", field["to"] as? String ?? "none")
            Terminal.say("    \(field["field"] as? String ?? ""): \(from) → \(to)")
        }
    }
}
