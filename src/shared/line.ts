import * as v from 'valibot'
import { normalizeLine, withoutInvisible } from './normalize-line.ts'

/** Returns the sentence for a text of more than `most` characters. */
export function tooLongSentence(most: number): string {
  return `Bitte höchstens ${most} Zeichen eingeben.`
}

/**
 * Makes the rule of one line of text, which may be empty. Control characters are refused, so that no value
 * adds a line to a header or e-mail.
 */
export function lineSchema(most: number) {
  return v.pipe(
    v.string('Bitte einen Text eingeben.'),
    v.transform(normalizeLine),
    v.maxLength(most, tooLongSentence(most)),
    v.regex(/^\P{Cc}*$/u, 'Der Text enthält unzulässige Zeichen.'),
  )
}

/**
 * Makes the rule of one line that must not be empty. `sentence` is the error for an empty or missing text.
 */
export function requiredLineSchema(sentence: string, most: number) {
  return v.pipe(v.string(sentence), v.transform(normalizeLine), v.nonEmpty(sentence), lineSchema(most))
}

/** Makes the rule of several lines of text, which are trimmed and may be empty. */
export function paragraphSchema(most: number) {
  return v.pipe(
    v.string('Bitte einen Text eingeben.'),
    v.transform((text) => withoutInvisible(text).trim()),
    v.maxLength(most, tooLongSentence(most)),
    v.regex(/^(?:[\n\r\t]|\P{Cc})*$/u, 'Der Text enthält unzulässige Zeichen.'),
  )
}
