// View controllers, windows and images, and Foundation: what GameKit's interface needs, and no more.
@_exported import GameKit
