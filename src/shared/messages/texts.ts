import * as v from 'valibot'
import { line, paragraph } from '../line.ts'
import { CONFIRMED_BY_HAND, NOTIFIED_SOON } from '../messages.de.ts'
import { KIND_NAMES } from './message-kinds.ts'
import { placeholderError } from './placeholders.ts'

/** The first and the last words of a message, which the practice can write itself; each may be empty. */
export type Words = Readonly<{ opening: string; closing: string }>

export type TextChannel = 'email' | 'sms'

type Text = Readonly<{ label: string; about: string; email: Words; sms?: Words }>

/** Every text, in the order of a booking's life: what the screen calls it, when it is sent, and its original words. */
export const TEXTS = {
  'email-verification': {
    label: KIND_NAMES['email-verification'],
    about: 'Wer online bucht, bestätigt mit dem Link oder Code die E-Mail-Adresse.',
    email: {
      opening:
        'Bei unserer Online-Terminbuchung wurde diese E-Mail-Adresse angegeben. Bitte bestätigen Sie, dass sie Ihnen gehört.',
      closing: '',
    },
  },
  'reservation-received': {
    label: KIND_NAMES['reservation-received'],
    about: 'Die Reservierung ist eingegangen und wartet auf Ihre Antwort.',
    email: { opening: `{Anrede} ${CONFIRMED_BY_HAND} ${NOTIFIED_SOON}`, closing: '' },
  },
  rejected: {
    label: KIND_NAMES.rejected,
    about: 'Sie haben die Reservierung abgelehnt.',
    email: {
      opening:
        '{Anrede} Leider können wir Ihre Reservierung nicht annehmen. Gerne können Sie online einen anderen Termin buchen.',
      closing: 'Sie haben Fragen? Bitte rufen Sie uns an: {Telefon}.',
    },
    sms: {
      opening: 'Ihr Termin am {Termin} ist leider nicht möglich.',
      closing: 'Näheres in unserer E-Mail.',
    },
  },
  confirmed: {
    label: KIND_NAMES.confirmed,
    about: 'Sie haben den Termin bestätigt oder eingetragen.',
    email: { opening: '{Anrede} Wir freuen uns auf Sie.', closing: '' },
    sms: { opening: 'Ihr Termin am {Termin} ist bestätigt.', closing: 'Näheres in unserer E-Mail.' },
  },
  'move-received': {
    label: KIND_NAMES['move-received'],
    about: 'Jemand möchte einen bestätigten Termin verschieben und wartet auf Ihre Antwort.',
    email: {
      opening:
        '{Anrede} Sie möchten Ihren Termin verschieben. Wir antworten Ihnen ehestmöglich. Bis dahin bleibt Ihr Termin, wie er ist.',
      closing: '',
    },
  },
  moved: {
    label: KIND_NAMES.moved,
    about: 'Der Termin hat eine neue Zeit. Die bisherige und die neue nennen wir immer.',
    email: { opening: '{Anrede}', closing: '' },
    sms: { opening: '', closing: 'Näheres in unserer E-Mail.' },
  },
  'move-rejected': {
    label: KIND_NAMES['move-rejected'],
    about: 'Die gewünschte Zeit ist nicht möglich. Welche, und dass der Termin bleibt, sagen wir immer.',
    email: { opening: '{Anrede}', closing: 'Sie haben Fragen? Bitte rufen Sie uns an: {Telefon}.' },
  },
  offer: {
    label: KIND_NAMES.offer,
    about: 'Für jemanden auf der Warteliste ist eine Zeit frei geworden.',
    email: {
      opening: '{Anrede} Sie stehen auf unserer Warteliste.',
      closing: 'Sie haben Fragen? Bitte rufen Sie uns an: {Telefon}.',
    },
    sms: { opening: 'Termin frei: {Termin}.', closing: '' },
  },
  reminder: {
    label: KIND_NAMES.reminder,
    about: 'Einige Tage vor dem Termin.',
    email: {
      opening: '{Anrede} Wir erinnern Sie an Ihren Termin und freuen uns auf Sie.',
      closing: '',
    },
    sms: {
      opening: 'Wir erinnern Sie an Ihren Termin am {Termin} und freuen uns auf Sie.',
      closing: '',
    },
  },
  cancelled: {
    label: 'Storno durch die Ordination',
    about: 'Sie haben den Termin storniert.',
    email: {
      opening:
        '{Anrede} Es tut uns leid, dass dieser Termin nicht stattfinden kann. Gerne können Sie online einen neuen Termin buchen.',
      closing: 'Sie haben Fragen? Bitte rufen Sie uns an: {Telefon}.',
    },
    sms: { opening: 'Ihr Termin am {Termin} muss leider entfallen.', closing: 'Näheres in unserer E-Mail.' },
  },
  'cancelled-as-asked': {
    label: 'Storno auf Wunsch',
    about: 'Der Patient oder die Patientin hat den Termin online storniert.',
    email: {
      opening:
        '{Anrede} Wir haben Ihren Termin wie gewünscht storniert. Danke, dass Sie uns Bescheid gegeben haben.',
      closing: 'Sie haben nicht storniert? Bitte rufen Sie uns an: {Telefon}.',
    },
  },
  access: {
    label: 'Zugang zu „Meine Termine“',
    about: 'Jemand möchte die Termine der eigenen E-Mail-Adresse ansehen.',
    email: {
      opening:
        'Sie möchten die Termine ansehen, die mit dieser E-Mail-Adresse gebucht sind. Bitte öffnen Sie den Link auf dem Gerät, auf dem Sie die Termine sehen möchten.',
      closing: '',
    },
  },
} as const satisfies Readonly<Record<string, Text>>

export type TextKind = keyof typeof TEXTS
export type SmsTextKind = {
  [Kind in TextKind]: 'sms' extends keyof (typeof TEXTS)[Kind] ? Kind : never
}[TextKind]

export const TEXT_KINDS = Object.keys(TEXTS) as TextKind[]

/** The words of every message. */
export type Texts = Readonly<
  Record<TextKind, Readonly<{ email: Words }>> & Record<SmsTextKind, Readonly<{ sms: Words }>>
>

export const ORIGINALS: Texts = TEXTS

export function channelsOf(kind: TextKind): TextChannel[] {
  return 'sms' in TEXTS[kind] ? ['email', 'sms'] : ['email']
}

/** Characters of a field. */
const MOST = { email: 2000, sms: 300 }
/** What an SMS may cost: one of the sample's length is charged as so many. */
export const MOST_SMS_PARTS = 3

export const TEXT_LABELS = {
  email_opening: 'Anfang der E-Mail',
  email_closing: 'Schluss der E-Mail',
  sms_opening: 'Anfang der SMS',
  sms_closing: 'Schluss der SMS',
} as const
export type TextField = keyof typeof TEXT_LABELS

const email = v.optional(
  v.pipe(
    v.string('Bitte einen Text eingeben.'),
    v.transform((text) => text.replace(/\r\n?/g, '\n').normalize('NFC')),
    paragraph(MOST.email),
    placeholders('email'),
  ),
)
const sms = v.optional(v.pipe(line(MOST.sms), placeholders('sms')))

/** The fields of a text by their names on the wire; what is missing stays as it is. */
export const textSchema = v.strictObject({
  email_opening: email,
  email_closing: email,
  sms_opening: sms,
  sms_closing: sms,
})

export type TextFields = Readonly<Partial<Record<TextField, string | undefined>>>

function placeholders(channel: TextChannel) {
  return v.rawCheck<string>(({ dataset, addIssue }) => {
    const message = dataset.typed ? placeholderError(dataset.value, channel) : undefined
    if (message !== undefined) addIssue({ message })
  })
}
