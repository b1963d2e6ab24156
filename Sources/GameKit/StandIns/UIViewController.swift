// Not canImport(UIKit): a game may have a module of that name that re-exports these (StandIns/).
#if !canImport(Darwin)

    /// Replaces UIKit's class of the same name, with only what GameKit's interface needs and without a view.
    ///
    /// Present what GameKit gives you with ``present(_:animated:completion:)`` on any view controller, even one made
    /// for the purpose. Game Center's controllers then open their page (``GameCenterPresenter``).
    @preconcurrency @MainActor open class UIViewController: NSObject {
        public private(set) var presentedViewController: UIViewController?
        public private(set) weak var presentingViewController: UIViewController?
        open var title: String?

        public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

        /// Archiving isn't supported.
        public required init?(coder: NSCoder) { nil }

        public convenience override init() { self.init(nibName: nil, bundle: nil) }

        private var isViewLoaded = false
        open func viewDidLoad() {}

        /// Calls ``viewDidLoad()`` before the first presentation.
        open func loadViewIfNeeded() {
            guard !isViewLoaded else { return }
            isViewLoaded = true
            viewDidLoad()
        }

        /// Presents `viewController`. Does nothing while another one is presented, as in UIKit.
        open func present(
            _ viewController: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
        ) {
            guard presentedViewController == nil, viewController.presentingViewController == nil else { return }
            presentedViewController = viewController
            viewController.presentingViewController = self
            viewController.loadViewIfNeeded()
            viewController.wasPresented()
            completion?()
        }

        /// Dismisses what this one presents or, if it presents nothing, itself.
        open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
            if let shown = presentedViewController {
                presentedViewController = nil
                shown.presentingViewController = nil
                shown.wasDismissed()
                completion?()
            } else if let presenter = presentingViewController {
                presenter.dismiss(animated: flag, completion: completion)
            }
        }

        /// For those of GameKit: they open their page now.
        func wasPresented() {}
        /// For those of GameKit: a player who dismissed them wants no more of it.
        func wasDismissed() {}
    }

    /// Replaces UIKit's class of the same name; it holds one controller and doesn't navigate.
    @preconcurrency @MainActor open class UINavigationController: UIViewController {
        public private(set) var viewControllers: [UIViewController] = []

        public convenience init(rootViewController: UIViewController) {
            self.init(nibName: nil, bundle: nil)
            viewControllers = [rootViewController]
        }
    }

    /// Replaces UIKit's class of the same name: where the access point would be drawn.
    @preconcurrency @MainActor open class UIWindow: NSObject {
        open var rootViewController: UIViewController?
        open var frame: CGRect

        public init(frame: CGRect) {
            self.frame = frame
            super.init()
        }

        public convenience override init() { self.init(frame: .zero) }
    }

    // The names of macOS, for code that was written there.
    public typealias NSViewController = UIViewController
    public typealias NSWindow = UIWindow
    public typealias NSImage = UIImage

#elseif canImport(UIKit)
    @_exported public import UIKit
#else
    @_exported public import AppKit
#endif
