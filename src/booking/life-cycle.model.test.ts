import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../rules/day.ts'
import { Problem } from '../rules/problems.ts'
import { insertBooking } from '../testing/bookings.ts'
import { type House, NOW, openHouse } from '../testing/house.ts'
import { cancelByPatient, cancelByStaff } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { nudgeUnanswered, remindDue } from './reminders.ts'

/** What must be true, said as simply as possible. */
type Life = {
  id: string
  startsAt: number
  status: string
  history: string[]
  told: string[]
  texted: string[]
}

const commands = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('confirm', 'reject', 'cancel by patient', 'cancel by staff'),
      pick: fc.nat(2),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('jobs' as const) }) },
)
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never

describe('the life of a booking', () => {
  it('goes one way only, is told once at each turn, and takes time exactly while it stands', () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 1, maxLength: 25 }), (steps) => {
        const house = openHouse()
        writeSettings(house.ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })
        const lives = [2, 4, 6].map((days) => begin(house, NOW + days * DAY_LENGTH))
        for (const step of steps) live(house, lives, step)
        for (const life of lives) {
          expectKept(house, life)
          expectTold(house, life)
          expectInCalendars(house, life)
        }
        house.close()
      }),
      { numRuns: 60 },
    )
  })
})

function begin(house: House, startsAt: number): Life {
  const { id } = insertBooking(house.ctx().db, { startsAt, createdAt: NOW })
  return { id, startsAt, status: 'requested', history: ['requested'], told: [], texted: [] }
}

/** One step of the portal and of the model; both must refuse the same. */
function live(house: House, lives: readonly Life[], step: Command): void {
  if (step.kind === 'pass') house.pass(step.hours * HOUR)
  else if (step.kind === 'jobs') {
    remindDue(house.ctx())
    nudgeUnanswered(house.ctx())
  } else act(house, lives[step.pick] as Life, step.kind)
}

function act(house: House, life: Life, action: string): void {
  const { id, status } = life
  const stands = isStanding(life)
  if (action === 'confirm' || action === 'reject') {
    const wish = action === 'confirm' ? 'confirmed' : 'rejected'
    const harmless = status === 'requested' || status === wish
    const begun = status === 'requested' && action === 'confirm' && life.startsAt <= Date.now()
    expect(refusal(() => decideBooking(house.ctx(), id, action, ''))).toBe(
      begun ? 'too_late' : harmless ? undefined : 'already_decided',
    )
    if (status === 'requested' && !begun) turn(life, wish, [wish], [wish])
  } else if (action === 'cancel by patient') {
    const late = stands && life.startsAt - Date.now() <= DAY_LENGTH
    expect(refusal(() => cancelByPatient(house.ctx(), id, ''))).toBe(
      status === 'rejected' ? 'already_decided' : late ? 'too_late' : undefined,
    )
    if (stands && !late) turn(life, 'cancelled', ['cancelled', 'cancelled-by-patient'], [])
  } else {
    const over = stands && life.startsAt + 30 * MINUTE <= Date.now()
    expect(refusal(() => cancelByStaff(house.ctx(), id, ''))).toBe(
      status === 'rejected' ? 'already_decided' : over ? 'too_late' : undefined,
    )
    if (stands && !over) turn(life, 'cancelled', ['cancelled'], ['cancelled'])
  }
}

function turn(life: Life, status: string, told: string[], texted: string[]): void {
  life.status = status
  life.history.push(status)
  life.told.push(...told)
  life.texted.push(...texted)
}

function isStanding({ status }: Life): boolean {
  return status === 'requested' || status === 'confirmed'
}

/** The code of the refusal; undefined where there was none. */
function refusal(verb: () => unknown): string | undefined {
  try {
    verb()
    return undefined
  } catch (fault) {
    if (fault instanceof Problem) return fault.code
    throw fault
  }
}

function kindsIn(house: House, table: 'events' | 'emails' | 'sms', id: string): string[] {
  return house
    .rows<{ kind: string }>(`select kind from ${table} where booking_id = ? order by id`, id)
    .map(({ kind }) => kind)
}

function expectKept(house: House, life: Life): void {
  expect(house.rows('select status from bookings where id = ?', life.id)).toEqual([{ status: life.status }])
  expect(kindsIn(house, 'events', life.id)).toEqual(life.history)
  const occupied = house.rows('select id from occupations where booking_id = ?', life.id)
  expect(occupied).toHaveLength(isStanding(life) ? 1 : 0)
}

function expectTold(house: House, { id, told, texted }: Life): void {
  const byItself = ['reminder', 'unanswered']
  const mails = kindsIn(house, 'emails', id)
  expect(mails.filter((kind) => !byItself.includes(kind))).toEqual(told)
  expect(kindsIn(house, 'sms', id).filter((kind) => !byItself.includes(kind))).toEqual(texted)
  for (const kind of byItself) expect(mails.filter((each) => each === kind).length).toBeLessThan(2)
}

/** One entry under one UID, each word about it with a higher SEQUENCE. */
function expectInCalendars(house: House, { id, status, history }: Life): void {
  const entries = house
    .rows<{ calendar: string }>(
      'select calendar from emails where booking_id = ? and calendar is not null order by id',
      id,
    )
    .map(({ calendar }) => new ICAL.Component(ICAL.parse(calendar)))
  const known = history.includes('confirmed')
  const methods = known ? ['REQUEST', ...(status === 'cancelled' ? ['CANCEL'] : [])] : []
  expect(entries.map((entry) => entry.getFirstPropertyValue('method'))).toEqual(methods)
  const events = entries.map((entry) => entry.getFirstSubcomponent('vevent'))
  expect(new Set(events.map((event) => event?.getFirstPropertyValue('uid'))).size).toBeLessThan(2)
  expect(events.map((event) => event?.getFirstPropertyValue('sequence'))).toEqual(
    methods.map((_, place) => place),
  )
}
