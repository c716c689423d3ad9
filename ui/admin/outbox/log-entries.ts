import type { InferResponseType } from 'hono/client'
import type { admin } from '../../api/admin.ts'

export type EmailEntry = InferResponseType<typeof admin.outbox.emails.$get>['emails'][number]
export type SmsEntry = InferResponseType<typeof admin.outbox.sms.$get>['sms'][number]

/** What the list shall show: entries that hold the text, in the status; '' for all. */
export type LogFilter = Readonly<{ text: string; status: string }>

/** A list, or an object that holds it (specification section 7). */
export function entriesIn<Entry>(
  answer: readonly Entry[] | Readonly<Record<string, readonly Entry[]>>,
  name: string,
): readonly Entry[] {
  if (Array.isArray(answer)) return answer as readonly Entry[]
  return (answer as Readonly<Record<string, readonly Entry[]>>)[name] ?? []
}

/** Every word that was typed stands in one of the entry's texts, in whatever case. */
export function filterEntries<Entry extends { status: string }>(
  entries: readonly Entry[],
  { text, status }: LogFilter,
  textsOf: (entry: Entry) => readonly (string | null)[],
): readonly Entry[] {
  const words = text.toLocaleLowerCase('de-AT').split(/\s+/).filter(Boolean)
  return entries.filter((entry) => {
    if (status !== '' && entry.status !== status) return false
    const texts = textsOf(entry).join('\n').toLocaleLowerCase('de-AT')
    return words.every((word) => texts.includes(word))
  })
}

/** Specification section 2: a mail without a subject is named all the same. */
export function subjectOf({ subject }: { subject?: string | null }): string {
  return subject?.trim() || '(ohne Betreff)'
}
