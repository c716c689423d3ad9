/** Trimmed, in Unicode's composed form (NFC), with single spaces: the form in which lines are stored and compared. */
export function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
}

/** One line without control characters, so that no value adds a line, a header or a calendar property. */
export function oneLine(text: string): string {
  return tidy(text.replace(/\p{Cc}+/gu, ' '))
}
