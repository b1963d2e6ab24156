import Foundation
import LaurelDesktop

@main @MainActor struct OasisProgram {
    private static let keys = """
          1 to 4     take a tile; arrows and Enter place it; a mouse or a finger can draw it, too
          S          swap tiles; S again swaps those that are chosen
          with a gamepad, D-pad or stick and A choose, B goes back
        """

    static func main() { exit(Program.run(OasisGame(), keys: keys)) }
}
