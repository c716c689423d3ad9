import { cancelByPatient } from '../booking/cancellation.ts'
import { placeHold } from '../booking/holds.ts'
import { requestBooking } from '../booking/requests.ts'
import type { Booking } from '../db/schema.ts'
import type { Contact } from '../shared/contact/contact.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertBooking, insertVerification } from './bookings.ts'
import { aContact } from './factory.ts'
import { refusalCode } from './refusal.ts'
import { verifiedBotCheck } from './solved-bot-check.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** The first start that is requested in tests of requests: a Monday at 08:00. */
export const FIRST_REQUESTED = Date.parse('2027-02-01T08:00:00+01:00')
/** The one browser that all visitors use in tests of requests. */
export const REQUESTS_BROWSER = 'the browser of everybody'
/** The length of the inserted requests, which follow each other without a gap. */
const APPOINTMENT_LENGTH = 30 * MINUTE
/** The pause between two rounds of booking and cancelling. */
const USUAL_PAUSE = 5 * MINUTE

type BusyVisitors = Readonly<{ mailboxes: readonly string[]; origin: string; pause?: number }>

export type ManyRequestsApp = ReturnType<typeof openManyRequestsApp>

/** Opens a test app with helpers for the requests of many visitors. They call the verbs, not the API. */
export function openManyRequestsApp(config: { rateLimits?: boolean } = {}) {
  const app = openTestApp({ config })
  return {
    ...app,
    /** Verifies the mailbox, without which `request` is refused. */
    verify: (email: string) => verify(app, email),
    /** Holds a time and requests it, with a solved bot check of the hardest level. */
    request: ({
      email,
      origin,
      start = FIRST_REQUESTED,
    }: {
      email: string
      origin: string
      start?: number
    }) => holdAndRequest(app, { email, origin, start }),
    /**
     * Inserts requests that other mailboxes made at the instant `at`, for consecutive times from
     * `FIRST_REQUESTED` on.
     */
    insertRequests: (count: number, { at = Date.now(), origin = null as string | null } = {}) =>
      insertRequests(app, count, { at, origin }),
    /**
     * Lets each mailbox request an appointment and cancel it at once, again and again for a day, all from one
     * origin.
     * @param visitors their mailboxes and origin, and the milliseconds from one round to the next
     * @returns the number of refusals by their code, and as `made` the number of bookings
     */
    bookAndCancelForADay: ({ mailboxes, origin, pause = USUAL_PAUSE }: BusyVisitors) => {
      for (const email of mailboxes) verify(app, email)
      const outcomes: Record<string, number> = {}
      // With the usual pause the clock stops within the day, so that the first requests still count.
      const endOfDay = Date.now() + DAY_LENGTH - USUAL_PAUSE
      while (Date.now() < endOfDay) {
        for (const email of mailboxes) {
          const outcome = refusalCode(() => bookAndCancel(app, { email, origin })) ?? 'made'
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        }
        app.pass(pause)
      }
      return outcomes
    },
  }
}

/** Verifies a mailbox in the one browser. */
function verify(app: TestApp, email: string): void {
  insertVerification(app.ctx().db, { email, browser: REQUESTS_BROWSER, now: Date.now() })
}

/** Requests an appointment and cancels it at once. @throws Problem when the portal refuses the request */
function bookAndCancel(app: TestApp, visitor: Readonly<{ email: string; origin: string }>): void {
  const { id } = holdAndRequest(app, { ...visitor, start: FIRST_REQUESTED })
  cancelByPatient(app.ctx(), id, '')
}

/** Holds a time and requests it, each with a solved bot check. @throws Problem when the portal refuses one */
function holdAndRequest(
  app: TestApp,
  { email, origin, start }: Readonly<{ email: string; origin: string; start: number }>,
): Booking {
  const visitor = { browser: REQUESTS_BROWSER, origin }
  const time = { serviceId: 'erstordination', start }
  const { id: holdId } = placeHold(app.ctx(), { ...time, ...visitor, email }, verifiedBotCheck(app.ctx()))
  // The type of `aContact` also allows wrong values.
  const contact = aContact({ email }) as Contact
  const input = { holdId, contact, answers: [], ...visitor }
  return requestBooking(app.ctx(), input, verifiedBotCheck(app.ctx()))
}

/** Inserts requests for the times after those of all stored bookings, each by a mailbox of its own. */
function insertRequests(
  app: TestApp,
  count: number,
  { at, origin }: Readonly<{ at: number; origin: string | null }>,
): Booking[] {
  const [{ existingCount = 0 } = {}] = app.rows<{ existingCount: number }>(
    'select count(*) existingCount from bookings',
  )
  return Array.from({ length: count }, (_, i) => {
    const startsAt = FIRST_REQUESTED + (existingCount + i) * APPOINTMENT_LENGTH
    return insertBooking(app.ctx().db, {
      email: `patient${existingCount + i}@musterfrau.example`,
      origin,
      // With the id of the booking as its hold, the booking would count as entered by the practice, not as a
      // request.
      holdId: `hold ${existingCount + i}`,
      startsAt,
      endsAt: startsAt + APPOINTMENT_LENGTH,
      createdAt: at,
      updatedAt: at,
    })
  })
}
