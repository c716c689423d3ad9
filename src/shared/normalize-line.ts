/**
 * Soft hyphens, zero-width spaces, marks of the writing direction, and lone surrogates, with which
 * `encodeURIComponent` throws.
 */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\p{Cs}]/gu

/** Removes invisible characters. Copied text may contain them, and texts that look the same would differ. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/**
 * Returns the form in which lines are stored and compared: visible characters in Unicode's composed form
 * (NFC), trimmed, with single spaces. Control characters such as line breaks stay.
 */
export function normalizeLine(text: string): string {
  return withoutInvisible(text)
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
}

/**
 * Returns one line without control characters, so that no value adds a line, a header or a calendar property.
 */
export function oneLine(text: string): string {
  return normalizeLine(text.replace(/\p{Cc}+/gu, ' '))
}
