public import LaurelDomain

/// Enough for now.
public struct TooManyAttempts: Error, Hashable, Sendable {
    public let retryAfter: Timestamp.Span
}
