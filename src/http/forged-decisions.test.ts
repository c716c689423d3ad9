import { describe, expect, it } from 'vitest'
import { moveByPatient } from '../booking/patient-moves.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { actionOf, openDecisionApp, otherAction, REQUESTED_START } from '../testing/decision-app.ts'

/** The times to which a patient moves, one after the other. */
const FIRST_MOVE = Date.parse('2027-01-13T09:00:00+01:00')
const SECOND_MOVE = Date.parse('2027-01-14T09:00:00+01:00')
const LAST_MOVE = Date.parse('2027-01-15T09:00:00+01:00')

/** Returns the signature with an expiry a minute later than the signed one. */
const aMinuteLonger = (sig: string) => sig.replace(/^\d+/, (expiry) => String(Number(expiry) + 60))

type Sign = ReturnType<typeof openDecisionApp>['sign']

describe.each(['confirm', 'approve', 'reject'] as const)('a forged link to %s', (call) => {
  it.each<{ fault: string; forge: (sign: Sign) => unknown }>([
    { fault: 'the signature of the other decision', forge: (sign) => sign(otherAction(call)) },
    {
      fault: 'the signature of another booking',
      forge: (sign) => sign(actionOf(call), { bookingId: 'x'.repeat(32) }),
    },
    { fault: 'a later expiry', forge: (sign) => aMinuteLonger(sign(actionOf(call))) },
    { fault: 'an empty signature', forge: () => '' },
    { fault: 'a list with its signature', forge: (sign) => [sign(actionOf(call))] },
    { fault: 'an empty list', forge: () => [] },
    { fault: 'an object with its signature', forge: (sign) => ({ sig: sign(actionOf(call)) }) },
    { fault: 'a number', forge: () => 1_799_739_000 },
    { fault: 'true', forge: () => true },
  ])('is refused and changes nothing, with $fault', async ({ forge }) => {
    const { sign, decide, bookingState } = openDecisionApp()
    const stateBefore = bookingState()
    const { status, json } = await decide(call, { sig: forge(sign) })
    const message = 'Dieser Link ist ungültig oder abgelaufen.'
    expect([status, json]).toEqual([403, { error: 'bad_signature', message }])
    expect(bookingState()).toEqual(stateBefore)
  })

  it('is refused to signed-in staff as well', async () => {
    const { app, id, bookingState } = openDecisionApp()
    const stateBefore = bookingState()
    const { status, json } = await app.admin().post(`/api/admin/${call}`, { id, message: '', sig: '' })
    expect([status, json.error]).toEqual([403, 'bad_signature'])
    expect(bookingState()).toEqual(stateBefore)
  })

  it('that has no signature needs a session', async () => {
    const { decide, bookingState } = openDecisionApp()
    const stateBefore = bookingState()
    const unsigned = await decide(call, { sig: undefined })
    expect([unsigned.status, unsigned.json.error]).toEqual([401, 'unauthorized'])
    expect(bookingState()).toEqual(stateBefore)
  })

  it.each([
    { subject: 'a request that has moved', status: 'requested', moves: [FIRST_MOVE] },
    { subject: 'an appointment that its patient wants to move', status: 'confirmed', moves: [FIRST_MOVE] },
    {
      subject: 'a request that has moved three times',
      status: 'requested',
      moves: [FIRST_MOVE, SECOND_MOVE, LAST_MOVE],
    },
  ] as const)('is refused and changes nothing, with the signature of $subject', async ({ status, moves }) => {
    const { app, id, sign, decide, bookingState } = openDecisionApp({ status })
    const otherBooking = insertBooking(app.ctx().db, { startsAt: REQUESTED_START + DAY_LENGTH })
    for (const start of moves) moveByPatient(app.ctx(), id, { start, message: '' })
    // A link is signed for the current time of its appointment, and for how often that has changed.
    const current = { start: moves.at(-1) ?? REQUESTED_START, moves: moves.length }
    const action = actionOf(call)
    const stateBefore = bookingState()

    const forged = {
      'from before the moves': sign(action),
      'for the new time, but no move': sign(action, { ...current, moves: 0 }),
      'for fewer moves': sign(action, { ...current, moves: current.moves - 1 }),
      'for more moves': sign(action, { ...current, moves: current.moves + 1 }),
      'for the time before the moves': sign(action, { ...current, start: REQUESTED_START }),
      'for the other decision': sign(otherAction(call), current),
      'for another booking': sign(action, { ...current, bookingId: otherBooking.id }),
      expired: sign(action, { ...current, start: app.ctx().now }),
    }
    for (const [fault, sig] of Object.entries(forged)) {
      const answer = await decide(call, { sig })
      expect([fault, answer.status, answer.json.error]).toEqual([fault, 403, 'bad_signature'])
    }
    expect(bookingState()).toEqual(stateBefore)

    expect((await decide(call, { sig: sign(action, current) })).status).toBe(200)
  })

  it('needs an id', async () => {
    const { id, decide, bookingState } = openDecisionApp()
    const stateBefore = bookingState()
    expect((await decide(call, { id: '' })).json.fields).toEqual({ id: 'Ungültiger Link (keine ID).' })
    for (const invalidId of ['', undefined, null, [id]]) {
      const answer = await decide(call, { id: invalidId })
      expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, ['id']])
    }
    expect(bookingState()).toEqual(stateBefore)
  })
})
