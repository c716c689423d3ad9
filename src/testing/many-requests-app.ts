import { cancelByPatient } from '../booking/cancellation.ts'
import { placeHold } from '../booking/holds.ts'
import { requestBooking } from '../booking/requests.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertBooking, insertVerification } from './bookings.ts'
import { aContact } from './factory.ts'
import { refusalCode } from './refusal.ts'
import { verifiedBotCheck } from './solved-bot-check.ts'
import { openTestApp } from './test-app.ts'

/** The first start that is requested in tests of requests: a Monday at 08:00. */
export const FIRST_REQUESTED = Date.parse('2027-02-01T08:00:00+01:00')
/** The browser of everybody in tests of requests. */
export const REQUESTS_BROWSER = 'the browser of everybody'
/** The requested times follow each other without a gap. */
const APPOINTMENT_LENGTH = 30 * MINUTE

export type ManyRequestsApp = ReturnType<typeof openManyRequestsApp>

/** Opens a test app with short words for requests of many visitors. */
export function openManyRequestsApp(config: { rateLimits?: boolean } = {}) {
  const app = openTestApp({ config })
  const verify = (email: string) =>
    insertVerification(app.ctx().db, { email, browser: REQUESTS_BROWSER, now: Date.now() })
  /** Holds a time and requests it with the hardest bot check. */
  const request = (email: string, origin: string, start = FIRST_REQUESTED) => {
    const visitor = { browser: REQUESTS_BROWSER, origin }
    const time = { serviceId: 'erstordination', start, stop: undefined }
    const { id: holdId } = placeHold(app.ctx(), { ...time, ...visitor, email }, verifiedBotCheck(app.ctx()))
    // The sample can be given wrong values too, so its type is wider than that of a contact.
    const contact = aContact({ email }) as never
    const input = { holdId, contact, answers: [], ...visitor }
    return requestBooking(app.ctx(), input, verifiedBotCheck(app.ctx()))
  }
  return {
    ...app,
    verify,
    request,
    /** Inserts requests of other mailboxes, one after another from `FIRST_REQUESTED` on, made at `at`. */
    insertRequests: (number: number, { at = Date.now(), origin = null as string | null } = {}) => {
      const [{ before = 0 } = {}] = app.rows<{ before: number }>('select count(*) before from bookings')
      return Array.from({ length: number }, (_, i) => {
        const startsAt = FIRST_REQUESTED + (before + i) * APPOINTMENT_LENGTH
        const email = `patient${before + i}@musterfrau.example`
        const times = { startsAt, endsAt: startsAt + APPOINTMENT_LENGTH, createdAt: at, updatedAt: at }
        return insertBooking(app.ctx().db, { ...times, email, origin, holdId: `hold ${before + i}` })
      })
    },
    /**
     * Lets each mailbox request an appointment and cancel it at once, again and again for a day, all from one
     * origin.
     * @param pause milliseconds between two times, of which the last is to be within the day
     * @returns the codes of the refusals with their numbers, and the number of bookings made
     */
    bookAndCancelForADay: (mailboxes: readonly string[], origin: string, pause = 5 * MINUTE) => {
      for (const email of mailboxes) verify(email)
      const codes = new Map<string, number>()
      const end = Date.now() + DAY_LENGTH - 5 * MINUTE
      for (; Date.now() < end; app.pass(pause))
        for (const email of mailboxes) {
          const refusal = refusalCode(() => cancelByPatient(app.ctx(), request(email, origin).id, ''))
          const code = refusal ?? 'made'
          codes.set(code, (codes.get(code) ?? 0) + 1)
        }
      return Object.fromEntries(codes)
    },
  }
}
