// The page for addresses that lead nowhere: in the reader's language.

import { find } from "./lib/dom.js";
import "./elements/chrome.js";
import { t } from "./lib/i18n.js";

const state = find("#missing");
document.title = `${t("missing.title")} · Laurel`;
find("h1", state).textContent = t("missing.title");
find("p", state).textContent = t("missing.text");
find("a", state).textContent = t("home");
