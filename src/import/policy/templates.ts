/** Tells an empty form from a filled-in entry. */

const PLACEHOLDER =
  /Y{4}[-/.]?(?:M{2}|MM)|A{4}[-/.]MM|J{4}[-/.]MM|\b[A-Z]{1,12}-(?:YYYYMMDD|[X#N]{2,}|DATE|ID)\b|(?<!\w)[A-Z]{1,6}-?#{2,}|\bX{3,}\b(?=\s*\]|\s*$)/;

/** A whole value in brackets that names what belongs there: `[category]`, `<title>`, `{date}`, `...`. */
const SLOT = /^(?:\[[^\]\d]{1,60}\]|<[^>\d]{1,60}>|\{[^}\d]{1,60}\}|\.{3}|…)$/u;

const TIMESTAMP_WORDS = /^\W*(?:iso(?:[- ]?8601)?\s+)?(?:timestamp|date(?:time)?|时间戳|日期)\W*$/i;

/** A heading above examples: what stands under it was never lived. */
const EXAMPLE_SECTION =
  /\b(templates?|format|entry format|examples?|sample|how to use|usage|instructions|legend|vorlage|beispiele?|plantillas?|ejemplos?|modelos?|exemplos?|formato|modèles?|exemples?)\b|模板|格式|示例|样例|例子|使用说明|mẫu|ví dụ|định dạng|テンプレート|例|書式|템플릿|예시|형식|шаблон|пример|формат/iu;

/** Does this text of a heading or bullet still hold the places to fill in? */
export function hasPlaceholder(text: string): boolean {
  const plain = text.replace(/[*_`]/g, "").trim();
  return PLACEHOLDER.test(plain) || SLOT.test(plain) || TIMESTAMP_WORDS.test(plain);
}

/** A field value that offers what to write: `low | medium | high`, `[what happened]`, `YYYY-MM-DD`, `...`. */
export function isSlot(value: string): boolean {
  const plain = value.replace(/[*_`]/g, "").trim();
  if (hasPlaceholder(plain)) return true;
  const choices = plain.split(/\s*[|｜]\s*/);
  const offered = choices.length > 1 ? choices : plain.split("/");
  return (
    offered.length >= (choices.length > 1 ? 2 : 3) &&
    offered.every((choice) => /^[\p{L}\p{N}_. -]{1,40}$/u.test(choice.trim())) &&
    (choices.length > 2 || offered.some((choice) => KNOWN_CHOICES.has(choice.trim().toLowerCase())))
  );
}

const KNOWN_CHOICES = new Set(
  "low medium med high critical pending resolved active promoted archived done simple complex correction insight".split(
    " ",
  ),
);

/** A heading that introduces forms or examples, in the languages that were met. */
export function isExampleSection(title: string): boolean {
  const plain = title.replace(/[*_`#:]/g, "").trim();
  return plain.split(/\s+/).length <= 6 && EXAMPLE_SECTION.test(plain);
}
