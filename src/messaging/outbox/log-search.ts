import { desc, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { bookings, type Message, messages } from '../../db/schema.ts'
import { aboutText, type Channel, KIND_NAMES } from '../../shared/messages/message-kinds.ts'
import { shownSubject } from '../email/preview.ts'
import { filterSql, type LogFilter, PATIENT_NAME_SQL } from './log.ts'

/** Messages that a search reads in one step. */
const ROWS_AT_ONCE = 500

/**
 * Yields the ids of the messages that contain all the words, newest first. The search may read all messages,
 * so each step takes only a few milliseconds, and other requests are answered between steps. JavaScript
 * compares the words, because SQLite ignores the case of ASCII letters only.
 * @param words what must be in the patient's name, subject, recipient, kind, appointment or id, or in
 * the text of an SMS
 */
export function* searchLog(
  ctx: Ctx,
  channel: Channel,
  words: string,
  { before, ...filter }: LogFilter,
): Generator<number[]> {
  const containsWords = wordMatcher(folded(words).split(/\s+/))
  const { id, kind, recipient, subject, text, logUuid } = messages
  const content = channel === 'sms' ? text : subject
  const searchedColumns = { id, kind, recipient, content, logUuid }
  let nextBefore = before
  do {
    const rows = ctx.db
      .select({ ...searchedColumns, startsAt: bookings.startsAt, patientName: PATIENT_NAME_SQL })
      .from(messages)
      .leftJoin(bookings, eq(bookings.id, messages.bookingId))
      .where(filterSql(ctx, channel, { ...filter, before: nextBefore }))
      .orderBy(desc(id))
      .limit(ROWS_AT_ONCE)
      .all()
    yield rows.filter(containsWords).map((row) => row.id)
    nextBefore = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.id
  } while (nextBefore !== undefined)
}

/** The columns of a message in which a search looks. */
type Searched = Pick<Message, 'kind' | 'recipient' | 'logUuid' | 'startsAt'> & {
  content: string
  patientName: string
}

/** Returns a function that says whether a message contains all the words, which are folded (`folded`). */
function wordMatcher(words: readonly string[]): (row: Searched) => boolean {
  const vocabulary = topicVocabulary()
  return ({ kind, recipient, content, logUuid, startsAt, patientName }) => {
    // A search must not find the code of a verification, which lists mask.
    const shownContent = shownSubject({ kind, subject: content })
    const text = folded([patientName, recipient, shownContent, logUuid].join('\n'))
    const missingWords = words.filter((word) => !containsWord(text, word))
    if (missingWords.length === 0) return true
    // Most searches are for a name. Composing the topic of each message would take ten times as long.
    if (!missingWords.every((word) => mayBeInTopic(word, vocabulary))) return false
    const topic = folded(aboutText(kind, startsAt))
    return missingWords.every((word) => topic.includes(word))
  }
}

/** Returns whether a folded text contains the word, in any spelling of its umlauts. */
function containsWord(text: string, word: string): boolean {
  return text.includes(word) || withoutUmlauts(text).includes(withoutUmlauts(word))
}

/** Returns whether the topic of some message contains the word. */
function mayBeInTopic(word: string, vocabulary: string): boolean {
  const isNumber = /^[\d.:,]+$/.test(word)
  return isNumber || vocabulary.includes(word)
}

/** Returns every word that the topic of a message may have, except numbers. */
function topicVocabulary(): string {
  // Any year will do, because numbers are left out.
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2027, month))
  const week = Array.from({ length: 7 }, (_, day) => Date.UTC(2027, 0, day))
  const texts = [...months, ...week].map((day) => aboutText('confirmed', day))
  // In a topic with an appointment, a comma follows the kind.
  return folded([...texts, ...Object.values(KIND_NAMES)].join(',\n'))
}

/**
 * Returns the text in lower case, without accents and apostrophes, with "ss" for "ß" and ordinary spaces for
 * no-break ones.
 */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʼ`´]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
}

/** Returns a folded text in which ä and ae, ö and oe, ü and ue are spelled alike. */
function withoutUmlauts(text: string): string {
  return text.replace(/([aou])e/g, '$1')
}
