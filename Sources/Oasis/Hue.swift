/// The colour of a tile. Each has its own shape, for players who don't see the colours: circle, diamond, leaf, square,
/// star, cross.
public enum Hue: Int32, CaseIterable, Sendable { case red, yellow, green, blue, purple, night }
