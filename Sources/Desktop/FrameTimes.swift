/// How long frames take, of the last minute: for `--frame-times`, for the announcements, and for the curious.
struct FrameTimes {
    /// `[p50, p95, p99, longest]`, in milliseconds.
    typealias Quantiles = [Double]

    /// Frames that are remembered: a minute of them.
    private static let memory = 3600
    /// A frame that came later than this was missed, in milliseconds.
    private static let late = 25.0

    /// In milliseconds: between two frames; of the ticks; of everything up to the picture, which then waits for the
    /// screen.
    private var between: [Double] = []
    private var steps: [Double] = []
    private var works: [Double] = []
    private var next = 0
    /// Since the last ``take()``.
    private(set) var count = 0
    private(set) var lateCount = 0

    mutating func add(between passed: Double, step: Double, work: Double) {
        count += 1
        if passed > Self.late { lateCount += 1 }
        guard between.count == Self.memory else {
            between.append(passed)
            steps.append(step)
            works.append(work)
            return
        }
        between[next] = passed
        steps[next] = step
        works[next] = work
        next = (next + 1) % Self.memory
    }

    /// What was measured since the last call.
    mutating func take() -> (frames: Int, late: Int, between: Quantiles, step: Quantiles, work: Quantiles) {
        let taken = (count, lateCount, Self.quantiles(between), Self.quantiles(steps), Self.quantiles(works))
        self = FrameTimes()
        return taken
    }

    /// The same in lines, for who started the game in a terminal.
    mutating func takeLines(renderer: String) -> String {
        let taken = take()
        func words(_ name: String, _ times: Quantiles) -> String {
            "\(name) p50 \(times[0]), p95 \(times[1]), p99 \(times[2]), longest \(times[3])"
        }
        return """
            \(taken.frames) frames, \(taken.late) of them late (\(renderer), milliseconds)
            \(words("between two:", taken.between))
            \(words("of the game: ", taken.step))
            \(words("until drawn: ", taken.work))
            """
    }

    private static func quantiles(_ times: [Double]) -> Quantiles {
        let sorted = times.sorted()
        return [0.5, 0.95, 0.99, 1].map { part in
            let index = Int((Double(sorted.count) * part).rounded(.up)) - 1
            return sorted.isEmpty ? 0 : (sorted[min(max(index, 0), sorted.count - 1)] * 1000).rounded() / 1000
        }
    }
}
