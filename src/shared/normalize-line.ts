/**
 * Soft hyphens, zero-width spaces, marks of the writing direction, and lone surrogates, with which
 * `encodeURIComponent` throws.
 */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\p{Cs}]/gu

/** Removes invisible characters. Copied text may contain them, and texts that look the same would differ. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** More accents and other marks in a row than any language needs (Unicode Standard Annex 15, section 13). */
const MARKS_BEYOND_30 = /(\p{M}{30})\p{M}+/gu

/**
 * Returns the text in a composed form of Unicode. Marks beyond 30 in a row are removed, because composing
 * takes time by the square of their number, and a call could keep the portal busy for seconds.
 */
export function composed(text: string, form: 'NFC' | 'NFKC'): string {
  const withFewMarks = (marked: string) => marked.replace(MARKS_BEYOND_30, '$1')
  // Composing turns some marks into two.
  return withFewMarks(withFewMarks(text).normalize(form))
}

/**
 * Returns the form in which lines are stored and compared: visible characters in Unicode's composed form
 * (NFC), trimmed, with single spaces. Control characters such as line breaks stay.
 */
export function normalizeLine(text: string): string {
  return composed(withoutInvisible(text), 'NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
}

/**
 * Returns one line without control characters, so that no value adds a line, a header or a calendar property.
 */
export function oneLine(text: string): string {
  return normalizeLine(text.replace(/\p{Cc}+/gu, ' '))
}
