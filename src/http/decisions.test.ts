import { describe, expect, it } from 'vitest'
import { UNDO_MS } from '../booking/undoable-changes.ts'
import { openDecisionApp } from '../testing/decision-app.ts'
import { NOW } from '../testing/test-app.ts'
import { isoAt } from '../time/vienna.ts'

/** The calls, and the status after each. `approve` is another name for `confirm`. */
const DECISIONS = [
  { call: 'confirm', status: 'confirmed' },
  { call: 'approve', status: 'confirmed' },
  { call: 'reject', status: 'rejected' },
] as const

/** The time of the request, as the calls answer it. */
const SLOT = { start: '2027-01-12T08:30:00+01:00', start_local: '2027-01-12T08:30:00+01:00' }

describe('a decision by a signed link', () => {
  it.each(DECISIONS)('is stored and sent to the patient: $call', async ({ call, status }) => {
    const { app, decide } = openDecisionApp()
    const answer = await decide(call, { message: 'Bitte rufen Sie an.' })
    expect([answer.status, answer.json]).toEqual([200, { status, note: expect.any(String), slot: SLOT }])
    expect(app.rows('select text from messages where channel = ? and kind = ?', 'email', status)).toEqual([
      { text: expect.stringContaining('Bitte rufen Sie an.') },
    ])
    // The event 1 is the request.
    expect(app.rows('select kind, actor, message from events where id > 1')).toEqual([
      { kind: status, actor: 'staff-link', message: 'Bitte rufen Sie an.' },
    ])
    expect(app.rows('select id from audit')).toEqual([])
  })

  it('is made once by fifty simultaneous calls, and announced once', async () => {
    const { app, decide } = openDecisionApp()
    const pairsOfCalls = Array.from({ length: 25 }, () => [decide('confirm'), decide('reject')])
    const answers = await Promise.all(pairsOfCalls.flat())
    // The 25 calls for the decision that was made get the same answer.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(25)
    const decided = answers.find(({ status }) => status === 200)?.json.status
    expect(app.rows('select kind from events where id > 1')).toEqual([{ kind: decided }])
    expect(app.rows('select kind from messages where channel = ?', 'email')).toEqual([{ kind: decided }])
  })

  it('is refused for an unknown booking', async () => {
    const { decide, sign } = openDecisionApp()
    const id = 'x'.repeat(32)
    const answer = await decide('confirm', { id, sig: sign('confirm', { bookingId: id }) })
    expect([answer.status, answer.json.error]).toEqual([404, 'not found'])
  })

  it('is refused with a message of more than a thousand characters', async () => {
    const { decide } = openDecisionApp()
    const answer = await decide('confirm', { message: 'x'.repeat(1001) })
    expect([answer.status, answer.json.error]).toEqual([400, 'invalid'])
  })

  it('is refused after the opposite decision', async () => {
    const { decide } = openDecisionApp()
    await decide('reject')
    const answer = await decide('confirm')
    expect([answer.status, answer.json.error]).toEqual([409, 'already_decided'])
  })
})

describe('a decision by an admin', () => {
  it.each(DECISIONS)('is recorded with the name: $call', async ({ call, status }) => {
    const { app, id } = openDecisionApp()
    const assistant = app.admin()
    for (const message of ['Bis bald.', ''])
      expect((await assistant.post(`/api/admin/${call}`, { id, message })).status).toBe(200)
    const actor = { actor: 'admin', actor_name: 'assistenz@ordination.example' }
    expect(app.rows('select kind, actor, actor_name, message from events where id > 1')).toEqual([
      { kind: status, ...actor, message: 'Bis bald.' },
    ])
    expect(app.rows('select actor, actor_name, action, subject from audit')).toEqual([
      { ...actor, action: `booking-${status}`, subject: `${id.slice(0, 6)}…` },
    ])
  })
})

describe('a decision without signature and message', () => {
  it.each(DECISIONS)('may send null for both: $call', async ({ call, status }) => {
    const { app, id } = openDecisionApp()
    const body = { id, message: null, sig: null }
    expect((await app.browser().post(`/api/admin/${call}`, body)).status).toBe(401)
    const answer = await app.admin().post(`/api/admin/${call}`, body)
    expect([answer.status, answer.json.status]).toEqual([200, status])
  })
})

describe('a decision that can be undone', () => {
  it('is answered with the time until which it can be undone', async () => {
    const { app, id } = openDecisionApp()
    const { status, json } = await app.admin().post('/api/admin/confirm', { id, undoable: true })
    const note = 'Termin wurde bestätigt. Die Nachricht geht in 10 Sekunden hinaus.'
    const undo_until = isoAt(NOW + UNDO_MS)
    expect([status, json]).toEqual([200, { status: 'confirmed', note, slot: SLOT, undo_until }])
  })

  it('is undone only for an admin, and only once', async () => {
    const { app, id } = openDecisionApp()
    const assistant = app.admin()
    await assistant.post('/api/admin/confirm', { id, undoable: true })
    const unsigned = await app.browser().post(`/api/admin/bookings/${id}/undo`)
    expect([unsigned.status, unsigned.json.error]).toEqual([401, 'unauthorized'])

    const undone = await assistant.post(`/api/admin/bookings/${id}/undo`)
    expect([undone.status, undone.json]).toEqual([
      200,
      { status: 'requested', note: 'Zurückgenommen, es ging keine Nachricht hinaus.' },
    ])
    const repeated = await assistant.post(`/api/admin/bookings/${id}/undo`)
    expect([repeated.status, repeated.json.error]).toEqual([409, 'already_decided'])
  })

  it('is neither a decision by link nor a rejection', async () => {
    const { app, id, decide, bookingState } = openDecisionApp()
    const undecidedState = bookingState()
    const byLink = await decide('confirm', { undoable: true })
    const rejected = await app.admin().post('/api/admin/reject', { id, undoable: true })
    for (const { status, json } of [byLink, rejected])
      expect([status, json.error, Object.keys(json.fields)]).toEqual([400, 'invalid', ['undoable']])
    expect(bookingState()).toEqual(undecidedState)
  })
})
