import type { EmailContent } from '../messaging/email/layout.ts'
import {
  accessEmail,
  allClearEmail,
  cancelledByPatientEmail,
  cancelledEmail,
  confirmedEmail,
  dangerEmail,
  erpConflictEmail,
  invitationEmail,
  moveAskedEmail,
  movedByPatientEmail,
  movedEmail,
  moveReceivedEmail,
  moveRejectedEmail,
  newReservationEmail,
  offerEmail,
  rejectedEmail,
  reminderEmail,
  reservationReceivedEmail,
  testEmail,
  unansweredEmail,
  verificationEmail,
} from '../messaging/email/templates.ts'
import {
  cancelledText,
  confirmedText,
  movedText,
  offerText,
  rejectedText,
  reminderText,
  testText,
} from '../messaging/sms/templates.ts'
import { CANCEL_HOURS, cutOff } from '../shared/booking.ts'
import { bookerColumns } from '../shared/contact/booker.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import type { KindOn } from '../shared/messages/message-kinds.ts'
import { ORIGINALS } from '../shared/messages/texts.ts'

/** One message of every kind, about one invented appointment: for tests, and for people to look at. */

export const PRACTICE = {
  name: 'Ordination Dr. Alma Beispiel',
  address: 'Musterstraße 12',
  zip: '6850',
  city: 'Dornbirn',
  country: 'AT',
  phone: '+43 5572 000 000',
  mail: 'termine@praxis.example',
  url: 'https://praxis.example',
  terms: 'https://praxis.example/agb',
  impressum: 'https://praxis.example/impressum',
}

/** A whole row, with the values that e-mails must not contain. */
export const BOOKING = {
  id: 'booking-id-that-only-links-carry',
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

/** Booked by the patient's mother. */
export const FOR_A_CHILD = {
  ...BOOKING,
  salutation: 'Herr',
  firstName: 'Max',
  lastName: 'Mustermann',
  ...bookerColumns({ firstName: 'Maria', lastName: 'Musterfrau', relation: 'child' }),
}

export const URLS = {
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

const about = {
  practice: PRACTICE,
  booking: BOOKING,
  texts: ORIGINALS,
  hint: '',
  ...URLS,
  cancelHours: CANCEL_HOURS,
}
const CUT_OFF = cutOff(BOOKING.startsAt, CANCEL_HOURS)
const MOVE_TO = BOOKING.startsAt + DAY_LENGTH
const later = BOOKING.createdAt + 2 * DAY_LENGTH
const moved = { ...about, from: BOOKING.startsAt - DAY_LENGTH, now: later }
const movedRequest = { ...moved, booking: { ...BOOKING, status: 'requested' } } as const
const movedAppointment = { ...moved, booking: { ...BOOKING, status: 'confirmed' } } as const
const asked = { ...about, to: MOVE_TO, now: later }
const offered = {
  practice: PRACTICE,
  texts: ORIGINALS,
  addressee: { salutation: '', firstName: '', lastName: '' },
  serviceName: BOOKING.serviceName,
  hint: '',
  startsAt: BOOKING.startsAt - 4 * DAY_LENGTH,
  until: later + HOUR,
  offerUrl: URLS.offerUrl,
  entryUrl: URLS.entryUrl,
}
const ahead = {
  ...about,
  duration: 'ca. 40 Min',
  hint: 'Ihren Impfpass und Ihre Befunde.\nBitte tragen Sie bequeme Kleidung.',
}
const fromOrdi = { practice: PRACTICE, now: later, adminUrl: URLS.adminUrl }

export const SAMPLE_EMAILS = {
  'email-verification': verificationEmail({
    practice: PRACTICE,
    texts: ORIGINALS,
    verifyUrl: 'https://termine.example/email/verify?token=t',
    code: '049217',
    minutes: 30,
  }),
  access: accessEmail({
    practice: PRACTICE,
    texts: ORIGINALS,
    verifyUrl: 'https://termine.example/meine-termine?token=t',
    code: '049217',
    minutes: 30,
  }),
  'reservation-received': reservationReceivedEmail(about),
  'new-reservation': newReservationEmail(about),
  'received-for-a-child': reservationReceivedEmail({ ...about, booking: FOR_A_CHILD }),
  'new-for-a-child': newReservationEmail({ ...about, booking: FOR_A_CHILD }),
  confirmed: confirmedEmail({
    ...ahead,
    message: 'Bitte bringen Sie Ihre Befunde mit.\n\nWir haben im Hof einen Parkplatz für Sie.',
    now: later,
  }),
  'confirmed-in-short': confirmedEmail({ ...about, duration: '', hint: '', message: '', now: CUT_OFF }),
  moved: movedEmail({
    ...movedAppointment,
    by: 'practice',
    message: 'Die Ärztin hat an diesem Tag Fortbildung.',
  }),
  'moved-request': movedEmail({ ...movedRequest, by: 'practice', message: '' }),
  'moved-as-asked': movedEmail({ ...movedAppointment, by: 'patient', message: '' }),
  'request-moved-for-the-practice': movedByPatientEmail({
    ...movedRequest,
    message: 'Am Montag muss ich arbeiten.',
  }),
  'moved-for-the-practice': movedByPatientEmail({ ...movedAppointment, message: '' }),
  'move-received': moveReceivedEmail(asked),
  'move-asked': moveAskedEmail({ ...asked, message: 'Geht es auch am Mittwoch?' }),
  'move-unanswered': moveAskedEmail({ ...asked, message: '', waitingHours: 24 }),
  'move-rejected': moveRejectedEmail({
    ...asked,
    lapsed: false,
    message: 'Am Mittwoch sind wir auf Fortbildung.',
  }),
  'move-lapsed': moveRejectedEmail({ ...asked, lapsed: true, message: '' }),
  offer: offerEmail({ ...offered, booking: BOOKING }),
  'offer-without-appointment': offerEmail({ ...offered, booking: undefined }),
  'offer-taken-for-the-practice': movedByPatientEmail({ ...movedAppointment, message: '', offered: true }),
  rejected: rejectedEmail({ ...about, message: 'An diesem Tag ist die Ordination geschlossen.' }),
  'cancelled-by-staff': cancelledEmail({
    ...about,
    by: 'staff',
    message: 'Die Ärztin ist an diesem Tag auf Fortbildung.',
  }),
  'cancelled-by-patient': cancelledEmail({ ...about, by: 'patient', message: 'Ich bin verreist.' }),
  'cancelled-for-the-practice': cancelledByPatientEmail({ ...about, reason: 'Ich bin verreist.' }),
  reminder: reminderEmail({ ...ahead, moveToAt: null, now: CUT_OFF - HOUR }),
  'reminder-with-move': reminderEmail({ ...ahead, moveToAt: MOVE_TO, now: BOOKING.startsAt - HOUR }),
  unanswered: unansweredEmail({ ...about, waitingHours: 24 }),
  'erp-conflict': erpConflictEmail({
    practice: PRACTICE,
    conflicts: [{ bookingStartsAt: BOOKING.startsAt }],
    adminUrl: URLS.adminUrl,
  }),
  invitation: invitationEmail({
    practice: PRACTICE,
    name: 'Gerda Testner',
    role: 'assistant',
    hours: 48,
    url: 'https://termine.example/admin/invitation?token=t',
  }),
  danger: dangerEmail({
    ...fromOrdi,
    alerts: [
      { banner: 'Seit 40 Stunden gibt es keine neue Sicherung.', card: { title: 'Sicherung veraltet' } },
    ],
  }),
  dangers: dangerEmail({
    ...fromOrdi,
    alerts: [
      { banner: '2 E-Mails konnten nicht gesendet werden.', card: { title: 'Nachrichten nicht gesendet' } },
      { banner: 'E-Mails warten seit 25 Minuten auf den Versand.', card: { title: 'Outbox steht still' } },
    ],
  }),
  'all-clear': allClearEmail(fromOrdi),
  test: testEmail(fromOrdi),
  'long-names': confirmedEmail({
    ...ahead,
    practice: {
      ...PRACTICE,
      name: 'Gemeinschaftsordination Dr. med. univ. Maximiliana Musterhuber-Beispielhofer',
      address: 'Alte Landstraße an der Dornbirner Ache 120/3/14',
      mail: 'terminvereinbarung@gemeinschaftsordination-musterhuber.example',
    },
    booking: {
      ...BOOKING,
      startsAt: Date.parse('2027-09-22T17:30:00+02:00'),
      lastName: 'Freifrau-Musterhausen-Donaudampfschifffahrtsgesellschaftskapitän',
      serviceName: 'Ausführliche Erstordination mit Vorsorgeuntersuchung',
    },
    message: `Unser Lageplan: https://praxis.example/${'lageplan/'.repeat(12)}`,
    now: later,
  }),
} satisfies Record<string, EmailContent>

/** Of which kind each sample is. */
export const KIND_OF_SAMPLE = {
  'email-verification': 'email-verification',
  'reservation-received': 'reservation-received',
  'new-reservation': 'new-reservation',
  'received-for-a-child': 'reservation-received',
  'new-for-a-child': 'new-reservation',
  confirmed: 'confirmed',
  'confirmed-in-short': 'confirmed',
  moved: 'moved',
  'moved-request': 'moved',
  'moved-as-asked': 'moved',
  'request-moved-for-the-practice': 'moved-by-patient',
  'moved-for-the-practice': 'moved-by-patient',
  'move-received': 'move-received',
  'move-asked': 'move-asked',
  'move-unanswered': 'move-asked',
  'move-rejected': 'move-rejected',
  'move-lapsed': 'move-rejected',
  rejected: 'rejected',
  'cancelled-by-staff': 'cancelled',
  'cancelled-by-patient': 'cancelled',
  'cancelled-for-the-practice': 'cancelled-by-patient',
  reminder: 'reminder',
  'reminder-with-move': 'reminder',
  offer: 'offer',
  'offer-without-appointment': 'offer',
  'offer-taken-for-the-practice': 'moved-by-patient',
  access: 'email-verification',
  unanswered: 'unanswered',
  'erp-conflict': 'erp-conflict',
  invitation: 'invitation',
  danger: 'danger',
  dangers: 'danger',
  'all-clear': 'danger',
  test: 'test',
  'long-names': 'confirmed',
} satisfies Record<keyof typeof SAMPLE_EMAILS, KindOn<'email'>>

/** One SMS of every kind. */
export const SAMPLE_SMS: Readonly<Record<KindOn<'sms'>, string>> = {
  confirmed: confirmedText(about),
  moved: movedText(movedAppointment),
  rejected: rejectedText(about),
  cancelled: cancelledText(about),
  reminder: reminderText(about),
  offer: offerText({ ...offered, url: offered.offerUrl, now: later }),
  test: testText(fromOrdi),
}
