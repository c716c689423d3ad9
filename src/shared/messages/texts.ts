import * as v from 'valibot'
import { lineSchema, paragraphSchema } from '../line.ts'
import { KIND_NAMES } from './message-kinds.ts'
import { placeholderError } from './placeholders.ts'

/** The first and the last words of a message, which the practice can write itself; each may be empty. */
export type Words = Readonly<{ opening: string; closing: string }>

export type TextChannel = 'email' | 'sms'

/**
 * The names of the texts in the admin area, in the order of a booking's life. The original words are in
 * src/messaging/kinds/.
 */
export const TEXT_NAMES = {
  'email-verification': KIND_NAMES['email-verification'],
  'reservation-received': KIND_NAMES['reservation-received'],
  rejected: KIND_NAMES.rejected,
  confirmed: KIND_NAMES.confirmed,
  'series-confirmed': KIND_NAMES['series-confirmed'],
  'move-received': KIND_NAMES['move-received'],
  moved: KIND_NAMES.moved,
  'series-moved': KIND_NAMES['series-moved'],
  'move-rejected': KIND_NAMES['move-rejected'],
  offer: KIND_NAMES.offer,
  reminder: KIND_NAMES.reminder,
  late: KIND_NAMES.late,
  written: KIND_NAMES.written,
  cancelled: 'Absage durch die Ordination',
  'series-cancelled': KIND_NAMES['series-cancelled'],
  'cancelled-as-asked': 'Absage auf Wunsch',
  access: 'Zugang zu „Meine Termine“',
} as const satisfies Readonly<Record<string, string>>

export type TextKind = keyof typeof TEXT_NAMES

export const TEXT_KINDS = Object.keys(TEXT_NAMES) as TextKind[]

/** The words of every message, for each of its channels. */
export type Texts = Readonly<Record<TextKind, Readonly<{ email: Words; sms?: Words }>>>

/** The most characters of a field, by channel. */
const MAX_LENGTH = { email: 2000, sms: 300 }
/** The most SMS that a message filled with sample values may be charged as. */
export const MOST_SMS_PARTS = 3

export const TEXT_LABELS = {
  email_opening: 'Anfang der E-Mail',
  email_closing: 'Schluss der E-Mail',
  sms_opening: 'Anfang der SMS',
  sms_closing: 'Schluss der SMS',
} as const
export type TextField = keyof typeof TEXT_LABELS

const emailWordsSchema = v.optional(
  v.pipe(
    v.string('Bitte einen Text eingeben.'),
    v.transform((text) => text.replace(/\r\n?/g, '\n').normalize('NFC')),
    paragraphSchema(MAX_LENGTH.email),
    onlyPlaceholdersOf('email'),
  ),
)
const smsWordsSchema = v.optional(v.pipe(lineSchema(MAX_LENGTH.sms), onlyPlaceholdersOf('sms')))

/** The fields of a text by their names on the wire. A missing field leaves the stored words as they are. */
export const textSchema = v.strictObject({
  email_opening: emailWordsSchema,
  email_closing: emailWordsSchema,
  sms_opening: smsWordsSchema,
  sms_closing: smsWordsSchema,
})

/** The changed words by field; a field that is missing stays as it is stored. */
export type TextFields = Readonly<Partial<Record<TextField, string | undefined>>>

/** Makes the check that a text has only the placeholders of the channel. */
function onlyPlaceholdersOf(channel: TextChannel) {
  return v.rawCheck<string>(({ dataset, addIssue }) => {
    const message = dataset.typed ? placeholderError(dataset.value, channel) : undefined
    if (message !== undefined) addIssue({ message })
  })
}
