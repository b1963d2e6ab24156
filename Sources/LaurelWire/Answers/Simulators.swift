public import LaurelDomain

/// A simulator that a developer has uploaded.
public struct SimulatorAnswer: Answer, Hashable {
    public var name: SimulatorName
    /// In bytes.
    public var size: Int
    public var uploaded: Timestamp

    public init(name: SimulatorName, size: Int, uploaded: Timestamp) {
        self.name = name
        self.size = size
        self.uploaded = uploaded
    }

    public init(_ simulator: SimulatorModule) {
        self.init(name: simulator.name, size: Int(simulator.size), uploaded: simulator.uploaded)
    }

    public static let name = "Simulator"
    public static let fields = Fields(
        AnswerField("name", .simulatorName, \.name),
        AnswerField("size", .integer(0...SimulatorModule.bytesLimit), \.size),
        AnswerField("uploaded", .timestamp, \.uploaded), make: Self.init(name:size:uploaded:))
    public static let listShape = shape.list(countLimit: SimulatorModule.countLimit)
        .held(by: "simulators", of: "Simulators")
}

extension Parameter where Value == SimulatorName {
    static let simulator = Parameter(
        name: "simulator", schema: Shape<SimulatorName>.simulatorName.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try SimulatorName(text) } catch { return nil }
        }, print: { $0.text })
}
