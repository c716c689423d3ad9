import { type BookingStatus, displayOfStatus } from '../../shared/booking.ts'
import type { Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { KIND_NAMES, type MessageKind } from '../../shared/messages/message-kinds.ts'
import { isTodayOrTomorrow } from '../../time/vienna.ts'
import type { EmailBooking } from '../email/appointment-parts.ts'
import { button, note, type Part, paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import { visitorName } from '../email/practice-parts.ts'
import type { Kind, PortalFacts } from '../kind.ts'

/** A message that is listed in the e-mail instead of being sent on its own. */
type GatheredMessage<Details> = Readonly<{
  kind: MessageKind
  booking: Details & Readonly<{ id: string; status: BookingStatus; startsAt: Instant }>
  /** The page of the request; undefined if nothing is left to decide. */
  url: string | undefined
}>

/** The messages about one mailbox, with the details from which the name of the patient is written. */
type OfMailbox = Readonly<{ of: 'mailbox'; items: readonly GatheredMessage<EmailBooking>[] }>

/**
 * The messages about strangers. They have no names, because the e-mail does not say who the strangers are.
 */
type OfStrangers = Readonly<{ of: 'strangers'; items: readonly GatheredMessage<unknown>[] }>

type Facts = PortalFacts & (OfMailbox | OfStrangers)

/** Reports in one e-mail what has happened to the appointments of one mailbox, or of strangers. */
export const gathered = {
  to: 'practice',
  validWhile: null,
  email: (facts) => {
    const { practice, adminUrl } = facts
    const { title, parts } =
      facts.of === 'mailbox' ? contentForMailbox(facts) : contentForStrangers(facts, facts.now)
    return composeEmail({
      practice,
      subject: title,
      title,
      preview: 'Gesammelt, damit Ihr Postfach nicht überläuft.',
      parts: [...parts, button({ label: 'Zur Verwaltung', url: adminUrl })],
    })
  },
  samples: {
    gathered: (sample) => ({ ...sample, of: 'mailbox', items: samplesOf(sample) }),
    'gathered-strangers': (sample) => ({ ...sample, of: 'strangers', items: samplesOf(sample) }),
  },
} satisfies Kind<Facts>

/** The part of the e-mail that depends on what it gathers. */
type Content = Readonly<{ title: string; parts: readonly Part[] }>

/** Lists every message with the name of its patient. */
function contentForMailbox({ items }: OfMailbox): Content {
  const furtherMessages =
    items.length === 1 ? 'Eine weitere Nachricht' : `${items.length} weitere Nachrichten`
  return {
    title: `${furtherMessages} zu einer E-Mail-Adresse`,
    parts: [
      paragraph(
        'Unter einer E-Mail-Adresse wurde in kurzer Zeit sehr oft reserviert, verschoben oder abgesagt. Damit Ihr Postfach nicht überläuft, steht alles Weitere einer Stunde in dieser E-Mail. Einzeln finden Sie es im Outbox Monitor.',
      ),
      ...items.map(({ kind, booking, url }) =>
        note(
          `${KIND_NAMES[kind]}: ${visitorName(booking)}, ${fullDayTime(booking.startsAt)} – ${displayOfStatus(booking.status).label}`,
          requestLink(url),
        ),
      ),
    ],
  }
}

/** The most appointments of strangers that one e-mail lists. The outbox has all of them. */
const MOST_LISTED = 40

/** Counts the messages by their kind, and lists the appointments without names. */
function contentForStrangers({ items }: OfStrangers, now: Instant): Content {
  const appointments = listAppointments(items, now)
  const soonCount = appointments.filter(({ isSoon }) => isSoon).length
  return {
    title: `${countsOf(items)} von neuen Patienten${soonCount > 0 ? `, ${soonCount} für heute oder morgen` : ''}`,
    parts: [
      paragraph(
        'Von neuen Patienten, von denen Sie noch keinen Termin bestätigt haben, kommen gerade ungewöhnlich viele Nachrichten. Damit Ihr Postfach nicht überläuft, stehen sie gesammelt und ohne Namen in dieser E-Mail, heute und morgen zuerst. Einzeln finden Sie sie im Outbox Monitor.',
      ),
      ...appointments.slice(0, MOST_LISTED).map(appointmentNote),
      ...unlistedParagraphs(appointments.length - MOST_LISTED),
    ],
  }
}

/** An appointment of a stranger, with all messages about it. */
type Appointment = Readonly<{
  booking: GatheredMessage<unknown>['booking']
  url: string | undefined
  /** The names of the kinds of its messages, with commas between. */
  kindNames: string
  isSoon: boolean
}>

/**
 * Lists the appointments: those today and tomorrow first, then open requests, each in order of their start.
 */
function listAppointments(items: readonly GatheredMessage<unknown>[], now: Instant): Appointment[] {
  const itemsByBooking = [...Map.groupBy(items, ({ booking }) => booking.id).values()]
  const appointments = itemsByBooking.map((itemsOfBooking) => {
    // All items of a group are about the same booking, and no group is empty.
    const { booking, url } = itemsOfBooking.at(-1) as GatheredMessage<unknown>
    const kindNames = [...new Set(itemsOfBooking.map(({ kind }) => KIND_NAMES[kind]))].join(', ')
    return { booking, url, kindNames, isSoon: isTodayOrTomorrow(booking.startsAt, now) }
  })
  return appointments.toSorted(
    (a, b) =>
      Number(b.isSoon) - Number(a.isSoon) ||
      Number(b.url !== undefined) - Number(a.url !== undefined) ||
      a.booking.startsAt - b.booking.startsAt,
  )
}

/** Renders one appointment, with the names of its messages and the link to decide on it. */
function appointmentNote({ booking, url, kindNames }: Appointment): Part {
  return note(
    `${kindNames}: ${fullDayTime(booking.startsAt)} – ${displayOfStatus(booking.status).label}`,
    requestLink(url),
  )
}

/** Renders how many appointments are not listed; nothing if all are. */
function unlistedParagraphs(count: number): Part[] {
  if (count <= 0) return []
  return [
    paragraph(count === 1 ? 'Dazu kommt ein weiterer Termin.' : `Dazu kommen ${count} weitere Termine.`),
  ]
}

/** Returns the numbers of the messages, such as `12 Anfragen, 1 Absage`. */
function countsOf(items: readonly GatheredMessage<unknown>[]): string {
  const countKind = (kind: MessageKind) => items.filter((item) => item.kind === kind).length
  const requestCount = countKind('new-reservation')
  const cancellationCount = countKind('cancelled-by-patient')
  const otherCount = items.length - requestCount - cancellationCount
  const counts = [
    { count: requestCount, one: 'Anfrage', several: 'Anfragen' },
    { count: cancellationCount, one: 'Absage', several: 'Absagen' },
    { count: otherCount, one: 'weitere Nachricht', several: 'weitere Nachrichten' },
  ].filter(({ count }) => count > 0)
  return counts.map(({ count, one, several }) => `${count} ${count === 1 ? one : several}`).join(', ')
}

/** Returns the link to the page of a request; undefined if nothing is left to decide. */
function requestLink(url: string | undefined) {
  return url === undefined ? undefined : { label: 'Anfrage öffnen', url }
}

/** Returns the messages of the samples: a request that waits for a decision, and a cancellation. */
function samplesOf({
  booking,
  confirmUrl,
}: Readonly<{ booking: EmailBooking; confirmUrl: string }>): GatheredMessage<EmailBooking>[] {
  return [
    { kind: 'new-reservation', booking: { ...booking, id: 'first', status: 'requested' }, url: confirmUrl },
    {
      kind: 'cancelled-by-patient',
      booking: { ...booking, id: 'second', status: 'cancelled' },
      url: undefined,
    },
  ]
}
