import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { CANCEL_HOURS, canCancel } from '../shared/booking.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalOf } from '../testing/refusal.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { cancelByPatient, cancelByStaff } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { remindDue, remindPracticeOfUnanswered } from './reminders.ts'
import { UNDO_MS, undoDecision } from './undo.ts'

const MAILS = `messages where channel = 'email'`

/** What must be true, said as simply as possible. */
type Life = {
  id: string
  startsAt: number
  endsAt: number
  status: string
  /** Until when a confirmation can be taken back. */
  undoUntil: number
  history: string[]
  told: string[]
  texted: string[]
}

const commands = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'confirm',
        'confirm undoably',
        'undo',
        'reject',
        'cancel by patient',
        'cancel by staff',
      ),
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
  it('follows its states, sends each message once, and reserves time only while requested or confirmed', () => {
    fc.assert(
      fc.property(fc.array(commands, { minLength: 1, maxLength: 25 }), (steps) => {
        const app = openTestApp()
        writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'k', SEVENIO_FROM: 'Ordination' })
        const lives = [2, 4, 6].map((days) => begin(app, NOW + days * DAY_LENGTH))
        for (const step of steps) live(app, lives, step)
        for (const life of lives) {
          expectKept(app, life)
          expectTold(app, life)
          expectInCalendars(app, life)
        }
        app.close()
      }),
      { numRuns: 25 },
    )
  })
})

function begin(app: TestApp, startsAt: number): Life {
  const { id, endsAt } = insertBooking(app.ctx().db, { startsAt, createdAt: NOW })
  return {
    id,
    startsAt,
    endsAt,
    status: 'requested',
    undoUntil: 0,
    history: ['requested'],
    told: [],
    texted: [],
  }
}

/** One step of the portal and of the model; both must refuse the same. */
function live(app: TestApp, lives: readonly Life[], step: Command): void {
  if (step.kind === 'pass') app.pass(step.hours * HOUR)
  else if (step.kind === 'jobs') {
    remindDue(app.ctx())
    remindPracticeOfUnanswered(app.ctx())
  } else act(app, lives[step.pick] as Life, step.kind)
}

function act(app: TestApp, life: Life, action: string): void {
  const { id, status } = life
  const stands = isStanding(life)
  if (action === 'undo') {
    const isInTime =
      status === 'confirmed' && life.undoUntil > Date.now() && !kindsIn(app, MAILS, id).includes('reminder')
    expect(refusalOf(() => undoDecision(app.ctx(), id))?.code).toBe(
      isInTime ? undefined : status === 'confirmed' ? 'too_late' : 'already_decided',
    )
    if (!isInTime) return
    turn(life, 'requested', [], [])
    life.history.splice(-1, 1, 'undone')
    for (const messages of [life.told, life.texted]) messages.splice(messages.lastIndexOf('confirmed'), 1)
  } else if (action.startsWith('confirm') || action === 'reject') {
    const undoable = action === 'confirm undoably'
    const decision = action === 'reject' ? 'reject' : 'confirm'
    const input = decision === 'confirm' ? 'confirmed' : 'rejected'
    const harmless = status === 'requested' || status === input
    const begun = status === 'requested' && decision === 'confirm' && life.startsAt <= Date.now()
    expect(refusalOf(() => decideBooking(app.ctx(), id, decision, '', { undoable }))?.code).toBe(
      begun ? 'too_late' : harmless ? undefined : 'already_decided',
    )
    if (status !== 'requested' || begun) return
    turn(life, input, [input], [input])
    life.undoUntil = undoable ? Date.now() + UNDO_MS : 0
  } else if (action === 'cancel by patient') {
    const late = stands && !canCancel(life.startsAt, Date.now(), CANCEL_HOURS)
    expect(refusalOf(() => cancelByPatient(app.ctx(), id, ''))?.code).toBe(
      status === 'rejected' ? 'already_decided' : late ? 'too_late' : undefined,
    )
    if (stands && !late) turn(life, 'cancelled', ['cancelled', 'cancelled-by-patient'], [])
  } else {
    const over = stands && life.endsAt <= Date.now()
    expect(refusalOf(() => cancelByStaff(app.ctx(), id, ''))?.code).toBe(
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

function kindsIn(
  app: TestApp,
  rows: 'events' | typeof MAILS | "messages where channel = 'sms'",
  id: string,
): string[] {
  return app
    .rows<{ kind: string; booking_id: string }>(`select kind, booking_id from ${rows} order by id`)
    .flatMap(({ kind, booking_id }) => (booking_id === id ? kind : []))
}

function expectKept(app: TestApp, life: Life): void {
  expect(app.rows('select status from bookings where id = ?', life.id)).toEqual([{ status: life.status }])
  expect(kindsIn(app, 'events', life.id)).toEqual(life.history)
  const occupied = app.rows('select id from occupations where booking_id = ?', life.id)
  expect(occupied).toHaveLength(isStanding(life) ? 1 : 0)
}

function expectTold(app: TestApp, { id, told, texted }: Life): void {
  const byItself = ['reminder', 'unanswered']
  const mails = kindsIn(app, MAILS, id)
  expect(mails.filter((kind) => !byItself.includes(kind))).toEqual(told)
  expect(
    kindsIn(app, `messages where channel = 'sms'`, id).filter((kind) => !byItself.includes(kind)),
  ).toEqual(texted)
  for (const kind of byItself) expect(mails.filter((each) => each === kind).length).toBeLessThan(2)
}

/** One entry under one UID, each word about it with a higher SEQUENCE. */
function expectInCalendars(app: TestApp, { id, status, told }: Life): void {
  const entries = app
    .rows<{ calendar: string }>(
      `select calendar from messages where channel = 'email' and booking_id = ? and calendar is not null order by id`,
      id,
    )
    .map(({ calendar }) => new ICAL.Component(ICAL.parse(calendar)))
  const known = told.includes('confirmed')
  const methods = known ? ['REQUEST', ...(status === 'cancelled' ? ['CANCEL'] : [])] : []
  expect(entries.map((entry) => entry.getFirstPropertyValue('method'))).toEqual(methods)
  const events = entries.map((entry) => entry.getFirstSubcomponent('vevent'))
  expect(new Set(events.map((event) => event?.getFirstPropertyValue('uid'))).size).toBeLessThan(2)
  expect(events.map((event) => event?.getFirstPropertyValue('sequence'))).toEqual(
    methods.map((_, place) => place),
  )
}
