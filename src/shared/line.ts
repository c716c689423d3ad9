import * as v from 'valibot'

/** Trimmed, composed (NFC) and with single spaces: how every single line is kept and compared. */
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

/** The sentence for a line longer than its field takes. */
export function tooLong(most: number): string {
  return `Bitte höchstens ${most} Zeichen eingeben.`
}

/** One line of text that may be empty. Line breaks and other control characters are refused, so that no line forges a second. */
export function line(most: number) {
  return v.pipe(
    v.string('Bitte einen Text eingeben.'),
    v.transform(tidy),
    v.maxLength(most, tooLong(most)),
    v.regex(/^\P{Cc}*$/u, 'Der Text enthält unzulässige Zeichen.'),
  )
}

/** One line of text that must not be empty; `sentence` says so, also when the value is no text at all. */
export function requiredLine(sentence: string, most: number) {
  return v.pipe(v.string(sentence), v.transform(tidy), v.nonEmpty(sentence), line(most))
}

/** Several lines of text, trimmed; may be empty. */
export function paragraph(most: number) {
  return v.pipe(
    v.string('Bitte einen Text eingeben.'),
    v.trim(),
    v.maxLength(most, tooLong(most)),
    v.regex(/^(?:[\n\r\t]|\P{Cc})*$/u, 'Der Text enthält unzulässige Zeichen.'),
  )
}
