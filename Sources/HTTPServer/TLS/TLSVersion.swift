/// The versions that the server speaks.
public enum TLSVersion: String, Sendable, CaseIterable {
    case v12 = "1.2"
    case v13 = "1.3"
}
