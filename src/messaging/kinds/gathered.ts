import type { BookingStatus } from '../../shared/booking.ts'
import { displayOfStatus } from '../../shared/booking.ts'
import { fullDayTime } from '../../shared/format.ts'
import { KIND_NAMES, type MessageKind } from '../../shared/messages/message-kinds.ts'
import { button, composeEmail, note, paragraph } from '../email/layout.ts'
import { type EmailBooking, visitorName } from '../email/parts.ts'
import type { Kind, PortalFacts } from '../kind.ts'

/** A message that waits in this one. `url` opens its request and is left out once that is decided. */
type Item = Readonly<{
  kind: MessageKind
  booking: EmailBooking & Readonly<{ status: BookingStatus }>
  url: string | undefined
}>

/** Names what has happened to the appointments of one mailbox, in one e-mail instead of many. */
export const gathered = {
  to: 'practice',
  validWhile: null,
  email: ({ practice, items, adminUrl }) => {
    const several = items.length === 1 ? 'Eine weitere Nachricht' : `${items.length} weitere Nachrichten`
    return composeEmail({
      practice,
      subject: `${several} zu einer E-Mail-Adresse`,
      title: `${several} zu einer E-Mail-Adresse`,
      preview: 'Gesammelt, damit Ihr Postfach nicht überläuft.',
      parts: [
        paragraph(
          'Unter einer E-Mail-Adresse wurde in kurzer Zeit sehr oft reserviert, verschoben oder abgesagt. Damit Ihr Postfach nicht überläuft, steht alles Weitere einer Stunde in dieser E-Mail. Einzeln finden Sie es im Outbox Monitor.',
        ),
        ...items.map(({ kind, booking, url }) =>
          note(
            `${KIND_NAMES[kind]}: ${visitorName(booking)}, ${fullDayTime(booking.startsAt)} – ${displayOfStatus(booking.status).label}`,
            url === undefined ? undefined : { label: 'Anfrage öffnen', url },
          ),
        ),
        button({ label: 'Zum Adminbereich', url: adminUrl }),
      ],
    })
  },
  samples: {
    gathered: (sample) => ({
      ...sample,
      items: [
        {
          kind: 'new-reservation',
          booking: { ...sample.booking, status: 'requested' },
          url: sample.confirmUrl,
        },
        { kind: 'cancelled-by-patient', booking: { ...sample.booking, status: 'cancelled' }, url: undefined },
      ],
    }),
  },
} satisfies Kind<PortalFacts & Readonly<{ items: readonly Item[] }>>
