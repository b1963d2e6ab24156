/// A challenge from one player to another.
open class GKChallenge: NSObject {}
