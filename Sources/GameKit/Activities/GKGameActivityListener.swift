/// Hears of activities that the player chose outside the game; register with ``GKLocalPlayer/register(_:)``. On the
/// main thread.
public protocol GKGameActivityListener {
    /// The player has opened a link to an activity, or started the game with one. The activity isn't started yet.
    ///
    /// - Parameter completionHandler: whether the game takes it. No answer in 10 seconds counts as no, and a later one
    ///   for nothing. Then it stays pending, and a listener that registers later is asked again.
    func player(
        _ player: GKPlayer, wantsToPlay activity: GKGameActivity, completionHandler: @escaping @Sendable (Bool) -> Void)
    func player(_ player: GKPlayer, wantsToPlay activity: GKGameActivity) async -> Bool
}

// Both are optional: by default, the first asks the second.
extension GKGameActivityListener {
    public func player(
        _ player: GKPlayer, wantsToPlay activity: GKGameActivity, completionHandler: @escaping @Sendable (Bool) -> Void
    ) {
        // As an existential: a generic type of the game's can't be named in a task.
        let listener = MainThreadOnly(self as any GKGameActivityListener)
        Task { completionHandler(await listener.value.player(player, wantsToPlay: activity)) }
    }

    public func player(_ player: GKPlayer, wantsToPlay activity: GKGameActivity) async -> Bool { false }
}
