import Foundation

/// How long a command waits for a server that answers nothing. Whether it's ready is answered by threads that do
/// nothing long, so in milliseconds, whatever else is going on.
struct AnswerPatience: Sendable {
    /// What tests set it by: three numbers of milliseconds, in the order of the properties, such as `10000,5000,10000`.
    static let variable = "LAUREL_ANSWER_PATIENCE"

    /// Before the command's first request.
    var first = Duration.seconds(10)
    /// Between two looks while a request waits.
    var pause = Duration.seconds(5)
    /// For the answer to such a look.
    var later = Duration.seconds(10)

    /// - Throws: when the variable says something else.
    init(_ environment: [String: String]) throws(Failure) {
        guard let text = environment[Self.variable], !text.isEmpty else { return }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let times = parts.compactMap { Int32($0) }.filter { $0 > 0 }.map { Duration.milliseconds(Int64($0)) }
        guard parts.count == 3, times.count == 3 else {
            throw Failure(
                "\(Self.variable) must be three positive numbers of milliseconds, such as 10000,5000,10000, not "
                    + "“\(text)”")
        }
        (first, pause, later) = (times[0], times[1], times[2])
    }

    static func ofThisProcess() throws(Failure) -> AnswerPatience {
        try AnswerPatience(ProcessInfo.processInfo.environment)
    }
}
