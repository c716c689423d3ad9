import type { BookingStatus } from '../../shared/booking.ts'
import type { Instant } from '../../shared/day.ts'
import { fullDayTime, shortDayClock } from '../../shared/format.ts'
import type { TextKind, Texts } from '../../shared/messages/texts.ts'
import { CONFIRMED_BY_HAND, RECEIVED } from '../../shared/messages.de.ts'
import { placeOf } from '../../shared/practice.ts'
import { ROLE_NAMES, type Role } from '../../shared/role.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { type Addressee, namesOf } from '../texts.ts'
import {
  appointment,
  button,
  code,
  composeEmail,
  type EmailContent,
  type EmailParts,
  facts,
  note,
  paragraph,
  quotation,
} from './layout.ts'
import {
  type About,
  allBookings,
  call,
  type DecisionUrls,
  decision,
  type EmailBooking,
  frame,
  frameOf,
  howToCancel,
  howToMove,
  lostVisit,
  messageOfVisitor,
  moveTimes,
  type PatientLinks,
  type Preparation,
  patient,
  visit,
  visitAhead,
  visitor,
} from './parts.ts'

/**
 * The content of every e-mail. Subjects name no treatment and no patient, and no e-mail contains the social security number
 * (docs/behaviour.md 10.3). Messages that people write may be empty.
 */

type ToPractice = Readonly<{ practice: Practice; booking: EmailBooking }>

/** Where link and code lead, and how long they are valid. */
type Check = Readonly<{ practice: Practice; texts: Texts; verifyUrl: string; code: string; minutes: number }>

/** Link and code for an address that a visitor entered. Contains nothing else that the visitor wrote, so that it cannot carry spam. */
export function verificationEmail(check: Check): EmailContent {
  return checkEmail(check, 'email-verification', {
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse',
    title: 'E-Mail-Adresse bestätigen',
    label: 'E-Mail bestätigen',
    where: 'in dem Browser, in dem Sie buchen',
    advice:
      'Sie buchen gerade keinen Termin? Dann bestätigen Sie bitte nicht; ohne Bestätigung geschieht nichts.',
  })
}

/** The same for somebody who wants to see the appointments of this address. */
export function accessEmail(check: Check): EmailContent {
  return checkEmail(check, 'access', {
    subject: 'Ihr Zugang zu „Meine Termine“',
    title: 'Meine Termine',
    label: 'Meine Termine öffnen',
    where: 'auf der Seite, auf der Sie diese E-Mail angefordert haben',
    advice:
      'Geben Sie beides an niemanden weiter. Sie haben das nicht angefordert? Dann müssen Sie nichts tun: Ohne Link oder Code sieht niemand Ihre Termine.',
  })
}

type CheckWords = Readonly<Record<'subject' | 'title' | 'label' | 'where' | 'advice', string>>

function checkEmail(
  { practice, texts, verifyUrl, code: digits, minutes }: Check,
  kind: TextKind,
  { label, where, advice, ...mail }: CheckWords,
): EmailContent {
  const { opening, closing } = frame(texts[kind].email, namesOf(practice))
  const parts = [
    button({ label, url: verifyUrl }),
    code(`Oder geben Sie ${where}, diesen Code ein:`, digits),
    note(`Link und Code gelten ${minutes} Minuten. ${advice}`),
  ]
  const preview = `Ihr Code: ${digits}. Er gilt ${minutes} Minuten.`
  return composeEmail({ practice, ...mail, preview, parts: [...opening, ...parts, ...closing] })
}

/** `at`, which follows the subject, is the appointment's start unless it is given; `lead` follows the opening. */
type PatientEmail = Omit<EmailParts, 'practice'> & Readonly<{ at?: Instant; lead?: string }>

/** To the patient, between the practice's own words. */
function toPatient(about: About, kind: TextKind, { at, lead, parts, ...mail }: PatientEmail): EmailContent {
  const { practice, booking } = about
  const { opening, closing } = frameOf(about, kind, lead)
  const subject = `${mail.subject}: ${fullDayTime(at ?? booking.startsAt)}`
  return composeEmail({ practice, ...mail, subject, parts: [...opening, ...parts, ...closing] })
}

/** To the patient: received, and not yet confirmed. */
export function reservationReceivedEmail(reservation: About & PatientLinks): EmailContent {
  const { practice, booking, overviewUrl } = reservation
  return toPatient(reservation, 'reservation-received', {
    subject: RECEIVED,
    title: RECEIVED,
    preview: CONFIRMED_BY_HAND,
    parts: [
      appointment(booking.startsAt, 'requested'),
      visit(practice, booking),
      button({ label: 'Termin ansehen', url: overviewUrl }),
      howToCancel(practice, booking.startsAt, booking.createdAt, reservation),
      allBookings(reservation),
    ],
  })
}

/** To the practice: who, what, when, and the links of both decisions. */
export function newReservationEmail(reservation: ToPractice & DecisionUrls): EmailContent {
  const { practice, booking } = reservation
  return composeEmail({
    practice,
    subject: `Neue Reservierung: ${fullDayTime(booking.startsAt)}`,
    title: 'Neue Reservierung',
    preview: 'Bitte bestätigen oder ablehnen.',
    parts: [
      paragraph(`${visitor(booking)} hat online einen Termin reserviert und wartet auf Ihre Bestätigung.`),
      appointment(booking.startsAt, 'requested'),
      patient(booking),
      ...decision(reservation),
    ],
  })
}

/** To the patient, together with the calendar entry. `now`: it may already be too late to cancel online. */
export function confirmedEmail(
  confirmed: About & PatientLinks & Preparation & Readonly<{ message: string; now: Instant }>,
): EmailContent {
  const { practice, booking, message, overviewUrl, now } = confirmed
  return toPatient(confirmed, 'confirmed', {
    subject: 'Termin bestätigt',
    title: 'Ihr Termin ist bestätigt',
    preview: `${fullDayTime(booking.startsAt)}. Der Kalendereintrag liegt bei.`,
    parts: [
      appointment(booking.startsAt, 'confirmed'),
      ...visitAhead(practice, booking, confirmed),
      quotation('Nachricht der Ordination', message),
      button({ label: 'Termin ansehen', url: overviewUrl }),
      note('Der Kalendereintrag liegt dieser E-Mail bei.'),
      ...howToMove(booking.startsAt, now, confirmed),
      howToCancel(practice, booking.startsAt, now, confirmed),
      allBookings(confirmed),
    ],
  })
}

/**
 * To the patient: the appointment was moved, or the request that the practice has not answered yet.
 * @param from the start until now; `by`: whose wish it was
 */
export function movedEmail(
  moved: About &
    PatientLinks &
    Readonly<{
      booking: Readonly<{ status: BookingStatus }>
      from: Instant
      by: 'patient' | 'practice'
      message: string
      now: Instant
    }>,
): EmailContent {
  const { practice, booking, from, by, message, overviewUrl, now } = moved
  const confirmed = booking.status === 'confirmed'
  const [what, title] = confirmed
    ? ['Ihren Termin', 'Ihr Termin wurde verschoben']
    : ['Ihre Reservierung', 'Ihre Reservierung wurde verschoben']
  const wished = by === 'patient' ? ' wie gewünscht' : ''
  return toPatient(moved, 'moved', {
    lead: `Wir haben ${what}${wished} verschoben. Bisher: ${fullDayTime(from)}. Die neue Zeit:`,
    subject: `${confirmed ? 'Termin' : 'Reservierung'} verschoben`,
    title,
    preview: `Neu: ${fullDayTime(booking.startsAt)}`,
    parts: [
      appointment(booking.startsAt, booking.status),
      visit(practice, booking),
      quotation('Nachricht der Ordination', message),
      button({ label: 'Termin ansehen', url: overviewUrl }),
      note(confirmed ? 'Der neue Kalendereintrag liegt dieser E-Mail bei.' : CONFIRMED_BY_HAND),
      ...(by === 'patient' ? [] : [note(`Die neue Zeit passt Ihnen nicht? ${call(practice)}`)]),
      howToCancel(practice, booking.startsAt, now, moved),
    ],
  })
}

/**
 * To the practice: the patient has moved a request, which waits for its decision, or an appointment.
 * @param offered by taking an offer of the waiting list
 */
export function movedByPatientEmail(
  moved: ToPractice &
    DecisionUrls &
    Readonly<{
      booking: Readonly<{ status: BookingStatus }>
      from: Instant
      message: string
      offered?: boolean | undefined
    }>,
): EmailContent {
  const { practice, booking, from, message, offered = false } = moved
  const confirmed = booking.status === 'confirmed'
  const [moves, title, preview, then] = confirmed
    ? [
        'hat den Termin online verschoben.',
        'Termin verschoben',
        'Die neue Zeit gilt.',
        'Die bisherige Zeit ist wieder frei.',
      ]
    : [
        'hat die Reservierung online verschoben.',
        'Reservierung verschoben',
        'Bitte bestätigen oder ablehnen.',
        'Frühere Links gelten nicht mehr.',
      ]
  return composeEmail({
    practice,
    subject: `${title}: ${fullDayTime(booking.startsAt)}`,
    title,
    preview,
    parts: [
      paragraph(
        `${visitor(booking)} ${offered ? 'hat eine Zeit der Warteliste angenommen.' : moves} ${then} Bisher: ${fullDayTime(from)}. Die neue Zeit:`,
      ),
      appointment(booking.startsAt, booking.status),
      messageOfVisitor(booking, message),
      patient(booking),
      ...(confirmed ? [] : decision(moved)),
    ],
  })
}

/**
 * To somebody on the waiting list: a time is free.
 * @param booking the appointment that is to be earlier; `addressee`: who waits; `until`: how long the offer can
 * be taken
 */
export function offerEmail(
  offer: Readonly<{
    practice: Practice
    texts: Texts
    addressee: Addressee
    serviceName: string
    hint: string
    booking: EmailBooking | undefined
    startsAt: Instant
    until: Instant
    offerUrl: string
    entryUrl: string
  }>,
): EmailContent {
  const { practice, texts, addressee, serviceName, hint, booking, startsAt, until, offerUrl, entryUrl } =
    offer
  const title = booking ? 'Eine andere Zeit ist frei geworden' : 'Ein Termin ist frei geworden'
  const latest = shortDayClock(until)
  const otherwise = booking ? ' Ihr Termin bleibt dann, wie er ist.' : ''
  const then = `Bis ${latest} halten wir diese Zeit für Sie frei:`
  const { opening, closing } = booking
    ? frameOf({ practice, texts, hint, booking: { ...booking, startsAt, serviceName } }, 'offer', then)
    : frame(
        texts.offer.email,
        {
          ...namesOf(practice, addressee),
          Termin: fullDayTime(startsAt),
          Leistung: serviceName,
          Hinweis: hint,
        },
        then,
      )
  return composeEmail({
    practice,
    subject: `Frei geworden: ${fullDayTime(startsAt)}`,
    title,
    preview: `Wir halten die Zeit bis ${latest} für Sie frei.`,
    parts: [
      ...opening,
      facts([
        { label: 'Frei geworden', value: fullDayTime(startsAt) },
        ...(booking ? [{ label: 'Ihr Termin', value: fullDayTime(booking.startsAt) }] : []),
        { label: 'Leistung', value: serviceName },
        { label: 'Ort', value: placeOf(practice) },
      ]),
      button({ label: 'Annehmen oder ablehnen', url: offerUrl }),
      note(`Ohne Antwort bieten wir die Zeit jemand anderem an.${otherwise}`),
      note('Sie möchten nicht mehr warten, oder andere Zeiten?', { label: 'Eintrag ändern', url: entryUrl }),
      ...closing,
    ],
  })
}

/** To the patient of a confirmed appointment: the practice decides on the time that the patient asks for. */
export function moveReceivedEmail(
  asked: About & PatientLinks & Readonly<{ to: Instant; now: Instant }>,
): EmailContent {
  const { practice, booking, to, overviewUrl, now } = asked
  return toPatient(asked, 'move-received', {
    subject: 'Verschiebung angefragt',
    at: to,
    title: 'Verschiebung angefragt',
    preview: 'Bis wir antworten, bleibt Ihr Termin, wie er ist.',
    parts: [
      moveTimes(booking.startsAt, to),
      button({ label: 'Termin ansehen', url: overviewUrl }),
      howToCancel(practice, booking.startsAt, now, asked),
    ],
  })
}

/**
 * To the practice: a patient asks to move a confirmed appointment.
 * @param waitingHours whole hours since then, for a reminder
 */
export function moveAskedEmail(
  asked: ToPractice &
    DecisionUrls &
    Readonly<{ to: Instant; message: string; waitingHours?: number | undefined }>,
): EmailContent {
  const { practice, booking, to, message, waitingHours } = asked
  const words =
    waitingHours === undefined
      ? 'möchte den bestätigten Termin verschieben. Bis Sie entscheiden, bleibt der Termin, wo er ist, und auch die gewünschte Zeit ist reserviert.'
      : `wartet seit ${waitingHours} Stunden auf Ihre Antwort und möchte den bestätigten Termin verschieben. Das Portal erinnert Sie daran nur dieses eine Mal.`
  return composeEmail({
    practice,
    subject: `${waitingHours === undefined ? 'Verschiebung angefragt' : 'Verschiebung noch unbeantwortet'}: ${fullDayTime(to)}`,
    title: 'Verschiebung angefragt',
    preview: 'Bitte bestätigen oder ablehnen.',
    parts: [
      paragraph(`${visitor(booking)} ${words}`),
      moveTimes(booking.startsAt, to),
      messageOfVisitor(booking, message),
      patient(booking),
      ...decision(asked, 'Verschiebung'),
    ],
  })
}

/** To the patient: the appointment stays. @param lapsed the practice has not answered in time */
export function moveRejectedEmail(
  rejected: About & PatientLinks & Readonly<{ to: Instant; lapsed: boolean; message: string; now: Instant }>,
): EmailContent {
  const { practice, booking, to, lapsed, message, overviewUrl, now } = rejected
  const why = lapsed
    ? `Leider haben wir Ihre Anfrage, den Termin auf ${fullDayTime(to)}, zu verschieben, nicht rechtzeitig beantwortet.`
    : `Leider können wir Ihren Termin nicht auf ${fullDayTime(to)}, verschieben.`
  const { opening, closing } = frameOf(rejected, 'move-rejected', `${why} Es bleibt bei dieser Zeit:`)
  return composeEmail({
    practice,
    subject: `Ihr Termin bleibt: ${fullDayTime(booking.startsAt)}`,
    title: 'Ihr Termin bleibt, wie er war',
    preview: fullDayTime(booking.startsAt),
    parts: [
      ...opening,
      appointment(booking.startsAt, 'confirmed'),
      visit(practice, booking),
      quotation('Nachricht der Ordination', message),
      button({ label: 'Termin ansehen', url: overviewUrl }),
      ...closing,
      howToCancel(practice, booking.startsAt, now, rejected),
    ],
  })
}

/** To the patient: the practice has rejected the reservation. */
export function rejectedEmail(
  rejected: About & Readonly<{ message: string; bookUrl: string }>,
): EmailContent {
  const { booking, message, bookUrl } = rejected
  return toPatient(rejected, 'rejected', {
    subject: 'Termin leider nicht möglich',
    title: 'Dieser Termin ist leider nicht möglich',
    preview: 'Gerne können Sie online einen anderen Termin buchen.',
    parts: [
      appointment(booking.startsAt, 'rejected'),
      lostVisit(booking),
      quotation('Nachricht der Ordination', message),
      button({ label: 'Anderen Termin buchen', url: bookUrl }),
    ],
  })
}

/** To the patient. `message` is what the side that cancelled wrote. */
export function cancelledEmail(
  cancelled: About & Readonly<{ by: 'patient' | 'staff'; message: string; bookUrl: string }>,
): EmailContent {
  const { booking, by, message, bookUrl } = cancelled
  const asked = by === 'patient'
  return toPatient(cancelled, asked ? 'cancelled-as-asked' : 'cancelled', {
    subject: 'Termin storniert',
    title: asked ? 'Ihr Termin ist storniert' : 'Ihr Termin wurde leider storniert',
    preview: 'Gerne können Sie online einen neuen Termin buchen.',
    parts: [
      appointment(booking.startsAt, 'cancelled'),
      lostVisit(booking),
      quotation(asked ? 'Ihre Nachricht an die Ordination' : 'Nachricht der Ordination', message),
      button({ label: 'Neuen Termin buchen', url: bookUrl }),
    ],
  })
}

/** To the practice: who cancelled, and why. */
export function cancelledByPatientEmail(cancelled: ToPractice & Readonly<{ reason: string }>): EmailContent {
  const { practice, booking, reason } = cancelled
  return composeEmail({
    practice,
    subject: `Termin storniert: ${fullDayTime(booking.startsAt)}`,
    title: 'Termin storniert',
    preview: 'Die Zeit ist wieder frei.',
    parts: [
      paragraph(`${visitor(booking)} hat diesen Termin online storniert. Die Zeit ist wieder frei.`),
      appointment(booking.startsAt, 'cancelled'),
      messageOfVisitor(booking, reason),
      patient(booking),
    ],
  })
}

/**
 * To the patient, some days before. `now`: it may already be too late to cancel online.
 * @param moveToAt the start that the patient asks for
 */
export function reminderEmail(
  reminder: About & PatientLinks & Preparation & Readonly<{ moveToAt: Instant | null; now: Instant }>,
): EmailContent {
  const { practice, booking, moveToAt, overviewUrl, now } = reminder
  return toPatient(reminder, 'reminder', {
    subject: 'Erinnerung an Ihren Termin',
    title: 'Ihr Termin steht bevor',
    preview: 'Wir freuen uns auf Sie.',
    parts: [
      appointment(booking.startsAt, 'confirmed'),
      ...(moveToAt === null ? [] : [note(stillValid(moveToAt))]),
      ...visitAhead(practice, booking, reminder),
      button({ label: 'Termin ansehen', url: overviewUrl }),
      ...howToMove(booking.startsAt, now, reminder),
      howToCancel(practice, booking.startsAt, now, reminder),
      allBookings(reminder),
    ],
  })
}

function stillValid(moveToAt: Instant): string {
  return `Sie möchten den Termin verschieben, auf ${fullDayTime(moveToAt)}. Solange wir das nicht bestätigt haben, gilt die Zeit oben.`
}

/** To the practice: a patient has waited for an answer for `waitingHours` whole hours. */
export function unansweredEmail(
  unanswered: ToPractice & DecisionUrls & Readonly<{ waitingHours: number }>,
): EmailContent {
  const { practice, booking, waitingHours } = unanswered
  return composeEmail({
    practice,
    subject: `Noch unbeantwortet: ${fullDayTime(booking.startsAt)}`,
    title: 'Diese Reservierung wartet noch',
    preview: 'Bitte bestätigen oder ablehnen.',
    parts: [
      paragraph(
        `${visitor(booking)} wartet seit ${waitingHours} Stunden auf Ihre Bestätigung. Das Portal erinnert Sie daran nur dieses eine Mal.`,
      ),
      appointment(booking.startsAt, 'requested'),
      patient(booking),
      ...decision(unanswered),
    ],
  })
}

/** To the practice: confirmed appointments at times that the doctor's calendar in Odoo calls busy. */
export function erpConflictEmail({
  practice,
  conflicts,
  adminUrl,
}: Readonly<{
  practice: Practice
  conflicts: readonly Readonly<{ bookingStartsAt: Instant }>[]
  adminUrl: string
}>): EmailContent {
  const one = conflicts.length === 1
  return composeEmail({
    practice,
    subject: one ? 'Terminkonflikt mit Odoo' : `${conflicts.length} Terminkonflikte mit Odoo`,
    title: one ? 'Ein Termin überschneidet sich mit Odoo' : 'Termine überschneiden sich mit Odoo',
    preview: 'Bitte prüfen Sie den Kalender.',
    parts: [
      paragraph(
        'Im Odoo-Kalender ist Zeit belegt, in der hier ein bestätigter Termin steht. Der Termin bleibt bestehen, bis Sie ihn stornieren oder den Eintrag in Odoo ändern.',
      ),
      facts(
        conflicts.map(({ bookingStartsAt }) => ({ label: 'Termin', value: fullDayTime(bookingStartsAt) })),
      ),
      button({ label: 'Termine ansehen', url: adminUrl }),
    ],
  })
}

/** To somebody who is to sign in: a link to choose a password, for the first time or a new one. */
export function invitationEmail({
  practice,
  name,
  role,
  hours,
  url,
}: Readonly<{ practice: Practice; name: string; role: Role; hours: number; url: string }>): EmailContent {
  return composeEmail({
    practice,
    subject: 'Ihr Zugang zur Online-Terminbuchung',
    title: 'Ihr Zugang',
    preview: 'Bitte wählen Sie Ihr Passwort.',
    parts: [
      paragraph(
        `Guten Tag ${name}! Für Sie ist ein Zugang zur Verwaltung der Online-Termine eingerichtet (${ROLE_NAMES[role]}). Bitte wählen Sie Ihr Passwort.`,
      ),
      button({ label: 'Passwort wählen', url }),
      note(
        `Der Link gilt ${hours}\u00a0Stunden und nur einmal; ein bisheriges Passwort gilt nicht mehr. Geben Sie den Link an niemanden weiter. Sie wissen nichts davon? Dann fragen Sie bitte in der Ordination nach, bevor Sie ihn öffnen.`,
      ),
    ],
  })
}

type FromOrdi = Readonly<{ practice: Practice; now: Instant; adminUrl: string }>

/** To the practice: what keeps the portal from working, each with its sentence. */
export function dangerEmail({
  practice,
  now,
  adminUrl,
  alerts,
}: FromOrdi &
  Readonly<{
    alerts: readonly Readonly<{ banner?: string; card?: Readonly<{ title: string }> }>[]
  }>): EmailContent {
  const [first] = alerts
  const what = alerts.length === 1 ? first?.card?.title : `${alerts.length} Störungen`
  return composeEmail({
    practice,
    subject: `Ordi: Achtung – ${what}`,
    title: 'Achtung',
    preview: first?.banner ?? '',
    parts: [
      ...alerts.flatMap(({ banner }) => (banner === undefined ? [] : [paragraph(banner)])),
      button({ label: 'Zum Adminbereich', url: adminUrl }),
      note(`Stand: ${fullDayTime(now)}. Sobald alles wieder in Ordnung ist, schreibt Ordi noch einmal.`),
    ],
  })
}

/** To the practice: of what `dangerEmail` told, nothing is left. */
export function allClearEmail({ practice, now, adminUrl }: FromOrdi): EmailContent {
  return composeEmail({
    practice,
    subject: 'Ordi: Wieder in Ordnung',
    title: 'Wieder in Ordnung',
    preview: 'Sie müssen nichts weiter tun.',
    parts: [
      paragraph('Die gemeldeten Störungen sind vorbei. Sie müssen nichts weiter tun.'),
      button({ label: 'Zum Adminbereich', url: adminUrl }),
      note(`Stand: ${fullDayTime(now)}.`),
    ],
  })
}

/** To an admin who tests the mail server. */
export function testEmail({ practice, now, adminUrl }: FromOrdi): EmailContent {
  return composeEmail({
    practice,
    subject: 'Test-E-Mail der Online-Terminbuchung',
    title: 'Der E-Mail-Versand funktioniert',
    preview: 'Sie müssen nichts weiter tun.',
    parts: [
      paragraph(
        `Diese Test-E-Mail wurde am ${fullDayTime(now)}, im Adminbereich angefordert. Auf demselben Weg erreichen auch Ihre Patientinnen und Patienten unsere E-Mails.`,
      ),
      button({ label: 'Zum Adminbereich', url: adminUrl }),
      note('Sie müssen nichts weiter tun.'),
    ],
  })
}
