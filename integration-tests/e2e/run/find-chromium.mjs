import { existsSync } from "node:fs"
import { chromium } from "playwright-core"

/**
 * The browser of the tests: what CHROMIUM_PATH names, else Debian's, else the
 * one that Playwright has installed. The headless shell comes first: the same
 * pages without the windows, in half of the processor time. Throws when there is
 * none.
 */
export function findChromium() {
  const { CHROMIUM_PATH } = process.env
  const places = CHROMIUM_PATH
    ? [CHROMIUM_PATH]
    : [
        "/usr/bin/chromium-headless-shell",
        "/usr/bin/chromium",
        "/usr/bin/chromium-browser",
        chromium.executablePath(),
      ]
  const found = places.find((path) => path && existsSync(path))
  if (!found) {
    throw new Error(
      CHROMIUM_PATH
        ? `CHROMIUM_PATH names ${CHROMIUM_PATH}, and there is no such file.`
        : "The browser tests need Chromium: apt-get install chromium-headless-shell, or npx playwright-core install chromium, or set CHROMIUM_PATH."
    )
  }
  return found
}
