// Style sheets of views that are loaded when they are asked for.

/**
 * Adds a style sheet to the page, once, and waits until it holds: what is drawn next does not jump.
 * @param {string} path starts with "/"
 * @returns {Promise<void>}
 */
export function addStyle(path) {
    if (document.querySelector(`link[rel="stylesheet"][href="${path}"]`) !== null) return Promise.resolve();
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = path;
    return new Promise((resolve) => {
        // Without it the view is plain and works all the same.
        link.onload = link.onerror = () => resolve();
        document.head.append(link);
    });
}
