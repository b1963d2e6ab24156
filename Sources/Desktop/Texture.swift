import CLaurelSDL

/// A picture on the graphics card, gone when nobody holds it.
@MainActor final class Texture {
    let handle: OpaquePointer
    /// In pixels.
    let width: Float
    let height: Float

    init?(_ surface: UnsafeMutablePointer<SDL_Surface>?, on renderer: OpaquePointer) {
        guard let surface, let handle = SDL_CreateTextureFromSurface(renderer, surface) else { return nil }
        self.handle = handle
        width = Float(surface.pointee.w)
        height = Float(surface.pointee.h)
        SDL_SetTextureBlendMode(handle, SDL_BLENDMODE_BLEND)
    }

    /// The window is closed: SDL has destroyed all textures with its renderer, and their handles point to nothing.
    static var areGone = false

    isolated deinit { if !Self.areGone { SDL_DestroyTexture(handle) } }

    /// - Parameter svg: within the subset that nanosvg draws: paths, basic shapes, gradients, strokes.
    static func rasterize(
        svg: [UInt8], width: Float, height: Float, on renderer: OpaquePointer
    ) -> Texture? {
        let across = max(Int32(width.rounded()), 1)
        let down = max(Int32(height.rounded()), 1)
        return svg.withUnsafeBytes { bytes -> Texture? in
            guard let stream = SDL_RWFromConstMem(bytes.baseAddress, Int32(bytes.count)) else { return nil }
            defer { SDL_RWclose(stream) }
            let surface = IMG_LoadSizedSVG_RW(stream, across, down)
            defer { SDL_FreeSurface(surface) }
            return Texture(surface, on: renderer)
        }
    }

    func draw(_ renderer: OpaquePointer, x: Float, y: Float, alpha: UInt8 = 255) {
        draw(renderer, SDL_FRect(x: x, y: y, w: width, h: height), alpha: alpha)
    }

    func draw(_ renderer: OpaquePointer, _ rect: SDL_FRect, alpha: UInt8 = 255) {
        SDL_SetTextureAlphaMod(handle, alpha)
        var rect = rect
        SDL_RenderCopyF(renderer, handle, nil, &rect)
    }
}

extension Texture {
    /// - Returns: nil if it is no PNG.
    static func image(png: [UInt8], on renderer: OpaquePointer) -> Texture? {
        png.withUnsafeBytes { bytes -> Texture? in
            guard let stream = SDL_RWFromConstMem(bytes.baseAddress, Int32(bytes.count)) else { return nil }
            guard let loaded = IMG_LoadPNG_RW(stream) else {
                SDL_RWclose(stream)
                return nil
            }
            defer {
                SDL_FreeSurface(loaded)
                SDL_RWclose(stream)
            }
            return Texture(loaded, on: renderer)
        }
    }

    /// A photo, round.
    static func photo(png: [UInt8], on renderer: OpaquePointer) -> Texture? {
        png.withUnsafeBytes { bytes -> Texture? in
            guard let stream = SDL_RWFromConstMem(bytes.baseAddress, Int32(bytes.count)) else { return nil }
            guard let loaded = IMG_Load_RW(stream, 1) else { return nil }
            defer { SDL_FreeSurface(loaded) }
            guard let surface = SDL_ConvertSurfaceFormat(loaded, SDL_PIXELFORMAT_ARGB8888.rawValue, 0) else {
                return nil
            }
            defer { SDL_FreeSurface(surface) }
            round(surface)
            return Texture(surface, on: renderer)
        }
    }

    /// Takes away what is outside the circle, with a soft edge.
    private static func round(_ surface: UnsafeMutablePointer<SDL_Surface>) {
        let (width, height) = (Int(surface.pointee.w), Int(surface.pointee.h))
        let radius = Float(min(width, height)) / 2
        guard SDL_LockSurface(surface) == 0, let pixels = surface.pointee.pixels else { return }
        for y in 0..<height {
            let row = pixels.advanced(by: y * Int(surface.pointee.pitch)).assumingMemoryBound(to: UInt32.self)
            for x in 0..<width {
                let (dx, dy) = (Float(x) + 0.5 - Float(width) / 2, Float(y) + 0.5 - Float(height) / 2)
                let inside = min(max(radius - (dx * dx + dy * dy).squareRoot(), 0), 1)
                let alpha = UInt32(Float(row[x] >> 24) * inside)
                row[x] = alpha << 24 | row[x] & 0xFFFFFF
            }
        }
        SDL_UnlockSurface(surface)
    }
}
