import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomToken } from '../access/random.ts'
import { deleteAbsence } from '../schedule/absences.ts'
import { canNoteAttendance } from '../shared/attendance.ts'
import { CANCEL_HOURS, canCancel } from '../shared/booking.ts'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertVerification } from '../testing/bookings.ts'
import { aContact, CALLER } from '../testing/factory.ts'
import { casesOf, command, deliverEmails, SERVICES, startsInCalendar } from '../testing/models.ts'
import { refusalOf } from '../testing/refusal.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { dayAt } from '../time/vienna.ts'
import { noteAttendance } from './attendance.ts'
import { cancelByPatient, cancelByStaff } from './cancellation.ts'
import { decideBooking } from './decisions.ts'
import { placeHold } from './holds.ts'
import { createManualBooking } from './manual-booking.ts'
import { moveBooking } from './moves.ts'
import { closeTime, dropLapsedMoves, moveByPatient } from './patient-moves.ts'
import { remindDue } from './reminders.ts'
import { requestBooking } from './requests.ts'
import { UNDO_MS, undoDecision } from './undo.ts'

type Span = readonly [from: number, to: number]

/** The model of a booking in its simplest form. */
type Life = {
  id: string
  hasEmail: boolean
  service: (typeof SERVICES)[number]
  status: 'requested' | 'confirmed' | 'rejected' | 'cancelled'
  start: number
  /** The start that its patient asks for. */
  asked: number | undefined
  /** By the patient. */
  moves: number
  attendance: 'arrived' | null
  /** The last thing that happened to it, if that can be undone, or decides how a decision is answered. */
  last: Undoable | { kind: 'kept' | 'rejected' } | undefined
}
/** A change that can be undone from `at` until `until`, and what was before. */
type Undoable = {
  kind: 'confirmed' | 'moved'
  at: number
  until: number
  before: Pick<Life, 'status' | 'start' | 'asked' | 'attendance'>
  row: unknown
}
type Model = { lives: Life[]; absences: { id: number; span: Span }[] }

/** Two mornings with hours from 08:00 to 12:00. */
const DAYS = ['2027-01-12', '2027-01-13']
const morning = (day: number) => Date.parse(`${DAYS[day]}T08:00:00+01:00`)
const CASES = casesOf(60)
const BROWSER = 'the browser that everybody shares'
const EMAIL = 'rosa@musterfrau.example'

const time = { day: fc.nat(1), step: fc.nat(11) }
const pick = { pick: fc.nat(40) }
/** Often undone at once: left to chance, there is rarely something to undo of the booking that is picked. */
const undoably = { undoable: fc.boolean(), undone: fc.boolean() }
const commands = fc.oneof(
  command(6, 'request', { ...time, service: fc.nat(3) }),
  command(3, 'enter', { ...time, service: fc.nat(3) }),
  command(12, 'move', { ...time, ...pick }),
  command(2, 'keep', pick),
  command(8, 'move by staff', { ...time, ...pick, ...undoably }),
  command(10, 'confirm', { ...pick, ...undoably }),
  command(3, 'undo', pick),
  command(2, 'arrive', pick),
  command(4, 'reject', pick),
  command(2, 'cancel', pick),
  command(1, 'cancel by staff', pick),
  command(2, 'block', { ...time, half: fc.integer({ min: 1, max: 3 }) }),
  command(1, 'close', { day: fc.nat(1) }),
  command(2, 'open', pick),
  command(2, 'pass', { hours: fc.constantFrom(0.001, 3, 17, 40) }),
  command(2, 'jobs', {}),
)
type Command = typeof commands extends fc.Arbitrary<infer C> ? C : never

describe('bookings that are moved', () => {
  it(
    'never overlap, are never lost, and free the old time exactly when the new one stands',
    () => {
      fc.assert(
        fc.property(fc.array(commands.map(withUndo), { minLength: 5, maxLength: 50 }), (drawn) => {
          const steps = drawn.flat()
          const app = openTestApp({ config: { rateLimits: false } })
          insertVerification(app.ctx().db, { email: EMAIL, browser: BROWSER, now: Date.now() })
          const model: Model = { lives: [], absences: [] }
          for (const step of steps) {
            // No two things happen at the same moment.
            app.pass(1)
            act(app, model, step)
            expectStored(app, model)
            deliverEmails(app)
          }
          app.pass(UNDO_MS)
          deliverEmails(app)
          for (const life of model.lives) expectTold(app, life)
          app.close()
        }),
        { numRuns: CASES },
      )
    },
    CASES * 2_000,
  )
})

function withUndo(step: Command): Command[] {
  return 'undone' in step && step.undone ? [step, { kind: 'undo', pick: step.pick }] : [step]
}

/** One step of the portal and of the model; both must refuse the same. */
function act(app: TestApp, model: Model, step: Command): void {
  const { lives, absences } = model
  const staff = app.assistant()
  const attempt = (verb: () => unknown, expected: string | undefined): boolean => {
    expect([step.kind, refusalOf(verb)?.code]).toEqual([step.kind, expected])
    return expected === undefined
  }
  if (step.kind === 'pass') {
    app.pass(Math.round(step.hours * HOUR))
    return
  }
  if (step.kind === 'jobs') {
    remindDue(app.ctx())
    dropLapsedMoves(app.ctx())
    for (const life of lives) if (life.asked !== undefined && hasBegun(life)) end(life, 'kept')
    return
  }
  if (step.kind === 'request' || step.kind === 'enter') {
    const service = SERVICES[step.service] ?? SERVICES[0]
    const start = startOf(service, step)
    const isFree = !isTaken(model, spanOf({ service, start }))
    const past = start <= Date.now()
    let id = ''
    const made =
      step.kind === 'enter'
        ? attempt(
            () => {
              id = createManualBooking(staff, {
                serviceId: service.id,
                start,
                contact: CALLER,
                message: '',
              }).id
            },
            start < Date.now() ? 'invalid' : isFree ? undefined : 'slot_taken',
          )
        : attempt(
            () => {
              id = request(app, service.id, start)
            },
            isFree && !past && isInHours(service, start) ? undefined : 'slot_taken',
          )
    const status = step.kind === 'enter' ? 'confirmed' : 'requested'
    const hasEmail = step.kind === 'request'
    const life = {
      id,
      hasEmail,
      service,
      status,
      start,
      asked: undefined,
      moves: 0,
      attendance: null,
    } as const
    if (made) lives.push({ ...life, last: undefined })
    return
  }
  if (step.kind === 'block' || step.kind === 'close') {
    const day = DAYS[step.day] ?? ''
    const span: Span =
      step.kind === 'close'
        ? [Date.parse(`${day}T00:00:00+01:00`), Date.parse(`${day}T00:00:00+01:00`) + DAY_LENGTH]
        : [startOf(SERVICES[0], step), startOf(SERVICES[0], step) + step.half * 30 * MINUTE]
    const about = { title: 'Fortbildung', resource_id: null }
    const saved = attempt(
      () => {
        const { id } = closeTime(
          staff,
          step.kind === 'close'
            ? { kind: 'closure', ...about, reason: '', from: day, to: day }
            : { kind: 'block', ...about, start: span[0], end: span[1] },
        )
        absences.push({ id, span })
      },
      span[1] <= Date.now() ? 'invalid' : undefined,
    )
    if (saved)
      for (const life of lives)
        if (life.asked !== undefined && overlaps(bare(life, life.asked), span)) end(life, 'rejected')
    return
  }
  if (step.kind === 'open') {
    const [absence] = absences.splice(step.pick % Math.max(1, absences.length), 1)
    attempt(() => deleteAbsence(staff, absence?.id ?? 0), absence ? undefined : 'not found')
    return
  }

  const life = lives[step.pick % Math.max(1, lives.length)]
  if (life === undefined) return
  const { id, status, last } = life
  const stands = isStanding(life)
  const change = (kind: Undoable['kind'], undoable: boolean): Undoable => {
    const at = Date.now()
    const { start, asked, attendance } = life
    const before = { status, start, asked, attendance }
    return { kind, at, until: undoable ? at + UNDO_MS : 0, before, row: rowOf(app, id) }
  }
  if (step.kind === 'move' || step.kind === 'move by staff') {
    const start = startOf(life.service, step)
    const isFree = !isTaken(model, spanOf({ ...life, start }), life)
    if (step.kind === 'move by staff') {
      const { undoable } = step
      const input = { start, message: '', notify: true, undoable }
      const same = start === life.start
      const refusal = isOver(life)
        ? 'too_late'
        : same
          ? undefined
          : start < Date.now()
            ? 'invalid'
            : undefined
      const expected = !stands ? 'already_decided' : (refusal ?? (same || isFree ? undefined : 'slot_taken'))
      const moved = change('moved', undoable)
      if (attempt(() => moveBooking(staff, id, input), expected) && !same)
        Object.assign(life, {
          start,
          asked: undefined,
          attendance: null,
          last: undoable ? moved : undefined,
        })
      return
    }
    const same = start === (life.asked ?? life.start)
    const stays = start === life.start
    const offered = isFree && start > Date.now() && isInHours(life.service, start)
    const refusal = !canCancel(life.start, Date.now(), CANCEL_HOURS)
      ? 'too_late'
      : life.moves >= 3
        ? 'too_many'
        : offered
          ? undefined
          : 'slot_taken'
    const expected = !stands ? 'already_decided' : same || stays ? undefined : refusal
    if (!attempt(() => moveByPatient(app.ctx(), id, { start, message: '' }), expected) || same) return
    if (stays) {
      end(life, 'kept')
      return
    }
    life.moves++
    life.last = undefined
    if (status === 'confirmed') life.asked = start
    else life.start = start
  } else if (step.kind === 'keep') {
    const { start } = life
    const kept = attempt(
      () => moveByPatient(app.ctx(), id, { start, message: '' }),
      stands ? undefined : 'already_decided',
    )
    if (kept && life.asked !== undefined) end(life, 'kept')
  } else if (step.kind === 'undo') {
    const done = last !== undefined && 'until' in last && last.until > 0 ? last : undefined
    const isWaiting = status !== 'confirmed' && (status !== 'requested' || done === undefined)
    const isTooLate = done === undefined || done.until <= Date.now() || wasRemindedSince(app, id, done.at)
    const back = done === undefined ? [] : spansOf({ ...life, ...done.before })
    const isFree = !back.some((span) => isTaken(model, span, life, []))
    const expected = isWaiting
      ? 'already_decided'
      : isTooLate
        ? 'too_late'
        : isFree
          ? undefined
          : 'slot_taken'
    if (!attempt(() => undoDecision(staff, id), expected) || done === undefined) return
    Object.assign(life, { ...done.before, last: undefined })
    expect(rowOf(app, id)).toEqual(done.row)
  } else if (step.kind === 'arrive') {
    const canNote = canNoteAttendance(status, dayAt(life.start), dayAt(Date.now()))
    if (attempt(() => noteAttendance(staff, id, 'arrived'), canNote ? undefined : 'conflict'))
      life.attendance = 'arrived'
  } else if (step.kind === 'confirm') {
    const begun = (status === 'requested' || life.asked !== undefined) && hasBegun(life)
    const { undoable } = step
    const isEnded = last !== undefined && !('until' in last)
    const expected = isEnded || !stands ? 'already_decided' : begun ? 'too_late' : undefined
    const changed = change(life.asked === undefined ? 'confirmed' : 'moved', undoable)
    if (!attempt(() => decideBooking(staff, id, { decision: 'confirm', undoable }), expected)) return
    if (life.asked !== undefined)
      Object.assign(life, { start: life.asked, asked: undefined, attendance: null, last: changed })
    else if (status === 'requested') Object.assign(life, { status: 'confirmed', last: changed })
  } else if (step.kind === 'reject') {
    const again = status === 'rejected' || last?.kind === 'rejected'
    const open = status === 'requested' || life.asked !== undefined
    const refused = attempt(
      () => decideBooking(staff, id, { decision: 'reject' }),
      open || again ? undefined : 'already_decided',
    )
    if (!refused || again) return
    if (life.asked !== undefined) end(life, 'rejected')
    else Object.assign(life, { status: 'rejected', last: undefined })
  } else {
    const byStaff = step.kind === 'cancel by staff'
    const late = stands && (byStaff ? isOver(life) : !canCancel(life.start, Date.now(), CANCEL_HOURS))
    const expected = status === 'rejected' ? 'already_decided' : late ? 'too_late' : undefined
    const cancel = () => (byStaff ? cancelByStaff(staff, id, '') : cancelByPatient(app.ctx(), id, ''))
    if (attempt(cancel, expected) && stands)
      Object.assign(life, { status: 'cancelled', asked: undefined, attendance: null, last: undefined })
  }
}

/**
 * The booking as undo must leave it. Calendars need a higher SEQUENCE after each update; an origin goes with
 * the first answer.
 */
function rowOf(app: TestApp, id: string): unknown {
  const { updated_at, calendar_sequence, origin, ...row } =
    app.rows('select * from bookings where id = ?', id)[0] ?? {}
  return row
}

function wasRemindedSince(app: TestApp, id: string, at: number): boolean {
  const reminders = `select id from messages where kind = 'reminder' and booking_id = ? and created_at >= ?`
  return app.rows(reminders, id, at).length > 0
}

/** A hold and its confirmation, as the wizard places them. */
function request(app: TestApp, serviceId: string, start: number): string {
  const hold = placeHold(app.ctx(), {
    serviceId,
    start,
    stop: undefined,
    email: EMAIL,
    browser: BROWSER,
    origin: undefined,
  })
  const contact = aContact({ email: EMAIL }) as never
  const botCheck = { challenge: randomToken(), expiresAt: Date.now() + MINUTE, level: 2 } as const
  return requestBooking(
    app.ctx(),
    { holdId: hold.id, contact, answers: [], browser: BROWSER, origin: undefined },
    botCheck,
  ).id
}

/** The booking keeps its time. */
function end(life: Life, kind: 'kept' | 'rejected'): void {
  life.asked = undefined
  life.last = { kind }
}

function startOf(service: Life['service'], { day, step }: { day: number; step: number }): number {
  return morning(day) + ((step * service.step) % 240) * MINUTE
}

function isInHours({ length }: Life['service'], start: number): boolean {
  return DAYS.some((_, day) => start >= morning(day) && start + length * MINUTE <= morning(day) + 4 * HOUR)
}

function bare({ service }: Pick<Life, 'service'>, start: number): Span {
  return [start, start + service.length * MINUTE]
}

/** With paddings. */
function spanOf({ service, start }: Pick<Life, 'service' | 'start'>): Span {
  return [start - service.before * MINUTE, start + (service.length + service.after) * MINUTE]
}

function isStanding({ status }: Life): boolean {
  return status === 'requested' || status === 'confirmed'
}

function hasBegun({ start, asked }: Life): boolean {
  return Math.min(start, asked ?? start) <= Date.now()
}

function isOver({ service, start }: Life): boolean {
  return bare({ service }, start)[1] <= Date.now()
}

function spansOf(life: Life): Span[] {
  if (!isStanding(life)) return []
  const { service, asked } = life
  return [spanOf(life), ...(asked === undefined ? [] : [spanOf({ service, start: asked })])]
}

/** Another booking has a part of this time, or an absence a part of it that is not the booking's own. */
function isTaken(
  { lives, absences }: Model,
  span: Span,
  mover?: Life,
  closed: readonly Span[] = absences.map((absence) => absence.span),
): boolean {
  const others = lives.filter((life) => life !== mover).flatMap(spansOf)
  const own = mover === undefined ? [] : spansOf(mover)
  return (
    others.some((other) => overlaps(other, span)) ||
    without([span], own).some((part) => closed.some((absence) => overlaps(absence, part)))
  )
}

function overlaps(a: Span, b: Span): boolean {
  return a[0] < b[1] && b[0] < a[1]
}

function without(spans: readonly Span[], gone: readonly Span[]): Span[] {
  return gone.reduce<Span[]>(
    (left, [from, to]) =>
      left
        .flatMap(([start, stop]): Span[] => [
          [start, Math.min(stop, from)],
          [Math.max(start, to), stop],
        ])
        .filter(([start, stop]) => stop > start),
    [...spans],
  )
}

function merged(spans: readonly Span[]): Span[] {
  const all: [number, number][] = []
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = all.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else all.push([from, to])
  }
  return all
}

/** Each end is told once, and calendars show a confirmed appointment at its time, and nothing else. */
function expectTold(app: TestApp, life: Life): void {
  const { id, status, start } = life
  const sent = `select kind from messages where channel = 'email' and booking_id = ?`
  const kinds = app.rows<{ kind: string }>(sent, id).map(({ kind }) => kind)
  const times = (kind: string) => kinds.filter((each) => each === kind).length
  for (const end of ['confirmed', 'rejected', 'cancelled'])
    if (end === status) expect([end, times(end)]).toEqual([end, 1])
    else expect(times(end)).toBe(end === 'confirmed' && status === 'cancelled' ? times(end) : 0)
  expect(times('confirmed')).toBeLessThan(2)
  expect(startsInCalendar(app, id)).toEqual(status === 'confirmed' && life.hasEmail ? [start] : [])
}

type Stored = { starts_at: number; ends_at: number; owner: string | null; absence_id: number | null }

function expectStored(app: TestApp, { lives, absences }: Model): void {
  const rows = app.rows<{ id: string; status: string; starts_at: number; move_to_at: number | null }>(
    'select id, status, starts_at, move_to_at, attendance from bookings order by rowid',
  )
  expect(rows).toEqual(
    lives.map(({ id, status, start, asked = null, attendance }) => ({
      id,
      status,
      starts_at: start,
      move_to_at: asked,
      attendance,
    })),
  )
  const all = app.rows<Stored>(
    'select starts_at, ends_at, absence_id, coalesce(booking_id, move_of) owner from occupations order by starts_at',
  )
  const spans = (stored: readonly Stored[]) => stored.map((row): Span => [row.starts_at, row.ends_at])
  for (const [i, row] of all.entries()) expect(row.starts_at).toBeGreaterThanOrEqual(all[i - 1]?.ends_at ?? 0)
  for (const life of lives)
    expect(merged(spans(all.filter(({ owner }) => owner === life.id)))).toEqual(merged(spansOf(life)))
  const taken = lives.flatMap(spansOf)
  const closed = without(merged(absences.map(({ span }) => span)), taken)
  // Those of public holidays lie on other days.
  const ids = absences.map(({ id }) => id)
  expect(merged(spans(all.filter((row) => ids.includes(row.absence_id ?? 0))))).toEqual(merged(closed))
}
