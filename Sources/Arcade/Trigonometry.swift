/// Sine and cosine without libm, whose results differ from machine to machine.
///
/// - Unit: angles are 1/65536 of a turn, results 1/32768.
/// - Accuracy: within 0.2 % of full scale: a parabola, corrected once.
public enum Trigonometry {
    public static let turn: Int32 = 65536

    public static func sine(_ angle: Int32) -> Int32 {
        let phase = angle & 0xFFFF
        let half = phase & 0x7FFF
        // 4·t·(1 − t) on half a turn, in 1/32768.
        let parabola = (half &* (0x8000 &- half)) >> 13
        // y ← 0.775·y + 0.225·y², the usual correction of the parabola.
        let square = (parabola &* (parabola >> 1)) >> 14
        let corrected = (parabola &* 25395 &+ square &* 7373) >> 15
        return phase >= 0x8000 ? 0 &- corrected : corrected
    }

    public static func cosine(_ angle: Int32) -> Int32 { sine(angle &+ 0x4000) }
}
