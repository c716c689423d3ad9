import { describe, expect, it } from 'vitest'
import { moveByPatient } from '../booking/patient-moves.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { openDecisionApp, REQUESTED_START } from '../testing/decision-app.ts'

/** The calls, and the status after each. `approve` is another name for `confirm`. */
const DECISIONS = [
  { call: 'confirm', status: 'confirmed' },
  { call: 'approve', status: 'confirmed' },
  { call: 'reject', status: 'rejected' },
] as const

const SLOT = { start: '2027-01-12T08:30:00+01:00', start_local: '2027-01-12T08:30:00+01:00' }

describe('a decision by a signed link', () => {
  it.each(DECISIONS)('is stored and sent to the patient: $call', async ({ call, status }) => {
    const { app, decide } = openDecisionApp()
    const answer = await decide(call, { message: 'Bitte rufen Sie an.' })
    expect([answer.status, answer.json]).toEqual([200, { status, note: expect.any(String), slot: SLOT }])
    expect(app.rows('select text from messages where channel = ? and kind = ?', 'email', status)).toEqual([
      { text: expect.stringContaining('Bitte rufen Sie an.') },
    ])
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

describe.each([
  {
    decision: 'the confirmation of a request',
    call: 'confirm',
    about: 'request',
    done: 'Termin wurde bestätigt',
    consequence: '',
    secondNote: 'Termin war bereits bestätigt.',
  },
  {
    decision: 'the rejection of a request',
    call: 'reject',
    about: 'request',
    done: 'Termin wurde abgelehnt',
    consequence: '',
    secondNote: 'Termin war bereits abgelehnt.',
  },
  {
    decision: 'the confirmation of a move',
    call: 'confirm',
    about: 'move',
    done: 'Termin wurde verschoben',
    consequence: '',
    secondNote: 'Termin war bereits verschoben.',
  },
  {
    decision: 'the rejection of a move',
    call: 'reject',
    about: 'move',
    done: 'Verschiebung wurde abgelehnt',
    consequence: ' Der Termin bleibt, wo er ist.',
    secondNote: 'Verschiebung war bereits abgelehnt.',
  },
] as const)('$decision', ({ call, about, done, consequence, secondNote }) => {
  /**
   * Opens the app with the request or the move. `decide` makes the decision, and returns the note of the
   * answer.
   */
  function openUndecided({ notify_off }: { notify_off: boolean }) {
    const { app, id, bookingState } = openDecisionApp({
      status: about === 'move' ? 'confirmed' : 'requested',
    })
    if (about === 'move') moveByPatient(app.ctx(), id, { start: REQUESTED_START + DAY_LENGTH, message: '' })
    writeSettings(app.ctx(), 'general', { notify_off })
    const decide = async () => (await app.admin().post(`/api/admin/${call}`, { id })).json.note
    return { decide, bookingState }
  }

  it('says what was done', async () => {
    const { decide } = openUndecided({ notify_off: false })
    expect(await decide()).toBe(`${done} und der Patient informiert.${consequence}`)
  })

  it('promises no e-mail while notifications are off', async () => {
    const { decide } = openUndecided({ notify_off: true })
    expect(await decide()).toBe(
      `${done}. Der Patient bekommt keine E-Mail: Benachrichtigungen sind abgeschaltet.`,
    )
  })

  it.each([false, true])(
    'changes nothing the second time, and says so: notify_off %s',
    async (notify_off) => {
      const { decide, bookingState } = openUndecided({ notify_off })
      await decide()
      const decidedState = bookingState()
      expect(await decide()).toBe(secondNote)
      expect(bookingState()).toEqual(decidedState)
    },
  )
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
    const undo_until = '2027-01-07T13:40:10+01:00'
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
