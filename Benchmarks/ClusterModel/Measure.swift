import Glibc

/// Steele, Lea and Flood's generator: the same numbers on every machine.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// What this thread has worked, so that a busy neighbor is counted only where it takes cache and memory from us.
func processorNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// One tab-separated line: what, entries on the board, figure, unit.
func report(_ name: String, _ entries: Int, _ figure: Double, _ unit: String) {
    print("\(name)\t\(entries)\t\(short(figure))\t\(unit)")
    fflush(nil)
}

/// Three digits that count, and no exponent.
func short(_ figure: Double) -> String {
    guard figure.isFinite, figure > 0 else { return "0" }
    var unit = 1.0
    while figure / unit >= 1_000 { unit *= 10 }
    if unit > 1 { return String(Int((figure / unit).rounded() * unit)) }
    let decimals = figure >= 100 ? 1.0 : figure >= 10 ? 10.0 : figure >= 1 ? 100.0 : 1_000.0
    let scaled = Int((figure * decimals).rounded())
    guard decimals > 1 else { return String(scaled) }
    let rest = String(scaled % Int(decimals))
    let zeros = String(repeating: "0", count: String(Int(decimals)).count - 1 - rest.count)
    return "\(scaled / Int(decimals)).\(zeros)\(rest)"
}
