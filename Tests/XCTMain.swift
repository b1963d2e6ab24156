import Testing

/// Where the test program begins. All tests are Swift Testing's; the file that SwiftPM writes in its place looks for
/// those of XCTest as well, in an index of every test, which takes a tenth of the time that tests take to compile.
@main struct XCTMain {
    static func main() { run { await Testing.__swiftPMEntryPoint() as Never } }

    /// What an asynchronous `main` is compiled to. It cannot be one here: the programs under test are linked in, and
    /// theirs have the same symbol, of which the linker takes the first. SwiftPM's file does it so, too.
    @_silgen_name("$ss13_runAsyncMainyyyyYaKcF")
    private static func run(_ body: @Sendable @escaping () async throws -> Void)
}
