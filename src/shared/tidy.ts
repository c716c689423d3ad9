/** Soft hyphens, zero-width spaces, and what turns the direction of the text behind it. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Without characters that nobody sees, which come along when text is copied, and make it another one than it seems. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, '')
}

/** Visible, trimmed, in Unicode's composed form (NFC), with single spaces: the form in which lines are stored and compared. */
export function tidy(text: string): string {
  return visible(text)
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
}

/** One line without control characters, so that no value adds a line, a header or a calendar property. */
export function oneLine(text: string): string {
  return tidy(text.replace(/\p{Cc}+/gu, ' '))
}
