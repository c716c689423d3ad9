import type { Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { button, composeEmail, facts, paragraph } from '../email/layout.ts'
import type { Kind, PortalFacts } from '../kind.ts'

type Facts = PortalFacts &
  Readonly<{ conflicts: readonly Readonly<{ bookingStartsAt: Instant }>[]; bookingsUrl: string }>

/** Confirmed appointments are at times that the doctor's calendar in Odoo calls busy. */
export const erpConflict = {
  to: 'practice',
  validWhile: null,
  email: ({ practice, conflicts, bookingsUrl }) => {
    const one = conflicts.length === 1
    return composeEmail({
      practice,
      subject: one ? 'Terminkonflikt mit Odoo' : `${conflicts.length} Terminkonflikte mit Odoo`,
      title: one ? 'Ein Termin überschneidet sich mit Odoo' : 'Termine überschneiden sich mit Odoo',
      preview: 'Bitte prüfen Sie den Kalender.',
      parts: [
        paragraph(
          'Im Odoo-Kalender ist Zeit belegt, in der hier ein bestätigter Termin steht. Der Termin bleibt bestehen, bis Sie ihn absagen oder den Eintrag in Odoo ändern.',
        ),
        facts(
          conflicts.map(({ bookingStartsAt }) => ({ label: 'Termin', value: fullDayTime(bookingStartsAt) })),
        ),
        button({ label: 'Termine ansehen', url: bookingsUrl }),
      ],
    })
  },
  samples: {
    'erp-conflict': (sample) => ({
      ...sample,
      conflicts: [{ bookingStartsAt: sample.booking.startsAt }],
      bookingsUrl: sample.adminUrl,
    }),
  },
} satisfies Kind<Facts>
