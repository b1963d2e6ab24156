// Searches a log that the server only pages through, newest first.

/** Maximum pages per search: a log can be years long. */
const PAGES = 10;

/**
 * Reads pages until one matches, the log ends, or the limit is reached.
 * @template Page
 * @param {?string | undefined} from where to start; undefined: the newest page
 * @param {(from: ?string | undefined) => Promise<Page & {next: ?string}>} read
 * @param {(page: Page) => boolean} fits whether a page has a match
 */
export async function seek(from, read, fits) {
    let page = await read(from);
    for (let count = 1; count < PAGES && page.next !== null && !fits(page); count += 1) page = await read(page.next);
}
