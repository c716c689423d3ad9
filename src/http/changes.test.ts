import { describe, expect, it } from 'vitest'
import { CANCEL_HOURS, cutOff, tooLateText } from '../shared/booking.ts'
import { insertBooking } from '../testing/bookings.ts'
import { openTestApp } from '../testing/test-app.ts'

const START = '2027-01-12T08:30:00+01:00'

function booked(status: 'requested' | 'confirmed' | 'rejected' = 'requested') {
  const app = openTestApp()
  const { id } = insertBooking(app.ctx().db, { status })
  return {
    app,
    cancel: (message = '') => app.browser().post('/api/patient/reject', { id, message }),
    everything: () =>
      ['bookings', 'occupations', 'events', 'messages'].map((table) => app.rows(`select * from ${table}`)),
  }
}

describe('a cancellation by the patient', () => {
  it('gives the reason to the practice', async () => {
    const { app, cancel } = booked()
    const answer = await cancel('Bin krank.')
    expect([answer.status, answer.json]).toEqual([200, { status: 'cancelled' }])
    expect(app.rows('select kind, recipient, text from messages order by id')).toEqual([
      { kind: 'cancelled', recipient: 'rosa@musterfrau.example', text: expect.any(String) },
      {
        kind: 'cancelled-by-patient',
        recipient: 'termine@ordination.example',
        text: expect.stringContaining('Bin krank.'),
      },
    ])
    expect(app.rows('select id from occupations')).toEqual([])
    expect(app.rows('select id from audit')).toEqual([])
  })

  it('has the same answer the second time, and nothing changes', async () => {
    const { cancel, everything } = booked('confirmed')
    await cancel()
    const before = everything()
    const again = await cancel()
    expect([again.status, again.json]).toEqual([200, { status: 'cancelled' }])
    expect(everything()).toEqual(before)
  })

  it('is refused from the cut-off on, with the facts and whom to call', async () => {
    const { app, cancel, everything } = booked()
    const before = everything()
    app.at(new Date(cutOff(Date.parse(START), CANCEL_HOURS)).toISOString())
    const answer = await cancel()
    expect([answer.status, answer.json]).toEqual([
      409,
      {
        error: 'too_late',
        message: tooLateText('Stornierung', CANCEL_HOURS),
        start_local: START,
        starts_in_hours: CANCEL_HOURS,
        phone: '+43 5572 000000',
        mail: 'termine@ordination.example',
      },
    ])
    expect(everything()).toEqual(before)
  })

  it('is refused for a rejected or unknown booking', async () => {
    const { app, cancel } = booked('rejected')
    const rejected = await cancel()
    expect([rejected.status, rejected.json.message]).toEqual([409, 'Dieser Termin wurde bereits abgelehnt.'])
    const unknown = await app.browser().post('/api/patient/reject', { id: 'x'.repeat(32), message: '' })
    expect([unknown.status, unknown.json.error]).toEqual([404, 'not found'])
  })
})

describe('a move by the patient', () => {
  const TO = '2027-01-13T09:00:00+01:00'
  const time = (start: string) => ({ start, start_local: start })

  function moving(status: 'requested' | 'confirmed') {
    const app = openTestApp()
    const { id } = insertBooking(app.ctx().db, { status, serviceId: 'folgebehandlung' })
    const browser = app.browser()
    return {
      app,
      id,
      browser,
      move: (changes: Record<string, unknown> = {}) =>
        browser.post('/api/patient/move', { id, start: TO, message: '', ...changes }),
    }
  }

  it('of a request answers its new time', async () => {
    const { id, browser, move } = moving('requested')
    const answer = await move()
    expect([answer.status, answer.json]).toEqual([200, { status: 'requested', slot: time(TO) }])
    const overview = await browser.get(`/api/bookings/${id}`)
    expect(overview.json).toMatchObject({ status: 'requested', slot: time(TO) })
    expect(overview.json).not.toHaveProperty('move')
  })

  it('of a confirmed appointment answers both times, as the overview does until the practice has decided', async () => {
    const { app, id, browser, move } = moving('confirmed')
    const pending = { status: 'confirmed', slot: time(START), move: time(TO) }
    const answer = await move({ message: 'Bin verreist.' })
    expect([answer.status, answer.json]).toEqual([200, pending])
    expect((await move()).json).toEqual(pending)
    expect((await browser.get(`/api/bookings/${id}`)).json).toMatchObject(pending)
    const assistant = app.admin()
    const outdated = await assistant.post('/api/admin/confirm', { id, start: START })
    expect([outdated.status, outdated.json.error]).toEqual([409, 'conflict'])
    const decided = await assistant.post('/api/admin/confirm', { id, start: TO })
    expect([decided.status, decided.json]).toEqual([
      200,
      { status: 'confirmed', note: 'Termin wurde verschoben und der Patient informiert.' },
    ])
    const { json } = await browser.get(`/api/bookings/${id}`)
    expect(json).toMatchObject({ status: 'confirmed', slot: time(TO) })
    expect(json).not.toHaveProperty('move')
  })

  it('that the practice rejects keeps the appointment', async () => {
    const { app, id, move } = moving('confirmed')
    await move()
    const decided = await app.admin().post('/api/admin/reject', { id, message: '' })
    const note = 'Verschiebung wurde abgelehnt und der Patient informiert. Der Termin bleibt, wo er ist.'
    expect([decided.status, decided.json]).toEqual([200, { status: 'confirmed', note }])
    const again = await app.admin().post('/api/admin/reject', { id, message: '' })
    expect(again.json).toEqual({ status: 'confirmed', note: 'Verschiebung war bereits abgelehnt.' })
  })

  it('is refused with its reason', async () => {
    const { app, move } = moving('confirmed')
    insertBooking(app.ctx().db, { startsAt: Date.parse(TO) })
    const refusal = async (changes: Record<string, unknown>) => {
      const { status, json } = await move(changes)
      return [status, json.error, json.fields?.start]
    }
    expect(await refusal({})).toEqual([409, 'slot_taken', undefined])
    expect(await refusal({ id: 'x'.repeat(32) })).toEqual([404, 'not found', undefined])
    expect(await refusal({ start: '2027-01-13' })).toEqual([
      400,
      'invalid',
      'Bitte einen gültigen Zeitpunkt angeben.',
    ])
    expect(await refusal({ stop: TO })).toEqual([400, 'invalid', undefined])
    const free = ['14', '15', '18'].map((day) => `2027-01-${day}T09:00:00+01:00`)
    for (const start of free) expect((await move({ start })).status).toBe(200)
    expect(await refusal({ start: '2027-01-19T09:00:00+01:00' })).toEqual([429, 'too_many', undefined])
    app.at('2027-01-11T08:30:00+01:00')
    expect(await refusal({ start: '2027-01-20T09:00:00+01:00' })).toEqual([409, 'too_late', undefined])
  })

  it('of fifty to one time at once succeeds once', async () => {
    const { app } = moving('confirmed')
    const START_OF_DAY = Date.parse('2027-02-01T08:00:00+01:00')
    const ids = Array.from({ length: 50 }, (_, nr) => {
      const status = nr % 2 === 0 ? 'requested' : 'confirmed'
      const startsAt = START_OF_DAY + nr * 30 * 60_000
      return insertBooking(app.ctx().db, { status, startsAt, serviceId: 'folgebehandlung' }).id
    })
    const answers = await Promise.all(
      ids.map((id) => app.browser().post('/api/patient/move', { id, start: TO })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(409)])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(
      app.rows(
        `select coalesce(booking_id, move_of) id from occupations where starts_at = ?`,
        Date.parse(TO),
      ),
    ).toEqual([{ id: ids[winner] }])
  })

  it('is offered the free times of its service, its own two among them', async () => {
    const { app, id, browser, move } = moving('confirmed')
    await move()
    insertBooking(app.ctx().db, { startsAt: Date.parse('2027-01-13T10:00:00+01:00') })
    const starts = async (query: string) =>
      (await browser.get(`/api/slots?date=2027-01-13&${query}`)).json.map((slot: { slot_start: string }) =>
        slot.slot_start.slice(11, 16),
      )
    const others = await starts('service=folgebehandlung')
    expect(others).not.toContain('09:00')
    const own = await starts(`move=${id}`)
    expect(own).toEqual(expect.arrayContaining([...others, '09:00', '08:45', '09:15']))
    expect(own).not.toContain('10:00')
    const summary = `/api/slots?summary=1&from=2027-01-12&to=2027-01-13&move=${id}`
    expect((await browser.get(summary)).json[1]).toEqual({ date: '2027-01-13', available_count: own.length })
    const unknown = await browser.get(`/api/slots?date=2027-01-13&move=${'x'.repeat(32)}`)
    expect([unknown.status, unknown.json.error]).toEqual([404, 'not found'])
  })
})
