/**
 * A walk through the studio that needs no driver: it runs in the page itself, presses its buttons and waits for what they bring about.
 * scripts/engines.mjs adds it to the studio's page; what it found goes back to its server.
 */
const patienceMilliseconds = 120_000;

/**
 * The first element of this kind whose text fits, as soon as there is one.
 * @param {string} selector
 * @param {RegExp} text
 * @returns {Promise<HTMLElement>}
 */
async function shown(selector, text) {
  for (const end = Date.now() + patienceMilliseconds; Date.now() < end; ) {
    const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
    const found = all.find((element) => text.test(element.textContent ?? ""));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no ${selector} shows ${text}: ${document.body.textContent?.slice(0, 400)}`);
}

async function walk() {
  (await shown("button", /Planted answer/)).click();
  await shown("h1", /planted/);
  (await shown("button", /Choose a method/)).click();
  (await shown("button", /Find the features/)).click();
  const title = (await shown("h1", /\d+ of \d+ features/)).textContent;
  await shown(".st-picked button", /./);
  await shown("svg", /./);
  const picked = [...document.querySelectorAll(".st-picked button")].map((button) => button.textContent);
  return { title, picked, isolated: crossOriginIsolated };
}

const result = await walk().catch((error) => ({ failure: String(error) }));
await fetch("/result", { method: "POST", body: JSON.stringify(result) });
