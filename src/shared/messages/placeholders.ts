/**
 * The placeholders that the practice's own texts may contain in braces, each with an explanation for the
 * admin who writes a text (docs/behaviour.md 10.48 to 10.52).
 */
export const PLACEHOLDERS = {
  Anrede: 'Guten Tag Frau Musterfrau!',
  Name: 'Vor- und Nachname',
  Termin: 'Tag und Uhrzeit',
  Leistung: 'Name der Leistung',
  Arzt: 'Name der Person oder des Raums, wenn es mehrere gibt',
  Ordination: 'Name der Ordination',
  Telefon: 'Telefonnummer der Ordination',
  Hinweis: '„Mitbringen und Vorbereitung“ der Leistung',
} as const
export type Placeholder = keyof typeof PLACEHOLDERS

/** An SMS can be read on locked screens, so it must not name the treatment. */
const NOT_IN_SMS: readonly string[] = ['Leistung', 'Hinweis'] satisfies Placeholder[]

/**
 * Returns the placeholders that the words of a channel may have (docs/behaviour.md 10.48).
 * @param hasSeveral whether the practice has several doctors or rooms, whose names a message can state
 */
export function placeholdersIn(
  channel: 'email' | 'sms',
  { hasSeveral }: { hasSeveral: boolean },
): Placeholder[] {
  return (Object.keys(PLACEHOLDERS) as Placeholder[])
    .filter((name) => name !== 'Arzt' || hasSeveral)
    .filter((name) => channel !== 'sms' || !NOT_IN_SMS.includes(name))
}

/** Returns the sentence for an unknown placeholder, such as `{Uhrzeit}`. */
export function unknownPlaceholderText(braced: string): string {
  return `Den Platzhalter ${braced} gibt es nicht.`
}

/** Returns a sentence that says why a text cannot be rendered; undefined if it can. */
export function placeholderError(text: string, channel: 'email' | 'sms'): string | undefined {
  for (const [braced, name = ''] of text.matchAll(/\{([^{}]*)\}/g)) {
    if (!Object.hasOwn(PLACEHOLDERS, name)) return unknownPlaceholderText(braced)
    if (channel === 'sms' && NOT_IN_SMS.includes(name))
      return `${braced} darf nicht in eine SMS, denn sie ist auf gesperrten Bildschirmen zu lesen.`
  }
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, '')))
    return 'Geschwungene Klammern stehen nur um Platzhalter, zum Beispiel {Termin}.'
  return undefined
}

/** The values of the placeholders in one message. A placeholder that is missing or '' has no value. */
export type Values = Readonly<Record<string, string>>

/**
 * Fills the values into a text. Returns its paragraphs, each as a list of lines. A value may have several
 * lines. Braces in a value are not read as placeholders.
 *
 * A placeholder without a value leaves no gap. At the end of a line its sentence is dropped, back to the
 * placeholder before it, if there is one. At the start the punctuation after it is dropped, elsewhere the
 * space, colon, comma or dash before it. The greeting loses its
 * exclamation mark before other punctuation.
 */
export function fillIn(text: string, values: Values): string[][] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split('\n').flatMap((line) => fillLine(line.trim(), values)))
    .filter((lines) => lines.length > 0)
}

/** A sentence with a placeholder at its end, which ends the line. */
const LAST_SENTENCE = /[^.!?{}]*\{(\p{L}+)\}$/u
/** A placeholder at the start of a line, with the punctuation after it. */
const FIRST_PLACEHOLDER = /^\{(\p{L}+)\}[\s:,.!?–-]*/u
/** Any placeholder, with the separator before it and the punctuation mark after it. */
const ANY_PLACEHOLDER = /([\s:,–-]*)\{(\p{L}+)\}(?=([,.!?:;])?)/gu

/** Fills one line. Returns no line when nothing is left of it. */
function fillLine(line: string, values: Values): string[] {
  const dropWithoutValue = (matched: string, name: string) => (values[name] ? matched : '')
  const filled = line
    .replace(LAST_SENTENCE, dropWithoutValue)
    .replace(FIRST_PLACEHOLDER, dropWithoutValue)
    .replace(ANY_PLACEHOLDER, (_matched, separator, name, mark) => {
      const value = values[name] ?? ''
      if (value === '') return ''
      return separator + (mark === undefined ? value : value.replace(/!$/, ''))
    })
  return filled
    .split('\n')
    .map((filledLine) => filledLine.trim())
    .filter((filledLine) => filledLine !== '')
}
