import LaurelProcess
import Testing

/// How many pixels the games draw where frames come late. The times are given: nothing here waits for a slow machine.
@Suite("The picture's detail", .timeLimit(.minutes(15))) struct PictureDetailTests {
    /// A screen, and the milliseconds of frame `n` at so many `pixels`.
    struct Screen: Sendable {
        let name: String
        let ratio: Double
        let time: String
        /// Milliseconds in which such a frame keeps the page: too many for more pixels, where it isn't said.
        var work = "14"
        /// Pixels at the end, and how often their number changed.
        let pixels: Double
        let changes: Int
    }

    static let screens = [
        Screen(name: "in time", ratio: 2, time: "16.7", pixels: 2, changes: 0),
        Screen(name: "denser than anyone sees", ratio: 3, time: "16.7", pixels: 2, changes: 0),
        Screen(name: "one in twenty is late", ratio: 2, time: "n % 20 === 0 ? 33.4 : 16.7", pixels: 2, changes: 0),
        Screen(name: "fifty a second", ratio: 2, time: "20", pixels: 2, changes: 0),
        Screen(name: "late while the page loads", ratio: 2, time: "n < 70 ? 50 : 16.7", pixels: 2, changes: 0),
        Screen(name: "away again and again", ratio: 2, time: "n % 10 === 0 ? 5000 : 16.7", pixels: 2, changes: 0),
        Screen(
            name: "half of them late", ratio: 2, time: "pixels > 1.5 && n % 2 ? 33.4 : 16.7", pixels: 1.5, changes: 1),
        Screen(
            name: "half as many late with fewer pixels", ratio: 2,
            time: "n % (pixels > 1.5 ? 6 : 12) === 0 ? 33.4 : 16.7", pixels: 1.5, changes: 5),
        Screen(name: "slow by the pixel", ratio: 2, time: "16 + 10 * pixels * pixels", pixels: 1, changes: 2),
        Screen(name: "slow, and not dense", ratio: 1, time: "50", pixels: 1, changes: 0),
        Screen(name: "slow, a little dense", ratio: 1.25, time: "pixels > 1 ? 40 : 16.7", pixels: 1, changes: 1),
        Screen(name: "thirty a second, whatever is drawn", ratio: 2, time: "33.4", pixels: 2, changes: 4),
        Screen(
            name: "the first step helps, the second not", ratio: 2, time: "pixels > 1.5 ? 50 : 33.4",
            pixels: 1.5, changes: 5),
        Screen(
            name: "slow for half a minute", ratio: 2, time: "n < 1500 && pixels > 1 ? 40 : 16.7",
            work: "n < 1500 ? 14 : 2 * pixels", pixels: 2, changes: 4),
        Screen(
            name: "slow for half a minute, and a little dense", ratio: 1.25,
            time: "n < 1500 && pixels > 1 ? 40 : 16.7", work: "n < 1500 ? 14 : 2", pixels: 1.25, changes: 2),
        Screen(
            name: "in time again, without room", ratio: 2, time: "n < 1500 && pixels > 1.5 ? 40 : 16.7",
            work: "3 * pixels * pixels", pixels: 1.5, changes: 1),
        Screen(
            name: "in time with less, and room that is none", ratio: 2, time: "pixels > 1.5 ? 40 : 16.7", work: "2",
            pixels: 1.5, changes: 7),
    ]

    @Test("fewer pixels where they cost frames, only where that helps, and more where there is room again")
    func detail() async throws {
        let server = try LaurelProcess(arguments: ["--demo"])
        let browser = try await WebDriver().open(.desktop)
        try await browser.go(to: server.page("/play/"))
        for screen in Self.screens {
            let found =
                try await browser.evaluate(
                    """
                    return import("/play/host/detail.js").then(({ Detail }) => {
                        const detail = new Detail();
                        const time = (n, pixels) => \(screen.time);
                        const work = (n, pixels) => \(screen.work);
                        let changes = 0;
                        for (let n = 0; n < 6000; n += 1) {
                            const pixels = detail.pixels(\(screen.ratio));
                            changes += detail.frame(time(n, pixels), work(n, pixels), \(screen.ratio));
                        }
                        return `${detail.pixels(\(screen.ratio))} after ${changes}`;
                    });
                    """) as? String
            let pixels = screen.pixels == screen.pixels.rounded() ? "\(Int(screen.pixels))" : "\(screen.pixels)"
            #expect(found == "\(pixels) after \(screen.changes)", "\(screen.name)")
        }
        try await browser.close()
        #expect(server.stop() == 0)
    }
}
