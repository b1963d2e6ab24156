import LaurelWire

/// The lines below a change of an import's plan.
enum PlannedFields {
    /// - Parameter change: its index in the plan.
    static func say(_ plan: ConfigurationPlanAnswer, of change: Int) {
        for field in plan.changedFields where field.change == change {
            Terminal.say("    \(field.field): \(field.from ?? "none") → \(field.to ?? "none")")
        }
    }
}
