/** The grammar of the practice's own texts: words with placeholders in braces. Source: docs/behaviour.md 10.48 to 10.52. */

/** What each placeholder stands for, for whoever writes a text. */
export const PLACEHOLDERS = {
  Anrede: 'Guten Tag Frau Musterfrau!',
  Name: 'Vor- und Nachname',
  Termin: 'Tag und Uhrzeit',
  Leistung: 'Name der Leistung',
  Ordination: 'Name der Ordination',
  Telefon: 'Telefonnummer der Ordination',
  Hinweis: '„Mitbringen und Vorbereitung“ der Leistung',
} as const
export type Placeholder = keyof typeof PLACEHOLDERS

/** An SMS is read on locked screens, so it cannot tell the treatment. */
const NOT_IN_SMS: readonly string[] = ['Leistung', 'Hinweis'] satisfies Placeholder[]

export function placeholdersIn(channel: 'email' | 'sms'): Placeholder[] {
  const all = Object.keys(PLACEHOLDERS) as Placeholder[]
  return channel === 'sms' ? all.filter((name) => !NOT_IN_SMS.includes(name)) : all
}

/** Why a text cannot be rendered, as a sentence; undefined when it can. */
export function placeholderError(text: string, channel: 'email' | 'sms'): string | undefined {
  for (const [braced, name = ''] of text.matchAll(/\{([^{}]*)\}/g)) {
    if (!Object.hasOwn(PLACEHOLDERS, name)) return `Den Platzhalter ${braced} gibt es nicht.`
    if (channel === 'sms' && NOT_IN_SMS.includes(name))
      return `${braced} darf nicht in eine SMS, denn sie ist auf gesperrten Bildschirmen zu lesen.`
  }
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, '')))
    return 'Geschwungene Klammern stehen nur um Platzhalter, zum Beispiel {Termin}.'
  return undefined
}

/** What the placeholders stand for in one message. One that is missing or '' has no value. */
export type Values = Readonly<Record<string, string>>

/**
 * The paragraphs of a text, each with its lines. Values may have several lines, and are not read for placeholders again.
 *
 * A placeholder without a value leaves no hole: at the end of a line it goes with its sentence, at the start with the punctuation
 * behind it, elsewhere with the space, colon, comma or dash before it.
 */
export function fillIn(text: string, values: Values): string[][] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split('\n').flatMap((line) => fillLine(line.trim(), values)))
    .filter((lines) => lines.length > 0)
}

function fillLine(line: string, values: Values): string[] {
  return line
    .replace(/[^.!?{}]*\{(\p{L}+)\}$/u, (all, name) => (values[name] ? all : ''))
    .replace(/^\{(\p{L}+)\}[\s:,.!?–-]*/u, (all, name) => (values[name] ? all : ''))
    .replace(/([\s:,–-]*)\{(\p{L}+)\}/gu, (_all, before, name) => (values[name] ? before + values[name] : ''))
    .split('\n')
    .map((filled) => filled.trim())
    .filter((filled) => filled !== '')
}
