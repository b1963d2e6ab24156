import LaurelTestSupport
import Testing

@Suite("Simulated time", .timeLimit(.minutes(10))) struct SimulationTests {
    @Test("events come in the order of their times, and of one time as they were scheduled", arguments: Depth.seeds(20))
    func order(seed: UInt64) {
        var simulation = Simulation<(time: Int64, number: Int)>(seed: seed)
        var found: [(time: Int64, number: Int)] = []
        for number in 0..<300 {
            let delay = simulation.between(0...20)
            simulation.schedule((simulation.now + delay, number), after: delay)
            if number % 3 == 0, let event = simulation.next() { found.append(event) }
        }
        while let event = simulation.next() {
            #expect(event.time == simulation.now)
            found.append(event)
        }
        #expect(found.count == 300)
        for (one, next) in zip(found, found.dropFirst()) { #expect(one < next) }
    }
}
