import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { randomToken } from '../access/random.ts'
import { correctFutureTimes } from '../jobs/future-times.ts'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { DAY_LENGTH, MINUTE } from '../shared/day.ts'
import { insertBooking, insertVerification } from '../testing/bookings.ts'
import { aContact, CALLER } from '../testing/factory.ts'
import { casesOf, command, SERVICES } from '../testing/models.ts'
import { refusalOf } from '../testing/refusal.ts'
import { NOW, openTestApp } from '../testing/test-app.ts'
import { cancelByStaff } from './cancellation.ts'
import { deleteEndedHolds, endHold, extendHold, placeHold } from './holds.ts'
import { createManualBooking } from './manual-booking.ts'
import { requestBooking } from './requests.ts'

/** The model of the rules in its simplest form: a list of intervals, some of which end by themselves. */
type Taken = {
  resource: string
  hold: string | undefined
  booking?: string
  patient: number
  from: number
  to: number
  madeAt: number
  until: number
}

const BROWSER = 'the browser that everybody shares'
const PATIENTS = 6
const MORNING = Date.parse('2027-01-12T08:00:00+01:00')
/** A patient whom the practice enters has no address, and so no limit. */
const ON_THE_TELEPHONE = -1

const commands = fc.oneof(
  command(5, 'hold', { patient: fc.nat(PATIENTS - 1), service: fc.nat(3), at: fc.nat(15), wish: fc.nat(3) }),
  command(3, 'confirm', { pick: fc.nat() }),
  command(3, 'enter', { service: fc.nat(3), minute: fc.integer({ min: -60, max: 300 }), wish: fc.nat(3) }),
  command(2, 'cancel', { pick: fc.nat() }),
  command(2, 'extend', { pick: fc.nat() }),
  command(2, 'release', { pick: fc.nat() }),
  command(3, 'pass', { minutes: fc.integer({ min: 1, max: 25 }) }),
  command(1, 'delete expired', {}),
  command(1, 'set clock', { minutes: fc.integer({ min: -600, max: 600 }) }),
)

const RESOURCES = ['doctor-1', 'dr-b']

/** The resource of a wish; undefined for any. */
const wishOf = (number: number): string | undefined => RESOURCES[number]

/** The resource that gets the time: of those wished for and free the one with the fewest, then the first. */
function resourceFor(others: readonly Taken[], wish: string | undefined, from: number, to: number) {
  const count = (id: string) => others.filter(({ resource }) => resource === id).length
  return RESOURCES.filter((id) => wish === undefined || id === wish)
    .filter((id) => others.every((row) => row.resource !== id || row.to <= from || row.from >= to))
    .toSorted((a, b) => count(a) - count(b))[0]
}

const emailOf = (patient: number) => `patient${patient}@musterfrau.example`

/** The code of the refusal, or what the verb gave. */
function attempt<T>(verb: () => T): { given?: T; refused: string | undefined } {
  let given: T | undefined
  const refused = refusalOf(() => {
    given = verb()
  })?.code
  return { ...(given !== undefined && { given }), refused }
}

describe('holds and bookings', () => {
  it('never overlap and are granted exactly when the time is free, in any order of actions', () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 5, maxLength: 60 }), (steps) => {
        const app = openTestApp()
        saveResource(app.ctx(), 'dr-b', { name: 'Dr. B' })
        for (const { id } of SERVICES)
          saveService(app.ctx(), { ...getService(app.ctx(), id), otherResourceIds: ['dr-b'] })
        // Verification has its own tests; here every patient is verified.
        const verifyPatients = () => {
          for (let patient = 0; patient < PATIENTS; patient++)
            insertVerification(app.ctx().db, { email: emailOf(patient), browser: BROWSER, now: Date.now() })
        }
        verifyPatients()
        // The limits of strangers and those of a day have their own tests.
        for (let patient = 0; patient < PATIENTS; patient++) {
          const past = {
            startsAt: NOW - (patient + 1) * DAY_LENGTH,
            endsAt: NOW - (patient + 1) * DAY_LENGTH + MINUTE,
          }
          insertBooking(app.ctx().db, { email: emailOf(patient), status: 'confirmed', ...past })
        }
        app.change('delete from occupations')
        let taken: Taken[] = []
        let expired: Taken[] = []
        const live = () => {
          expired.push(...taken.filter(({ until }) => until <= Date.now()))
          taken = taken.filter(({ until }) => until > Date.now())
          return taken
        }
        const holds = () => live().filter(({ hold }) => hold !== undefined)

        for (const step of steps) {
          app.change('delete from attempts')
          if (step.kind === 'pass') app.pass(step.minutes * MINUTE)
          else if (step.kind === 'delete expired') deleteEndedHolds(app.ctx())
          else if (step.kind === 'set clock') {
            // At most ten hours from where the test began.
            vi.setSystemTime(
              Math.max(NOW - 600 * MINUTE, Math.min(NOW + 600 * MINUTE, Date.now() + step.minutes * MINUTE)),
            )
            correctFutureTimes(app.ctx())
            verifyPatients()
            // An expired hold counts again if nobody has got its time yet.
            const reserved = new Set(
              app.rows<{ id: string }>('select hold_id as id from occupations').map(({ id }) => id),
            )
            taken.push(...expired.filter(({ hold }) => hold !== undefined && reserved.has(hold)))
            expired = []
            // No hold is lost to a clock that is set back, and none blocks its time for longer than a new
            // one.
            for (const row of holds()) {
              row.madeAt = Math.min(row.madeAt, Date.now())
              row.until = Math.min(row.until, Date.now() + 10 * MINUTE)
            }
          } else if (step.kind === 'hold') {
            const service = SERVICES[step.service] ?? SERVICES[0]
            const start = MORNING + ((step.at * service.step) % 240) * MINUTE
            const from = start - service.before * MINUTE
            const to = start + (service.length + service.after) * MINUTE
            // The own hold makes room for the new one.
            const others = live().filter((row) => !(row.hold !== undefined && row.patient === step.patient))
            const open = others.filter((row) => row.hold === undefined && row.patient === step.patient).length
            const inHours = start + service.length * MINUTE <= MORNING + 4 * 60 * MINUTE
            const wish = wishOf(step.wish)
            const resource = inHours ? resourceFor(others, wish, from, to) : undefined
            const crowded = others.filter(({ hold }) => hold !== undefined).length >= 5
            const asker = { email: emailOf(step.patient), browser: BROWSER, origin: 'one' }
            const input = { serviceId: service.id, start, wish, stop: undefined, ...asker }
            const { given, refused } = attempt(() => placeHold(app.ctx(), input))
            expect(refused).toBe(open >= 4 || crowded ? 'too_many' : resource ? undefined : 'slot_taken')
            const made = { resource: resource ?? '', patient: step.patient, from, to, madeAt: Date.now() }
            if (given) taken = [...others, { hold: given.id, ...made, until: given.expiresAt }]
          } else if (step.kind === 'enter') {
            const service = SERVICES[step.service] ?? SERVICES[0]
            const start = MORNING + step.minute * MINUTE
            const from = start - service.before * MINUTE
            const to = start + (service.length + service.after) * MINUTE
            const wish = wishOf(step.wish)
            const resource = resourceFor(live(), wish, from, to)
            const input = { serviceId: service.id, wish, start, contact: CALLER, message: '' }
            const { given, refused } = attempt(() => createManualBooking(app.ctx(), input))
            expect(refused).toBe(resource ? undefined : 'slot_taken')
            if (given) expect(given.resourceId).toBe(resource)
            const made = { resource: resource ?? '', patient: ON_THE_TELEPHONE, from, to, madeAt: Date.now() }
            const until = Number.POSITIVE_INFINITY
            if (given) taken.push({ hold: undefined, booking: given.id, ...made, until })
          } else if (step.kind === 'cancel') {
            const standing = live().filter(({ booking }) => booking !== undefined)
            const row = standing[step.pick % Math.max(1, standing.length)]
            const { refused } = attempt(() => cancelByStaff(app.ctx(), row?.booking ?? randomToken(), ''))
            expect(refused).toBe(row ? undefined : 'not found')
            taken = live().filter((each) => each !== row)
          } else {
            const row = holds()[step.pick % Math.max(1, holds().length)]
            const id = row?.hold ?? randomToken()
            if (step.kind === 'release') {
              endHold(app.ctx(), id)
              taken = live().filter((each) => each !== row)
            } else if (step.kind === 'extend') {
              const { given, refused } = attempt(() => extendHold(app.ctx(), id))
              expect(refused).toBe(row ? undefined : 'hold_expired')
              if (row && given) {
                expect(given.expiresAt).toBe(
                  Math.max(row.until, Math.min(Date.now() + 10 * MINUTE, row.madeAt + 60 * MINUTE)),
                )
                row.until = given.expiresAt
              }
            } else {
              const patient = row?.patient ?? 0
              const open = live().filter((each) => each.hold === undefined && each.patient === patient).length
              const contact = aContact({ email: emailOf(patient) }) as never
              const input = { holdId: id, contact, answers: [], browser: BROWSER, origin: undefined }
              const botCheck = { challenge: randomToken(), expiresAt: Date.now() + MINUTE, level: 2 } as const
              const { given, refused } = attempt(() => requestBooking(app.ctx(), input, botCheck))
              expect(refused).toBe(row === undefined ? 'hold_expired' : open >= 4 ? 'too_many' : undefined)
              if (row && given)
                Object.assign(row, { hold: undefined, booking: given.id, until: Number.POSITIVE_INFINITY })
            }
          }
          const stored = app.rows<{ resource_id: string; starts_at: number; ends_at: number }>(
            `select resource_id, starts_at, ends_at from occupations
             where expires_at is null or expires_at > ? order by resource_id, starts_at`,
            Date.now(),
          )
          expect(stored).toEqual(
            live()
              .map(({ resource, from, to }) => ({ resource_id: resource, starts_at: from, ends_at: to }))
              .sort((a, b) => a.resource_id.localeCompare(b.resource_id) || a.starts_at - b.starts_at),
          )
          for (const [i, row] of stored.entries())
            if (stored[i - 1]?.resource_id === row.resource_id)
              expect(row.starts_at).toBeGreaterThanOrEqual(stored[i - 1]?.ends_at ?? 0)
        }
        app.close()
      }),
      { numRuns: casesOf(60) },
    )
  }, 60_000)
})
