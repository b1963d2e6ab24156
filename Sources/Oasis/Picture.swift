/// What is drawn on a tile.
public enum Picture: Int32, CaseIterable, Sendable { case monkey, banana, cactus, coconut, snake, flower }
