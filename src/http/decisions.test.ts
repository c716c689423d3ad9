import { describe, expect, it } from 'vitest'
import { type StaffAction, signStaffLink } from '../access/links.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'

type Call = 'confirm' | 'approve' | 'reject'

/** The calls, and the status that each leads to. `approve` is another name of `confirm`. */
const DECISIONS = [
  ['confirm', 'confirmed'],
  ['approve', 'confirmed'],
  ['reject', 'rejected'],
] as const

const FROM = Date.parse('2027-01-12T08:30:00+01:00')
const actionOf = (call: Call): StaffAction => (call === 'reject' ? 'reject' : 'confirm')
const otherAction = (call: Call): StaffAction => (call === 'reject' ? 'confirm' : 'reject')

/** Opens the app with a request at FROM, and the calls of the practice by a signed link. */
function openRequested(status: 'requested' | 'confirmed' = 'requested') {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { serviceId: 'folgebehandlung', status })
  const sign = (action: StaffAction, link: { bookingId?: string; start?: number; moves?: number } = {}) =>
    signStaffLink(app.ctx(), { action, bookingId: id, start: FROM, moves: 0, ...link })
  const decide = (call: Call, changes: Record<string, unknown> = {}) =>
    app.browser().post(`/api/admin/${call}`, { id, message: '', sig: sign(actionOf(call)), ...changes })
  return { app, id, sign, decide, everything: app.everything }
}

const SLOT = { start: '2027-01-12T08:30:00+01:00', start_local: '2027-01-12T08:30:00+01:00' }

describe('a decision by a signed link', () => {
  it.each(DECISIONS)('%s', async (call, status) => {
    const { app, decide } = openRequested()
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

  it('is taken once of fifty simultaneous ones, and told once', async () => {
    const { app, decide } = openRequested()
    const calls = Array.from({ length: 50 }, (_, i) => decide(i % 2 === 0 ? 'confirm' : 'reject'))
    const answers = await Promise.all(calls)
    // The 25 calls for the decision that was taken are answered alike.
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(25).fill(200),
      ...Array(25).fill(409),
    ])
    const decided = answers.find(({ status }) => status === 200)?.json.status
    expect(app.rows('select kind from events where id > 1')).toEqual([{ kind: decided }])
    expect(app.rows('select kind from messages where channel = ?', 'email')).toEqual([{ kind: decided }])
  })

  it('is refused for an unknown booking, with a long message, and after the other one', async () => {
    const { decide, sign } = openRequested()
    const id = 'x'.repeat(32)
    await decide('reject')
    for (const [changes, status, error] of [
      [{ id, sig: sign('confirm', { bookingId: id }) }, 404, 'not found'],
      [{ message: 'x'.repeat(1001) }, 400, 'invalid'],
      [{}, 409, 'already_decided'],
    ] as const) {
      const answer = await decide('confirm', changes)
      expect([answer.status, answer.json.error]).toEqual([status, error])
    }
  })
})

describe.each([
  {
    decision: 'the confirmation of a request',
    call: 'confirm',
    status: 'requested',
    done: 'Termin wurde bestätigt',
    consequence: '',
    again: 'Termin war bereits bestätigt.',
  },
  {
    decision: 'the rejection of a request',
    call: 'reject',
    status: 'requested',
    done: 'Termin wurde abgelehnt',
    consequence: '',
    again: 'Termin war bereits abgelehnt.',
  },
  {
    decision: 'the confirmation of a move',
    call: 'confirm',
    status: 'confirmed',
    done: 'Termin wurde verschoben',
    consequence: '',
    again: 'Termin war bereits bestätigt.',
  },
  {
    decision: 'the rejection of a move',
    call: 'reject',
    status: 'confirmed',
    done: 'Verschiebung wurde abgelehnt',
    consequence: ' Der Termin bleibt, wo er ist.',
    again: 'Verschiebung war bereits abgelehnt.',
  },
] as const)('$decision', ({ call, status, done, consequence, again }) => {
  /** Opens the app with the request or the move. `decide` returns the sentence of the answer. */
  function openUndecided(notify_off: boolean) {
    const { app, id, everything } = openRequested(status)
    if (status === 'confirmed') moveByPatient(app.ctx(), id, { start: FROM + DAY_LENGTH, message: '' })
    writeSettings(app.ctx(), 'general', { notify_off })
    const decide = async () => (await app.admin().post(`/api/admin/${call}`, { id })).json.note
    return { decide, everything }
  }

  it('says what was done', async () => {
    const { decide } = openUndecided(false)
    expect(await decide()).toBe(`${done} und der Patient informiert.${consequence}`)
  })

  it('promises no e-mail while they are off', async () => {
    const { decide } = openUndecided(true)
    expect(await decide()).toBe(
      `${done}. Der Patient bekommt keine E-Mail: Benachrichtigungen sind abgeschaltet.`,
    )
  })

  it.each([false, true])(
    'changes nothing the second time, and says so: notify_off %s',
    async (notify_off) => {
      const { decide, everything } = openUndecided(notify_off)
      await decide()
      const before = everything()
      expect([await decide(), everything()]).toEqual([again, before])
    },
  )
})

describe('a decision by an admin', () => {
  it.each(DECISIONS)('is recorded with the name: %s', async (call, status) => {
    const { app, id } = openRequested()
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

describe('a decision that can be undone', () => {
  it('says until when, and is undone by the admin', async () => {
    const { app, id } = openRequested()
    const assistant = app.admin()
    const answer = await assistant.post('/api/admin/confirm', { id, undoable: true })
    const note = 'Termin wurde bestätigt. Die Nachricht geht in 10 Sekunden hinaus.'
    const undo_until = '2027-01-07T13:40:10+01:00'
    expect([answer.status, answer.json]).toEqual([200, { status: 'confirmed', note, slot: SLOT, undo_until }])

    const unsigned = await app.browser().post(`/api/admin/bookings/${id}/undo`)
    expect([unsigned.status, unsigned.json.error]).toEqual([401, 'unauthorized'])

    const undone = await assistant.post(`/api/admin/bookings/${id}/undo`)
    expect([undone.status, undone.json]).toEqual([
      200,
      { status: 'requested', note: 'Zurückgenommen, es ging keine Nachricht hinaus.' },
    ])
    const again = await assistant.post(`/api/admin/bookings/${id}/undo`)
    expect([again.status, again.json.error]).toEqual([409, 'already_decided'])
  })

  it('is a confirmation by an admin only', async () => {
    const { app, id, decide, everything } = openRequested()
    const before = everything()
    const byLink = await decide('confirm', { undoable: true })
    const rejected = await app.admin().post('/api/admin/reject', { id, undoable: true })
    for (const { status, json } of [byLink, rejected])
      expect([status, json.error, Object.keys(json.fields)]).toEqual([400, 'invalid', ['undoable']])
    expect(everything()).toEqual(before)
  })
})

describe.each(['confirm', 'approve', 'reject'] as const)('a forged link to %s', (call) => {
  const BAD = [403, 'bad_signature', 'Dieser Link ist ungültig oder abgelaufen.']

  it('is refused, and nothing changes', async () => {
    const { app, id, sign, decide, everything } = openRequested()
    const right = sign(actionOf(call))
    const aMinuteLonger = right.replace(/^\d+/, (expiry) => String(Number(expiry) + 60))
    const ofAnotherKind = ['', null, [right], [], { sig: right }, 1_799_739_000, true]
    const before = everything()
    for (const sig of [
      sign(otherAction(call)),
      sign(actionOf(call), { bookingId: 'x'.repeat(32) }),
      aMinuteLonger,
      ...ofAnotherKind,
    ]) {
      const { status, json } = await decide(call, { sig })
      expect([sig, status, json.error, json.message]).toEqual([sig, ...BAD])
    }
    const unsigned = await decide(call, { sig: undefined })
    expect([unsigned.status, unsigned.json.error]).toEqual([401, 'unauthorized'])
    const signedIn = await app.admin().post(`/api/admin/${call}`, { id, message: '', sig: '' })
    expect([signedIn.status, signedIn.json.error]).toEqual([403, 'bad_signature'])
    expect(everything()).toEqual(before)
  })

  const [FIRST_MOVE, SECOND_MOVE, LAST_MOVE] = [13, 14, 15].map((day) =>
    Date.parse(`2027-01-${day}T09:00:00+01:00`),
  ) as [number, number, number]

  it.each([
    { subject: 'a request that has moved', status: 'requested', moves: [FIRST_MOVE] },
    { subject: 'an appointment that its patient wants to move', status: 'confirmed', moves: [FIRST_MOVE] },
    {
      subject: 'a request that has moved three times',
      status: 'requested',
      moves: [FIRST_MOVE, SECOND_MOVE, LAST_MOVE],
    },
  ] as const)('is refused, and nothing changes: that of $subject', async ({ status, moves }) => {
    const { app, id, sign, decide, everything } = openRequested(status)
    const other = insertBooking(app.ctx().db, { startsAt: FROM + DAY_LENGTH })
    for (const start of moves) moveByPatient(app.ctx(), id, { start, message: '' })
    // A link is signed for the present time of its appointment, and for how often that has changed.
    const right = { start: moves.at(-1) ?? FROM, moves: moves.length }
    const action = actionOf(call)
    const before = everything()

    const forged = {
      'from before the moves': sign(action),
      'for the new time, but no move': sign(action, { ...right, moves: 0 }),
      'for fewer moves': sign(action, { ...right, moves: right.moves - 1 }),
      'for more moves': sign(action, { ...right, moves: right.moves + 1 }),
      'for the time before the moves': sign(action, { ...right, start: FROM }),
      'for the other decision': sign(otherAction(call), right),
      'for another booking': sign(action, { ...right, bookingId: other.id }),
      expired: sign(action, { ...right, start: app.ctx().now }),
    }
    for (const [fault, sig] of Object.entries(forged)) {
      const answer = await decide(call, { sig })
      expect([fault, answer.status, answer.json.error]).toEqual([fault, 403, 'bad_signature'])
    }
    expect(everything()).toEqual(before)

    expect((await decide(call, { sig: sign(action, right) })).status).toBe(200)
  })

  it('needs an id', async () => {
    const { id, decide, everything } = openRequested()
    const before = everything()
    expect((await decide(call, { id: '' })).json.fields).toEqual({ id: 'Ungültiger Link (keine ID).' })
    for (const wrong of ['', undefined, null, [id]]) {
      const answer = await decide(call, { id: wrong })
      expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, ['id']])
    }
    expect(everything()).toEqual(before)
  })
})
