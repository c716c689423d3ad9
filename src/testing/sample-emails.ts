import type { EmailContent } from '../messaging/email/layout.ts'
import type { MessageSample } from '../messaging/kind.ts'
import { KINDS, type KindOn } from '../messaging/kinds.ts'
import { forAChild } from '../messaging/sample-for-child.ts'
import { ORIGINALS } from '../messaging/texts.ts'
import { bookerColumns } from '../shared/contact/booker.ts'
import { DEFAULT_CANCEL_HOURS } from '../shared/cut-off.ts'
import { DAY_LENGTH } from '../shared/day.ts'

/** This module renders the samples of every kind of message, about one invented appointment. */

/** The practice that sends the messages. */
export const SAMPLE_PRACTICE = {
  name: 'Ordination Dr. Alma Beispiel',
  address: 'Musterstraße 12',
  zip: '6850',
  city: 'Dornbirn',
  country: 'AT',
  phone: '+43 5572 000 000',
  mail: 'termine@praxis.example',
  url: 'https://praxis.example',
  subtitle: 'Wahlarztordination für Allgemeinmedizin',
  terms: 'https://praxis.example/agb',
  impressum: 'https://praxis.example/impressum',
}

/** The same practice with a name that leaves little room for anything else in an SMS. */
export const LONG_NAMED_PRACTICE = {
  ...SAMPLE_PRACTICE,
  name: 'Ordination Dr. med. univ. Maximiliana Musterhuber',
}

/** The invented appointment, including the values that no e-mail may contain. */
export const SAMPLE_BOOKING = {
  id: 'booking-id-that-only-links-carry',
  status: 'confirmed' as const,
  svnr: '1237010180',
  birthOn: '1980-01-01',
  notes: 'Bitte nüchtern kommen',
  startsAt: Date.parse('2027-01-12T08:30:00+01:00'),
  createdAt: Date.parse('2026-11-20T10:05:00+01:00'),
  serviceName: 'Akupunktur',
  priceCents: 18_000,
  salutation: 'Frau',
  firstName: 'Maria',
  lastName: 'Musterfrau',
  email: 'maria@example.at',
  mobile: '+43 660 1234567',
  country: 'AT',
  ...bookerColumns(),
}

/** The links that messages contain. */
export const SAMPLE_URLS = {
  verifyUrl: 'https://termine.example/email/verify?token=t',
  accessUrl: 'https://termine.example/meine-termine?token=t',
  overviewUrl: 'https://termine.example/patient/overview?id=abc',
  cancelUrl: 'https://termine.example/patient/reject?id=abc',
  moveUrl: 'https://termine.example/patient/move?id=abc',
  myBookingsUrl: 'https://termine.example/meine-termine',
  offerUrl: 'https://termine.example/patient/offer?id=abc',
  entryUrl: 'https://termine.example/patient/waiting-list?id=abc',
  bookUrl: 'https://termine.example',
  confirmUrl: 'https://termine.example/admin/confirm?id=abc&sig=1.s',
  rejectUrl: 'https://termine.example/admin/reject?id=abc&sig=1.r',
  adminUrl: 'https://termine.example/admin',
}

/** Everything that a message can say about the appointment, two days after the request. */
export const SAMPLE_FACTS: MessageSample = {
  practice: SAMPLE_PRACTICE,
  booking: SAMPLE_BOOKING,
  texts: ORIGINALS,
  duration: 'ca. 40 Min',
  series: '',
  hint: 'Ihren Impfpass und Ihre Befunde.\nBitte tragen Sie bequeme Kleidung.',
  ...SAMPLE_URLS,
  cancelHours: DEFAULT_CANCEL_HOURS,
  freedStart: SAMPLE_BOOKING.startsAt - 4 * DAY_LENGTH,
  now: SAMPLE_BOOKING.createdAt + 2 * DAY_LENGTH,
}

/** The same appointment, booked by the patient's mother. */
export const FOR_A_CHILD = forAChild(SAMPLE_FACTS).booking

/** The parts of a kind that render its samples. `never` fits the facts of every kind. */
type Rendered = Readonly<{
  email?: (facts: never) => EmailContent
  sms?: (facts: never) => string
  samples: Readonly<Record<string, (sample: MessageSample) => unknown>>
}>

const ALL_KINDS = Object.entries<Rendered>(KINDS) as [KindOn<'email'>, Rendered][]

/** The names of the samples of all kinds. */
export type SampleName = { [K in KindOn<'email'>]: keyof (typeof KINDS)[K]['samples'] }[KindOn<'email'>]

/** Each sample as an e-mail. */
export const SAMPLE_EMAILS = Object.fromEntries(
  ALL_KINDS.flatMap(([, { email, samples }]) =>
    Object.entries(samples).map(([name, sample]) => [name, email?.(sample(SAMPLE_FACTS) as never)]),
  ),
) as Readonly<Record<SampleName, EmailContent>>

/** The SMS of the first sample of every kind. */
export const SAMPLE_SMS = Object.fromEntries(
  ALL_KINDS.flatMap(([kind, { sms, samples }]) =>
    sms ? [[kind, sms(Object.values(samples)[0]?.(SAMPLE_FACTS) as never)]] : [],
  ),
) as Readonly<Record<KindOn<'sms'>, string>>
