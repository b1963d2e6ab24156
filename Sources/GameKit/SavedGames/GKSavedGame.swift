/// A saved game.
open class GKSavedGame: NSObject {}
