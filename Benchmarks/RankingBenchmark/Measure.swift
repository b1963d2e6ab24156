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

/// Runs `body` an odd number of times and prints the median. `body` answers a sum that must be the same each time
/// it is said to be; a benchmark of dead code would not know it.
func measure(_ name: String, entries: Int, operations: Int, runs: Int = 5, _ body: (Int) -> Int) {
    var nanoseconds: [Double] = []
    var check = 0
    for run in 0..<runs {
        let start = processorNanoseconds()
        check &+= body(run)
        nanoseconds.append(Double(processorNanoseconds() - start) / Double(operations))
    }
    precondition(check != 0, "nothing was done")
    nanoseconds.sort()
    report(name, entries: entries, nanoseconds[runs / 2], "ns")
}

/// What this thread has worked, so that a busy neighbour is counted only where it takes cache and memory from us.
func processorNanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// One tab-separated line: what, entries on the board, figure, unit.
func report(_ name: String, entries: Int, _ figure: Double, _ unit: String) {
    let tenths = Int((figure * 10).rounded())
    print("\(name)\t\(entries)\t\(tenths / 10).\(tenths % 10)\t\(unit)")
    fflush(nil)
}

/// What of this process is in memory. Unit: bytes. Source: proc(5), /proc/self/statm.
func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let fields = text.split(separator: " ")
    guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * sysconf(Int32(_SC_PAGESIZE))
}
