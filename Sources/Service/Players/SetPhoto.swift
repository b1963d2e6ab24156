public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Puts a photo of a player in place, in two sizes (rule 1.1), and takes it away.
public struct SetPhoto: Sendable {
    /// In pixels, as GameKit has them: a row of a list, a page of its own.
    public static let sides = [128, 512]
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction(
        _ bytes: [UInt8], of player: PlayerNumber
    ) async throws(PhotoError) -> PhotoID {
        guard !accounts.profiles.isGuest(player) else { throw .guest }
        let image: CheckedImage
        do throws(CheckedImage.Invalid) { image = try CheckedImage(bytes) } catch { throw .invalid(error) }
        guard let conversion = accounts.images else { throw .unavailable }
        let pictures: [[UInt8]]
        do throws(ImageFailure) {
            pictures = try await image.squares(Self.sides, by: conversion, for: .player(player))
        } catch {
            switch error {
            case .undecodable: throw .invalid(.noImage)
            case .busy: throw .busy
            case .broken(let reason): throw .broken(reason: reason)
            }
        }
        let small = accounts.blob(pictures[0])
        let normal = accounts.blob(pictures[1])
        let isThere = try await PhotoError.translating { () throws(StoreError) in
            try await accounts.directory.setPhoto((small, normal), of: player)
        }
        guard isThere else { throw .unknownPlayer }
        return PhotoID(small: small.digest.text, normal: normal.digest.text)
    }

    /// Done already is done too.
    public func remove(of player: PlayerNumber) async throws(PhotoError) {
        _ = try await PhotoError.translating { () throws(StoreError) in
            try await accounts.directory.setPhoto(nil, of: player)
        }
    }
}

/// The bytes of a photo. Its id is the digest of its bytes: who knows it was shown it.
public struct ReadPhoto: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    /// - Returns: a PNG; nil when no player has such a photo (any more).
    public func callAsFunction(_ id: String) async throws(PhotoError) -> [UInt8]? {
        guard let digest = BlobDigest(id) else { return nil }
        return try await PhotoError.translating { () throws(StoreError) in
            guard try await accounts.directory.isPhoto(digest) else { return nil }
            return try await accounts.directory.blob(digest)
        }
    }
}

public enum PhotoError: Error, StoreFailure, Hashable, Sendable {
    case invalid(CheckedImage.Invalid)
    case unknownPlayer
    /// A guest shows others nothing of their own (rule 1.11).
    case guest
    case busy
    case unavailable
    case broken(reason: String)
}

extension Accounts {
    func blob(_ bytes: [UInt8]) -> Blob {
        let words = bytes.withUnsafeBytes { digest.digest($0) }
        guard let digest = BlobDigest(words.bytes) else {
            preconditionFailure("The digest of a secret and that of a blob have 32 bytes each")
        }
        return Blob(digest: digest, bytes: bytes)
    }
}
