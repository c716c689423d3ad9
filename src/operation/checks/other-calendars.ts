import {
  type Calendar,
  isCalendarOverdue,
  listCalendars,
  type OverdueCalendar,
} from '../../calendars/calendars.ts'
import type { Ctx } from '../../ctx.ts'
import { listBusyConflicts } from '../../schedule/busy-conflicts.ts'
import type { Instant } from '../../shared/day.ts'
import { busyTimesText } from '../../shared/other-calendar.ts'
import { isoAt } from '../../time/vienna.ts'
import { type Alert, alertWithCard, defineCheck, unixSeconds } from './check.ts'
import { type Finding, goodFinding, hintFinding, wrongFinding } from './finding.ts'
import { appointmentsText, pastTimeText } from './words.ts'

const CALENDARS_PAGE = '/admin/calendars'
/** The subject of the findings. */
const SUBJECT = 'other calendars'

/**
 * Checks whether the doctor's other calendars can be read, and counts the appointments at their busy times.
 */
export const otherCalendarsCheck = defineCheck({
  read: (ctx: Ctx) => {
    const calendars = listCalendars(ctx)
    if (calendars.length === 0) return undefined
    const bookingIds = listBusyConflicts(ctx, 'calendar').map(({ bookingId }) => bookingId)
    return { calendars, conflicts: new Set(bookingIds).size }
  },

  alerts: (facts, now) => {
    if (facts === undefined) return []
    const overdue = facts.calendars.filter((calendar) => isCalendarOverdue(calendar, now))
    return [...overdue.map((calendar) => overdueAlert(calendar, now)), ...conflictAlerts(facts.conflicts)]
  },

  doctor: {
    group: 'operation',
    findings: (facts, now) =>
      facts === undefined
        ? [goodFinding(SUBJECT, { text: 'none', german: 'Keine' })]
        : facts.calendars.map((calendar) => findingOf(calendar, now)),
  },

  metrics: {
    ordi_calendars: {
      help: "The doctor's calendars elsewhere that are read.",
      value: (facts) => facts?.calendars.length ?? 0,
    },
    ordi_calendars_failing: {
      help: 'Calendars elsewhere that could not be read at the last attempt.',
      value: (facts) => facts?.calendars.filter(({ fault }) => fault !== null).length ?? 0,
    },
    ordi_calendars_oldest_read_timestamp_seconds: {
      help: 'When the calendar that was read longest ago was last read, or added if it was never read.',
      value: (facts) => {
        const readTimes = facts?.calendars.map(({ readAt, createdAt }) => readAt ?? createdAt)
        return unixSeconds(readTimes && Math.min(...readTimes))
      },
    },
  },
})

function overdueAlert({ name, fault, readAt }: OverdueCalendar, now: Instant): Alert {
  const last = readAt === null ? 'Noch nie gelesen.' : `Zuletzt gelesen ${pastTimeText(readAt, { now })}.`
  return alertWithCard({
    kind: 'other-calendar',
    level: 'warning',
    banner: `Kalender „${name}“: ${fault}`,
    title: `Kalender „${name}“ ist nicht lesbar`,
    detail: `${fault} ${last}`,
    href: CALENDARS_PAGE,
  })
}

function conflictAlerts(count: number): Alert[] {
  if (count === 0) return []
  const appointments = appointmentsText(count)
  const overlap = count === 1 ? 'überschneidet' : 'überschneiden'
  return [
    alertWithCard({
      kind: 'other-calendar-conflict',
      level: 'warning',
      banner: `${appointments} ${overlap} sich mit einem anderen Kalender.`,
      title: 'Konflikt mit einem anderen Kalender',
      detail: appointments,
      href: '/admin',
    }),
  ]
}

function findingOf(calendar: Calendar, now: Instant): Finding {
  const { name, fault, readAt, found } = calendar
  if (fault !== null) {
    const findingOfFault = isCalendarOverdue(calendar, now) ? wrongFinding : hintFinding
    return findingOfFault(SUBJECT, {
      text: `„${name}“: ${fault} Check it in the web admin, under Andere Kalender.`,
      german: `„${name}“: ${fault} Bitte unter „Andere Kalender“ prüfen.`,
    })
  }
  if (readAt === null)
    return hintFinding(SUBJECT, {
      text: `„${name}“ is not read yet: the running server does so within minutes`,
      german: `„${name}“ ist noch nicht gelesen: Das geschieht in wenigen Minuten von selbst.`,
    })
  return goodFinding(SUBJECT, {
    text: `„${name}“ read at ${isoAt(readAt)}, ${found} ${found === 1 ? 'busy time' : 'busy times'}`,
    german: `„${name}“ gelesen ${pastTimeText(readAt, { now })}, ${busyTimesText(found)}`,
  })
}
