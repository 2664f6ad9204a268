// @ts-nocheck: it is copied into the site as it is, where TypeScript knows neither the page nor what is beside it.
/** The menu on small screens, and the search: it works without a network and from files. */
const field = document.getElementById("search");
const list = document.getElementById("found");
const menu = document.getElementById("menu");
const button = document.getElementById("menu-button");

button.addEventListener("click", () => {
  const isOpen = menu.classList.toggle("open");
  button.setAttribute("aria-expanded", String(isOpen));
});

let loading = null;
/** The index is loaded when the search is first used. */
function loadIndex() {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "search-index.js";
    script.onload = () => resolve(window.salienceSearch);
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
}

const simple = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

/** Sections that hold every word; words in headings count more than words in the text, and words that stand together more than apart. */
function search(index, query) {
  const words = simple(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const phrase = words.join(" ");
  return index
    .map((entry) => {
      entry.simple ??= { title: simple(entry.title), page: simple(entry.page), text: simple(entry.text) };
      const { title, page, text } = entry.simple;
      let score = 0;
      for (const word of words) {
        const parts =
          8 * title.includes(word) + 4 * page.includes(word) + 6 * (title === word) + 3 * (page === word);
        const inText = text.split(word).length - 1;
        if (parts + inText === 0) return { entry, score: 0 };
        score += parts + Math.min(3, inText);
      }
      if (words.length > 1 && (title.includes(phrase) || text.includes(phrase))) score += 8;
      // Who searches for a word wants to read about it before its declarations, its flags and code that uses it.
      const isReference = /^(?:API|The command line)|\.(?:m?js|py|R|html)$/.test(entry.page);
      return { entry, score: isReference ? score / 2 : score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 12)
    .map(({ entry }) => ({ ...entry, excerpt: excerpt(entry.text, words[0]) }));
}

function excerpt(text, word) {
  const at = Math.max(0, simple(text).indexOf(word) - 40);
  return `${at > 0 ? "…" : ""}${text.slice(at, at + 140)}…`;
}

async function show() {
  const query = field.value;
  const found = search(await loadIndex(), query);
  if (query !== field.value) return;
  list.replaceChildren(
    ...found.map(({ address, page, title, excerpt: part }, place) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = address;
      link.className = place === 0 ? "first" : "";
      link.append(title === page ? page : `${page} › ${title}`);
      const small = document.createElement("small");
      small.textContent = part;
      link.append(small);
      item.append(link);
      return item;
    }),
  );
  if (query.trim() !== "" && found.length === 0) {
    const item = document.createElement("li");
    item.textContent = "Nothing was found.";
    list.append(item);
  }
  list.hidden = query.trim() === "";
}

field.addEventListener("input", show);
field.addEventListener("focus", () => field.value && show());
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter") list.querySelector("a")?.click();
  if (event.key === "ArrowDown") list.querySelector("a")?.focus();
  if (event.key === "Escape") list.hidden = true;
});
list.addEventListener("keydown", (event) => {
  const links = [...list.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
  if (event.key === "ArrowUp") (at > 0 ? links[at - 1] : field).focus();
});
list.addEventListener("click", () => {
  list.hidden = true;
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".search")) list.hidden = true;
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName)) {
    event.preventDefault();
    field.focus();
  }
});
