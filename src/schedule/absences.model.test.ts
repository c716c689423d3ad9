import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HARDEST_LEVEL } from '../access/bot-check.ts'
import { randomToken } from '../access/random.ts'
import { cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import { endHold, placeHold } from '../booking/holds.ts'
import { requestBooking } from '../booking/requests.ts'
import { DAY_LENGTH, type Instant, MINUTE, wallMinutes } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { insertVerification } from '../testing/bookings.ts'
import { aContact } from '../testing/factory.ts'
import { command, SERVICES } from '../testing/models.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'
import { reserveAbsences } from './absence-occupations.ts'
import { deleteAbsence, saveAbsence } from './absences.ts'
import { listFreeSlots } from './availability.ts'
import { getActiveService, saveService } from './services.ts'

type Interval = { resource: string | null; from: Instant; to: Instant }
type Taken = Interval & {
  start: Instant
  hold: string | undefined
  booking: string | undefined
  until: Instant
}
type Away = Interval & { id: number }

const BROWSER = 'the browser that everybody shares'
/** Tuesday and Wednesday, as the demo practice works on them. */
const DAYS = [
  {
    day: '2027-01-12',
    midnight: Date.parse('2027-01-12T00:00:00+01:00'),
    hours: ['08:00-12:00', '13:30-17:30'],
  },
  {
    day: '2027-01-13',
    midnight: Date.parse('2027-01-13T00:00:00+01:00'),
    hours: ['08:00-12:00', '14:00-19:00'],
  },
] as const
const [TUESDAY] = DAYS
type Service = (typeof SERVICES)[number]
const RESOURCES = ['doctor-1', 'doctor-2', 'doctor-3']

const anyResource = fc.constantFrom(null, 'doctor-1', 'doctor-2')
const anyService = fc.constantFrom(...SERVICES)

const commands = fc.oneof(
  command(4, 'block', {
    // Off every grid, over midnight, touching what is there.
    start: fc.oneof(
      fc.integer({ min: 360, max: 2700 }),
      fc.integer({ min: 24, max: 180 }).map((n) => n * 15),
    ),
    length: fc.oneof(
      fc.integer({ min: 1, max: 600 }),
      fc.integer({ min: 1, max: 12 }).map((n) => n * 15),
    ),
    resource: anyResource,
  }),
  command(4, 'around', {
    pick: fc.nat(),
    before: fc.integer({ min: -30, max: 30 }),
    after: fc.integer({ min: -30, max: 60 }),
    resource: anyResource,
  }),
  command(1, 'closure', {
    first: fc.integer({ min: 11, max: 14 }),
    days: fc.integer({ min: 1, max: 3 }),
    resource: anyResource,
  }),
  command(4, 'delete', { pick: fc.nat() }),
  command(12, 'hold', {
    service: anyService,
    on: fc.constantFrom(...DAYS),
    wise: fc.boolean(),
    pick: fc.nat(),
  }),
  command(10, 'request', { pick: fc.nat() }),
  command(1, 'release', { pick: fc.nat() }),
  command(3, 'reject', { pick: fc.nat() }),
  command(3, 'cancel', { pick: fc.nat() }),
  command(1, 'move', { to: fc.constantFrom(...RESOURCES) }),
  command(3, 'pass', { minutes: fc.integer({ min: 1, max: 45 }) }),
)

describe('absences', () => {
  it('reserve exactly their time between bookings and holds', () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 10, maxLength: 80 }), (steps) => {
        const app = openTestApp({ config: { rateLimits: false } })
        app.at('2027-01-12T07:30:00+01:00')
        insertVerification(app.ctx().db, { email: aContact().email, browser: BROWSER, now: Date.now() })
        moveService(app, 'facial', 'doctor-2')
        const resourceOf = new Map<string, string>(SERVICES.map(({ id }) => [id, 'doctor-1']))
        resourceOf.set('facial', 'doctor-2')
        let taken: Taken[] = []
        let away: Away[] = []

        const live = () => taken.filter(({ until }) => until > Date.now())
        const holds = () => live().filter(({ hold }) => hold !== undefined)
        const requests = () => taken.filter(({ booking }) => booking !== undefined)
        const free = (service: Service, on: (typeof DAYS)[number]) => {
          const busy = [...live(), ...away].filter(
            ({ resource }) => resource === null || resource === resourceOf.get(service.id),
          )
          return startsOf(service, on).filter((start) => {
            const padded = { from: start - service.before * MINUTE, to: endOf(service, start) }
            return start > Date.now() && !busy.some((other) => overlap(other, padded))
          })
        }
        const leave = (one: Taken | undefined) => {
          taken = taken.filter((other) => other !== one)
        }
        const goAway = (interval: Interval, save: () => number) => {
          const id = codeOf(save)
          if (interval.to <= Date.now()) return expect(id).toBe('invalid')
          away.push({ ...interval, id: id as number })
          // Holds make room, appointments do not.
          for (const hold of holds())
            if (overlap(hold, interval) && [null, hold.resource].includes(interval.resource)) leave(hold)
        }

        const block = (interval: Interval) =>
          goAway(interval, () => {
            const { resource: resource_id, from: start, to: end } = interval
            return saveAbsence(app.ctx(), { kind: 'block', title: 'Besorgung', start, end, resource_id }).id
          })

        for (const step of steps) {
          if (step.kind === 'pass') app.pass(step.minutes * MINUTE)
          else if (step.kind === 'block') {
            const from = TUESDAY.midnight + step.start * MINUTE
            block({ resource: step.resource, from, to: from + step.length * MINUTE })
          } else if (step.kind === 'around') {
            const one = pickFrom(taken, step.pick)
            const from = (one?.from ?? 0) - step.before * MINUTE
            const to = (one?.to ?? 0) + step.after * MINUTE
            if (one && to > from) block({ resource: step.resource, from, to })
          } else if (step.kind === 'closure') {
            const from = TUESDAY.midnight + (step.first - 12) * DAY_LENGTH
            const to = from + step.days * DAY_LENGTH
            goAway({ resource: step.resource, from, to }, () => {
              const days = { from: isoAt(from).slice(0, 10), to: isoAt(to - 1).slice(0, 10) }
              const input = { title: 'Urlaub', reason: '', ...days, resource_id: step.resource }
              return saveAbsence(app.ctx(), { kind: 'closure', ...input }).id
            })
          } else if (step.kind === 'delete') {
            const one = pickFrom(away, step.pick)
            if (one) deleteAbsence(app.ctx(), one.id)
            away = away.filter((other) => other !== one)
          } else if (step.kind === 'move') {
            moveService(app, 'folgebehandlung', step.to)
            resourceOf.set('folgebehandlung', step.to)
          } else if (step.kind === 'hold') {
            const offered = free(step.service, step.on)
            const start = pickFrom(step.wise ? offered : startsOf(step.service, step.on), step.pick) ?? 0
            const given = codeOf(() =>
              placeHold(app.ctx(), {
                serviceId: step.service.id,
                start,
                stop: undefined,
                email: aContact().email,
                browser: BROWSER,
                origin: 'one',
              }),
            )
            if (!offered.includes(start)) expect(given).toBe('slot_taken')
            else {
              const { id: hold, expiresAt: until } = given as { id: string; expiresAt: number }
              const from = start - step.service.before * MINUTE
              const resource = resourceOf.get(step.service.id) ?? ''
              const to = endOf(step.service, start)
              taken.push({ start, hold, booking: undefined, resource, from, to, until })
            }
          } else if (step.kind === 'request') {
            const hold = pickFrom(holds(), step.pick)
            if (hold) {
              const input = {
                holdId: hold.hold ?? '',
                contact: aContact() as never,
                answers: [],
                browser: BROWSER,
                origin: undefined,
              }
              const proof = {
                challenge: randomToken(),
                expiresAt: Date.now() + MINUTE,
                level: HARDEST_LEVEL,
              } as const
              const booking = codeOf(() => requestBooking(app.ctx(), input, proof).id)
              if (hold.start <= Date.now()) expect(booking).toBe('slot_taken')
              else Object.assign(hold, { hold: undefined, booking, until: Number.POSITIVE_INFINITY })
            }
          } else if (step.kind === 'release') {
            const hold = pickFrom(holds(), step.pick)
            if (hold?.hold) endHold(app.ctx(), hold.hold)
            leave(hold)
          } else {
            const one = pickFrom(requests(), step.pick)
            if (one?.booking && step.kind === 'reject')
              decideBooking(app.ctx(), one.booking, { decision: 'reject' })
            if (one?.booking && step.kind === 'cancel') cancelByStaff(app.ctx(), one.booking, '')
            leave(one)
          }
          expectNoOverlap(app)
          for (const service of SERVICES)
            for (const on of DAYS)
              expect(listFreeSlots(app.ctx(), on.day, service.id).starts).toEqual(free(service, on))
        }

        for (const { id } of away) deleteAbsence(app.ctx(), id)
        away = []
        for (const service of SERVICES)
          for (const on of DAYS)
            expect(listFreeSlots(app.ctx(), on.day, service.id).starts).toEqual(free(service, on))
        expect(app.rows('select id from occupations where absence_id is not null')).toEqual([])
        app.close()
      }),
      { numRuns: 40 },
    )
  })
})

function startsOf({ length, step }: Service, { midnight, hours }: (typeof DAYS)[number]): Instant[] {
  return hours.flatMap((block) => {
    const [opens = 0, closes = 0] = block.split('-').map((time) => wallMinutes(time) ?? 0)
    const count = Math.floor((closes - opens - length) / step) + 1
    return Array.from({ length: count }, (_, at) => midnight + (opens + at * step) * MINUTE)
  })
}

function endOf({ length, after }: Service, start: Instant): Instant {
  return start + (length + after) * MINUTE
}

function overlap(a: { from: number; to: number }, b: { from: number; to: number }): boolean {
  return a.from < b.to && b.from < a.to
}

function pickFrom<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(1, list.length)]
}

/** Returns the result of the verb, or the code of its refusal. */
function codeOf<T>(verb: () => T): T | string {
  try {
    return verb()
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

function moveService(app: TestApp, id: string, resourceId: string): void {
  saveService(app.ctx(), { ...getActiveService(app.ctx(), id), resourceId })
  reserveAbsences(app.ctx())
}

function expectNoOverlap(app: TestApp): void {
  const rows = app.rows<{ resource_id: string; starts_at: number; ends_at: number }>(
    'select resource_id, starts_at, ends_at from occupations order by resource_id, starts_at',
  )
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1]
    if (before?.resource_id === row.resource_id) expect(row.starts_at).toBeGreaterThanOrEqual(before.ends_at)
  }
}
