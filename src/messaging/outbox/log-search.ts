import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { bookings, type Message, messages } from '../../db/schema.ts'
import { aboutText, type Channel, KIND_NAMES } from '../../shared/messages/message-kinds.ts'
import { type LogFilter, matching, PATIENT_NAME } from './log.ts'

/** Messages that a search reads in one step. */
const READ_AT_ONCE = 500

/**
 * Yields the ids of the messages that contain all the words, newest first. A rare word is searched in all
 * messages, so this is done in steps of some milliseconds, between which others are answered. JavaScript
 * compares the words, because SQLite folds the case of ASCII letters only.
 * @param search words that the patient's name, subject, recipient, kind, appointment or id must contain; in
 * an SMS also its text
 */
export function* searchLog(
  ctx: Ctx,
  channel: Channel,
  search: string,
  { before, ...filter }: LogFilter,
): Generator<number[]> {
  const containsWords = wordMatcher(folded(search).split(/\s+/))
  const { id, kind, recipient, subject, text, logUuid } = messages
  const content = channel === 'sms' ? text : subject
  const shown = { id, kind, recipient, content, logUuid }
  let next = before
  do {
    const rows = ctx.db
      .select({ ...shown, startsAt: bookings.startsAt, patientName: PATIENT_NAME })
      .from(messages)
      .leftJoin(bookings, eq(bookings.id, messages.bookingId))
      .where(matching(ctx, channel, { ...filter, before: next }))
      .orderBy(desc(id))
      .limit(READ_AT_ONCE)
      .all()
    yield rows.filter(containsWords).map((row) => row.id)
    next = rows.length < READ_AT_ONCE ? undefined : rows.at(-1)?.id
  } while (next !== undefined)
}

/** The columns of a message in which a search looks. */
type Searched = Pick<Message, 'kind' | 'recipient' | 'logUuid' | 'startsAt'> & {
  content: string
  patientName: string
}

/** Returns a function that tells whether a message contains all the words. */
function wordMatcher(words: readonly string[]): (row: Searched) => boolean {
  const vocabulary = aboutVocabulary()
  return ({ kind, recipient, content, logUuid, startsAt, patientName }) => {
    const ownText = folded([patientName, recipient, content, logUuid].join('\n'))
    const unlike = words.filter((word) => !ownText.includes(word))
    const missing = unlike.filter((word) => !withoutUmlauts(ownText).includes(withoutUmlauts(word)))
    if (missing.length === 0) return true
    // Most searches are for a name, and composing the topic of each message takes ten times as long.
    if (!missing.every((word) => /^[\d.:,]+$/.test(word) || vocabulary.includes(word))) return false
    const about = folded(aboutText(kind, startsAt))
    return missing.every((word) => about.includes(word))
  }
}

/** Returns every word that the topic of a message may have, except numbers. */
function aboutVocabulary(): string {
  // Any year does, because numbers are left out.
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month))
  const week = Array.from({ length: 7 }, (_, day) => Date.UTC(2027, 0, day))
  const texts = [...months, ...week].map((day) => aboutText('confirmed', day))
  // A comma follows the kind where there is an appointment.
  return folded([...texts, ...Object.values(KIND_NAMES)].join(',\n'))
}

/**
 * Returns the text without capitals, accents and apostrophes, with "ss" for "ß" and with ordinary spaces for
 * no-break ones.
 */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʼ`´]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
}

/** Returns a folded text with one spelling of ä and ae, ö and oe, ü and ue. */
function withoutUmlauts(text: string): string {
  return text.replace(/([aou])e/g, '$1')
}
