public import LaurelDomain

/// A simulator that a developer has uploaded.
public enum SimulatorAnswers {
    public static let schema = Schema.object(
        "Simulator",
        [
            .init("name", Shape<SimulatorName>.simulatorName.schema),
            .init("size", .integer(0...Int64(SimulatorModule.bytesLimit))),
            .init("uploaded", Shape<Timestamp>.timestamp.schema),
        ])
    public static let listSchema = Schema.object(
        "Simulators", [.init("simulators", .array(schema, countLimit: SimulatorModule.countLimit))])
}

extension JSONWriter {
    public mutating func value(_ simulator: SimulatorModule) {
        beginObject()
        field("name", simulator.name.text)
        field("size", Int64(simulator.size))
        field("uploaded", simulator.uploaded)
        endObject()
    }

    public mutating func value(simulators: [SimulatorModule]) {
        beginObject()
        key("simulators")
        beginArray()
        for simulator in simulators { value(simulator) }
        endArray()
        endObject()
    }
}

extension Parameter where Value == SimulatorName {
    static let simulator = Parameter(
        name: "simulator", schema: Shape<SimulatorName>.simulatorName.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try SimulatorName(text) } catch { return nil }
        }, print: { $0.text })
}
