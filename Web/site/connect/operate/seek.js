// Looking for something in a log that the server reads out page by page, the latest first, and does not search itself.

/** Pages read by one press at most: a log may be years long. */
const PAGES = 10;

/**
 * Reads on until something fits, the log is over, or the limit is reached.
 * @template Page
 * @param {?string | undefined} from where to go on; undefined: at the beginning
 * @param {(from: ?string | undefined) => Promise<Page & {next: ?string}>} read
 * @param {(page: Page) => boolean} fits whether a page has what is looked for
 */
export async function seek(from, read, fits) {
    let page = await read(from);
    for (let count = 1; count < PAGES && page.next !== null && !fits(page); count += 1) page = await read(page.next);
}
