import type { Instant } from '../../shared/day.ts'
import { fullDayTime } from '../../shared/format.ts'
import { button, factTable, paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import type { Kind, PortalFacts } from '../kind.ts'

type Facts = PortalFacts &
  Readonly<{
    /** Confirmed appointments at busy times. `kind` names the calendar: Odoo or another one. */
    conflicts: readonly Readonly<{ kind: 'erp' | 'calendar'; bookingStartsAt: Instant }>[]
    bookingsUrl: string
  }>

/**
 * The words for the calendar if all conflicts are with Odoo. `there` follows the entry that can be changed.
 */
const ODOO_WORDS = { calendar: 'Odoo', inCalendar: 'Im Odoo-Kalender', there: 'in Odoo' }

/** The words for the calendar if a conflict is with another one. */
const OTHER_WORDS: typeof ODOO_WORDS = {
  calendar: 'einem anderen Kalender',
  inCalendar: 'In einem anderen Kalender',
  there: 'dort',
}

/** Tells the practice of confirmed appointments at busy times of another calendar of the doctor. */
export const erpConflict = {
  to: 'practice',
  validWhile: null,
  email: ({ practice, conflicts, bookingsUrl }) => {
    const isSingle = conflicts.length === 1
    const isOdoo = conflicts.every(({ kind }) => kind === 'erp')
    const { calendar, inCalendar, there } = isOdoo ? ODOO_WORDS : OTHER_WORDS
    return composeEmail({
      practice,
      subject: isSingle
        ? `Terminkonflikt mit ${calendar}`
        : `${conflicts.length} Terminkonflikte mit ${calendar}`,
      title: isSingle
        ? `Ein Termin überschneidet sich mit ${calendar}`
        : `Termine überschneiden sich mit ${calendar}`,
      preview: 'Bitte prüfen Sie den Kalender.',
      parts: [
        paragraph(
          `${inCalendar} ist Zeit belegt, in der hier ein bestätigter Termin steht. Der Termin bleibt bestehen, bis Sie ihn absagen oder den Eintrag ${there} ändern.`,
        ),
        factTable(
          conflicts.map(({ bookingStartsAt }) => ({ label: 'Termin', value: fullDayTime(bookingStartsAt) })),
        ),
        button({ label: 'Termine ansehen', url: bookingsUrl }),
      ],
    })
  },
  samples: {
    'erp-conflict': (sample) => ({
      ...sample,
      conflicts: [{ kind: 'erp', bookingStartsAt: sample.booking.startsAt }],
      bookingsUrl: sample.adminUrl,
    }),
  },
} satisfies Kind<Facts>
