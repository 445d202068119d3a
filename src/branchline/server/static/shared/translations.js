// The words of the page's scripts: English in the code, other languages from the server.

const language = document.documentElement.lang || "en";
const NONE = () => ({ words: {}, counted: {} });
const plural = new Intl.PluralRules(language);
const { words, counted } = language === "en" ? NONE() : await load();

async function load() {
  try {
    const answer = await fetch(`/words/${language}.json`);
    return answer.ok ? await answer.json() : NONE();
  } catch {
    return NONE();
  }
}

function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A text in the language of the page, with its names filled in. */
export function _(text, values = {}) {
  return filled(words[text] || text, values);
}

/** Singular or plural, as the language requires for the count; `{count}` is filled in. */
export function n_(one, many, count, values = {}) {
  const forms = counted[one] ?? [one, many];
  const form = plural.select(count) === "one" ? forms[0] : forms[forms.length - 1];
  return filled(form, { count, ...values });
}
