import { describe, expect, it } from 'vitest'
import { type StaffAction, signStaffLink } from '../access/links.ts'
import { moveByPatient } from '../booking/patient-moves.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'

type Call = 'confirm' | 'approve' | 'reject'

const DECISIONS = [
  ['confirm', 'confirmed'],
  ['approve', 'confirmed'],
  ['reject', 'rejected'],
] as const

const FROM = Date.parse('2027-01-12T08:30:00+01:00')
const actionOf = (call: Call): StaffAction => (call === 'reject' ? 'reject' : 'confirm')

/** A request, and the calls of the practice by a signed link. */
function requested(status: 'requested' | 'confirmed' = 'requested') {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { serviceId: 'folgebehandlung', status })
  const sign = (action: StaffAction, booking = id, until = FROM, moves = 0) =>
    signStaffLink(app.ctx(), { action, bookingId: booking, start: until, moves })
  const decide = (call: Call, changes: Record<string, unknown> = {}) =>
    app.browser().post(`/api/admin/${call}`, { id, message: '', sig: sign(actionOf(call)), ...changes })
  return { app, id, sign, decide, everything: app.everything }
}

const SLOT = { start: '2027-01-12T08:30:00+01:00', start_local: '2027-01-12T08:30:00+01:00' }

describe('a decision by a signed link', () => {
  it.each(DECISIONS)('%s', async (call, status) => {
    const { app, decide } = requested()
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
    const { app, decide } = requested()
    const calls = Array.from({ length: 50 }, (_, i) => decide(i % 2 === 0 ? 'confirm' : 'reject'))
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(25).fill(200),
      ...Array(25).fill(409),
    ])
    const decided = answers.find(({ status }) => status === 200)?.json.status
    expect(app.rows('select kind from events where id > 1')).toEqual([{ kind: decided }])
    expect(app.rows('select kind from messages where channel = ?', 'email')).toEqual([{ kind: decided }])
  })

  it('is refused for an unknown booking, with a long message, and after the other one', async () => {
    const { decide, sign } = requested()
    const id = 'x'.repeat(32)
    await decide('reject')
    for (const [changes, status, error] of [
      [{ id, sig: sign('confirm', id) }, 404, 'not found'],
      [{ message: 'x'.repeat(1001) }, 400, 'invalid'],
      [{}, 409, 'already_decided'],
    ] as const) {
      const answer = await decide('confirm', changes)
      expect([answer.status, answer.json.error]).toEqual([status, error])
    }
  })

  it.each([
    ['confirm', 'requested', 'Termin wurde bestätigt', 'Termin war bereits bestätigt.'],
    ['reject', 'requested', 'Termin wurde abgelehnt', 'Termin war bereits abgelehnt.'],
    ['confirm', 'confirmed', 'Termin wurde verschoben', 'Termin war bereits bestätigt.'],
    ['reject', 'confirmed', 'Verschiebung wurde abgelehnt', 'Verschiebung war bereits abgelehnt.'],
  ] as const)(
    'to %s what is %s says what was done, and promises no e-mail while they are off',
    async (call, status, done, again) => {
      for (const notify_off of [false, true]) {
        const { app, id, everything } = requested(status)
        if (status === 'confirmed') moveByPatient(app.ctx(), id, { start: FROM + DAY_LENGTH, message: '' })
        writeSettings(app.ctx(), 'general', { notify_off })
        const stays = done.startsWith('Verschiebung') ? ' Der Termin bleibt, wo er ist.' : ''
        const note = async () => (await app.admin().post(`/api/admin/${call}`, { id })).json.note
        expect(await note()).toBe(
          notify_off
            ? `${done}. Der Patient bekommt keine E-Mail: Benachrichtigungen sind abgeschaltet.`
            : `${done} und der Patient informiert.${stays}`,
        )
        const before = everything()
        expect([await note(), everything()]).toEqual([again, before])
      }
    },
  )
})

describe('a decision by an admin', () => {
  it.each(DECISIONS)('is recorded with the name: %s', async (call, status) => {
    const { app, id } = requested()
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
    const { app, id } = requested()
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
    const { app, id, decide, everything } = requested()
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
    const { app, id, sign, decide, everything } = requested()
    const right = sign(actionOf(call))
    const before = everything()
    for (const sig of [
      sign(call === 'reject' ? 'confirm' : 'reject'),
      sign(actionOf(call), 'x'.repeat(32)),
      right.replace(/^\d+/, (expiry) => String(Number(expiry) + 60)),
      ...['', null, [right], [], { sig: right }, 1_799_739_000, true],
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

  it.each([
    ['of a request that has moved', 'requested', 1],
    ['of an appointment that its patient wants to move', 'confirmed', 1],
    ['of a request that has moved three times', 'requested', 3],
  ] as const)('is refused, and nothing changes: %s', async (_, status, moves) => {
    const { app, id, sign, decide, everything } = requested()
    const { id: other } = insertBooking(app.ctx().db, { startsAt: FROM + DAY_LENGTH })
    app.change('update bookings set status = ? where id = ?', status, id)
    const starts = ['2027-01-13T09:00:00+01:00', '2027-01-14T09:00:00+01:00', '2027-01-15T09:00:00+01:00']
    for (const start of starts.slice(0, moves))
      moveByPatient(app.ctx(), id, { start: Date.parse(start), message: '' })
    const until = Date.parse(starts[moves - 1] ?? '')
    const action = actionOf(call)
    const before = everything()
    const forged = [
      ['from before the moves', sign(action)],
      ['for the new time, but no move', sign(action, id, until)],
      ['for fewer moves', sign(action, id, until, moves - 1)],
      ['for more moves', sign(action, id, until, moves + 1)],
      ['for the time until now', sign(action, id, FROM, moves)],
      ['for the other decision', sign(action === 'confirm' ? 'reject' : 'confirm', id, until, moves)],
      ['for another booking', sign(action, other, until, moves)],
      ['expired', sign(action, id, app.ctx().now, moves)],
    ]
    for (const [what, sig] of forged) {
      const { status, json } = await decide(call, { sig })
      expect([what, status, json.error]).toEqual([what, 403, 'bad_signature'])
    }
    expect(everything()).toEqual(before)
    expect((await decide(call, { sig: sign(action, id, until, moves) })).status).toBe(200)
  })

  it('needs an id', async () => {
    const { id, decide, everything } = requested()
    const before = everything()
    expect((await decide(call, { id: '' })).json.fields).toEqual({ id: 'Ungültiger Link (keine ID).' })
    for (const wrong of ['', undefined, null, [id]]) {
      const answer = await decide(call, { id: wrong })
      expect([answer.status, Object.keys(answer.json.fields)]).toEqual([400, ['id']])
    }
    expect(everything()).toEqual(before)
  })
})
