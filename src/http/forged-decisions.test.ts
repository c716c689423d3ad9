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

describe.each(['confirm', 'approve', 'reject'] as const)('a decision by a link: %s', (call) => {
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
  ])('is refused and changes nothing with $fault', async ({ forge }) => {
    const { sign, decide, bookingState } = openDecisionApp()
    const stateBefore = bookingState()
    const { status, json } = await decide(call, { sig: forge(sign) })
    const message = 'Dieser Link ist ungültig oder abgelaufen.'
    expect([status, json]).toEqual([403, { error: 'bad_signature', message }])
    expect(bookingState()).toEqual(stateBefore)
  })

  it('is refused to signed-in staff as well if the signature is empty', async () => {
    const { app, id, bookingState } = openDecisionApp()
    const stateBefore = bookingState()
    const { status, json } = await app.admin().post(`/api/admin/${call}`, { id, message: '', sig: '' })
    expect([status, json.error]).toEqual([403, 'bad_signature'])
    expect(bookingState()).toEqual(stateBefore)
  })

  it('needs a session if it has no signature', async () => {
    const { decide, bookingState } = openDecisionApp()
    const stateBefore = bookingState()
    const unsigned = await decide(call, { sig: undefined })
    expect([unsigned.status, unsigned.json.error]).toEqual([401, 'unauthorized'])
    expect(bookingState()).toEqual(stateBefore)
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

  describe.each([
    { subject: 'a request that has moved', status: 'requested', moves: [FIRST_MOVE] },
    { subject: 'an appointment that its patient wants to move', status: 'confirmed', moves: [FIRST_MOVE] },
    {
      subject: 'a request that has moved three times',
      status: 'requested',
      moves: [FIRST_MOVE, SECOND_MOVE, LAST_MOVE],
    },
  ] as const)('about $subject', ({ status, moves }) => {
    /** Opens a decision app with the moved booking. @returns also the time for which its link is signed */
    function openMoved() {
      const opened = openDecisionApp({ status })
      for (const start of moves) moveByPatient(opened.app.ctx(), opened.id, { start, message: '' })
      // A link is signed for the current time of its appointment, and for how often that has changed.
      const current = { start: moves.at(-1) ?? REQUESTED_START, moves: moves.length }
      return { ...opened, current }
    }
    type Moved = ReturnType<typeof openMoved>
    const action = actionOf(call)

    it('is accepted with a link for the current time', async () => {
      const { sign, decide, current } = openMoved()
      expect((await decide(call, { sig: sign(action, current) })).status).toBe(200)
    })

    it.each<{ forgery: string; forge: (moved: Moved) => string }>([
      { forgery: 'from before the moves', forge: ({ sign }) => sign(action) },
      {
        forgery: 'for the new time, but no move',
        forge: ({ sign, current }) => sign(action, { ...current, moves: 0 }),
      },
      {
        forgery: 'for fewer moves',
        forge: ({ sign, current }) => sign(action, { ...current, moves: current.moves - 1 }),
      },
      {
        forgery: 'for more moves',
        forge: ({ sign, current }) => sign(action, { ...current, moves: current.moves + 1 }),
      },
      {
        forgery: 'for the time before the moves',
        forge: ({ sign, current }) => sign(action, { ...current, start: REQUESTED_START }),
      },
      {
        forgery: 'for the other decision',
        forge: ({ sign, current }) => sign(otherAction(call), current),
      },
      {
        forgery: 'for another booking',
        forge: ({ app, sign, current }) => {
          const { id } = insertBooking(app.ctx().db, { startsAt: REQUESTED_START + DAY_LENGTH })
          return sign(action, { ...current, bookingId: id })
        },
      },
      {
        forgery: 'that has expired',
        forge: ({ app, sign, current }) => sign(action, { ...current, start: app.ctx().now }),
      },
    ])('is refused and changes nothing with a link $forgery', async ({ forge }) => {
      const moved = openMoved()
      const sig = forge(moved)
      const stateBefore = moved.bookingState()
      const { status, json } = await moved.decide(call, { sig })
      expect([status, json.error]).toEqual([403, 'bad_signature'])
      expect(moved.bookingState()).toEqual(stateBefore)
    })
  })
})
