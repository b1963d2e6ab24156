import CLaurelSDL
import Glibc

/// Why a game cannot be shown. SDL's own words are in it.
struct HostTrouble: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) { description = what }

    /// What SDL said last is added.
    static func sdl(_ what: String) -> HostTrouble { HostTrouble("\(what): \(String(cString: SDL_GetError()))") }
}

/// The window, and what draws into it.
@MainActor final class Window {
    let handle: OpaquePointer
    let renderer: OpaquePointer
    /// In pixels of the screen.
    private(set) var width: Int32 = 0
    private(set) var height: Int32 = 0
    private(set) var isFullScreen = false

    /// - Parameters:
    ///   - width: in the desktop's own units, as `height`.
    init(title: String, width: Int32, height: Int32, isFullScreen: Bool) throws(HostTrouble) {
        SDL_SetMainReady()
        for (hint, value) in Self.hints { SDL_SetHint(hint, value) }
        guard SDL_Init(UInt32(SDL_INIT_VIDEO) | UInt32(SDL_INIT_EVENTS)) == 0 else { throw .sdl("Can't start SDL") }
        // SDL's last resort draws where nobody sees it. A player who wants that names it.
        if let driver = SDL_GetCurrentVideoDriver(), strcmp(driver, "offscreen") == 0, getenv("SDL_VIDEODRIVER") == nil
        {
            throw HostTrouble("There is no screen. Start the game in a desktop session, or set DISPLAY.")
        }
        let flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
        let middle = laurel_window_position_centered()
        guard let handle = SDL_CreateWindow(title, middle, middle, width, height, flags) else {
            throw .sdl("Can't open a window")
        }
        guard let renderer = Self.makeRenderer(handle) else { throw .sdl("Can't draw in the window") }
        self.handle = handle
        self.renderer = renderer
        SDL_SetWindowMinimumSize(handle, 320, 240)
        SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND)
        measure()
        if isFullScreen { toggleFullScreen() }
    }

    /// Pictures are scaled smoothly; fingers are fingers and no mouse; candidates of an input method are shown.
    private static let hints = [
        ("SDL_RENDER_SCALE_QUALITY", "1"), ("SDL_TOUCH_MOUSE_EVENTS", "0"), ("SDL_MOUSE_TOUCH_EVENTS", "0"),
        ("SDL_IME_SHOW_UI", "1"), ("SDL_IME_SUPPORT_EXTENDED_TEXT", "1"), ("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1"),
        ("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0"),
    ]

    /// By the graphics card in step with the screen, else by the processor.
    private static func makeRenderer(_ handle: OpaquePointer) -> OpaquePointer? {
        let vsync = SDL_RENDERER_PRESENTVSYNC.rawValue
        return SDL_CreateRenderer(handle, -1, SDL_RENDERER_ACCELERATED.rawValue | vsync)
            ?? SDL_CreateRenderer(handle, -1, SDL_RENDERER_SOFTWARE.rawValue | vsync)
            ?? SDL_CreateRenderer(handle, -1, SDL_RENDERER_SOFTWARE.rawValue)
    }

    /// Ends what SDL has. Nothing of the window is used after it.
    func close() {
        Texture.areGone = true
        SDL_DestroyRenderer(renderer)
        SDL_DestroyWindow(handle)
    }

    /// Reads the size anew.
    /// - Returns: whether it changed.
    @discardableResult func measure() -> Bool {
        let before = (width, height)
        SDL_GetRendererOutputSize(renderer, &width, &height)
        return before != (width, height)
    }

    /// Such as `opengl` or `software`.
    var rendererName: String {
        var info = SDL_RendererInfo()
        guard SDL_GetRendererInfo(renderer, &info) == 0, let name = info.name else { return "unknown" }
        return String(cString: name)
    }

    /// Pixels of the screen to one of the desktop's units, in which the mouse speaks.
    var ratio: Float {
        var across: Int32 = 0
        var down: Int32 = 0
        SDL_GetWindowSize(handle, &across, &down)
        return across > 0 ? Float(width) / Float(across) : 1
    }

    func toggleFullScreen() {
        let flag = isFullScreen ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue
        if SDL_SetWindowFullscreen(handle, flag) == 0 { isFullScreen.toggle() }
    }

    /// Writes what was drawn as a PNG; before ``present()``, which forgets it.
    func writePicture(to path: String) throws(HostTrouble) {
        let format = SDL_PIXELFORMAT_ARGB8888.rawValue
        guard let surface = SDL_CreateRGBSurfaceWithFormat(0, width, height, 32, format) else {
            throw .sdl("Can't take a screenshot")
        }
        defer { SDL_FreeSurface(surface) }
        guard SDL_RenderReadPixels(renderer, nil, format, surface.pointee.pixels, surface.pointee.pitch) == 0,
            IMG_SavePNG(surface, path) == 0
        else { throw .sdl("Can't write \(path)") }
    }

    /// Draws what was ordered. The processor does it here, a graphics card in its own time.
    func flush() { SDL_RenderFlush(renderer) }

    func present() { SDL_RenderPresent(renderer) }
}
