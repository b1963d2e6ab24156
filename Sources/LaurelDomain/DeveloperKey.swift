/// What a team calls one of its keys; the secret that proves it never comes near this value.
public struct DeveloperKeyID: Hashable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
}
