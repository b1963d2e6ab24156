// The page for addresses that lead nowhere: in the reader's language.

import "./elements/chrome.js";
import { t } from "./lib/i18n.js";

const state = document.getElementById("missing");
document.title = `${t("missing.title")} · Laurel`;
state.querySelector("h1").textContent = t("missing.title");
state.querySelector("p").textContent = t("missing.text");
state.querySelector("a").textContent = t("home");
