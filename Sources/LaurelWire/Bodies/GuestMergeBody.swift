public import LaurelDomain

/// Which guest is to become part of the caller's account (rule 1.13).
public struct GuestMergeBody: RequestBody {
    public var secret: GuestSecret?

    public init() {}
    public static let name = "GuestMerge"
    public static let fields: [Field<GuestMergeBody>] = [.required("secret", .guestSecret, \.secret)]
}
