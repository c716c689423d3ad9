import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { bookings } from '../../db/schema.ts'
import { insertBooking } from '../../testing/bookings.ts'
import type { Browser } from '../../testing/browser.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const LATE_BY_SMS = 'Ihr Termin heute um 19:30 Uhr beginnt rund 20 Min. später.'
const LATE_BY_EMAIL = 'rund 20 Minuten später'

/**
 * Opens the practice at 19:00, with appointments whose patients can be reached by SMS, by e-mail, or only by
 * a call, one that has begun and one tomorrow.
 */
function openEvening() {
  const app = openTestApp()
  app.setUpSms()
  app.at('2027-01-12T19:00:00+01:00')
  const addAppointment = (start: string, changes: object) =>
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: Date.parse(start), ...changes }).id
  const ids = {
    begun: addAppointment('2027-01-12T18:55:00+01:00', {}),
    sms: addAppointment('2027-01-12T19:30:00+01:00', {}),
    email: addAppointment('2027-01-12T20:00:00+01:00', { mobile: '05572 123456' }),
    call: addAppointment('2027-01-12T20:30:00+01:00', { mobile: '05572 123457', email: '' }),
    tomorrow: addAppointment('2027-01-13T08:30:00+01:00', {}),
  }
  const admin = app.admin()
  return {
    app,
    ids,
    admin,
    /** Notifies these patients that the practice is twenty minutes late. */
    notify: (patients: string[]) => admin.post('/api/admin/late', { minutes: 20, ids: patients }),
    /** Writes to one patient. Returns the status and sentence of the answer. */
    write: async (id: string, by: 'sms' | 'email', text: string) => {
      const { status, json } = await admin.post(`/api/admin/bookings/${id}/messages`, { by, text })
      return [status, json.message]
    },
  }
}

/** Stores another copy of the only SMS, as sent for this price in thousandths of a cent. */
function repeatSms(app: TestApp, price: number | null) {
  app.change(
    `insert into messages (log_uuid, channel, kind, recipient, text, status, due_at, created_at, price_millicents)
     select hex(randomblob(16)), channel, kind, recipient, text, 'sent', due_at, created_at, ?
     from messages where channel = 'sms' order by id limit 1`,
    price,
  )
}

describe('the patients of the rest of today', () => {
  it('are listed with the channel for each, and nothing is sent yet', async () => {
    const { app, ids, admin } = openEvening()
    const listed = (await admin.get('/api/admin/late')).json
    expect(listed.map(({ id, way }: { id: string; way: string }) => [id, way])).toEqual([
      [ids.sms, 'sms'],
      [ids.email, 'email'],
      [ids.call, 'call'],
    ])
    expect(app.rows('select * from messages')).toEqual([])
  })

  it('can be limited to those who come by a given time', async () => {
    const { ids, admin } = openEvening()
    const untilEight = (await admin.get('/api/admin/late?until=2027-01-12T20:00')).json
    expect(untilEight.map(({ id }: { id: string }) => id)).toEqual([ids.sms, ids.email])
  })

  it('are notified once and at once, by SMS or e-mail', async () => {
    const { app, ids, notify } = openEvening()
    // The patient who is already here and the one of tomorrow are not notified.
    expect((await notify(Object.values(ids))).json).toHaveLength(3)
    const sent = app.rows<{ channel: string; id: string; due: number; text: string }>(
      `select channel, booking_id id, due_at due, text from messages where status = 'queued'`,
    )
    expect(sent).toEqual([
      { channel: 'sms', id: ids.sms, due: Date.now(), text: expect.stringContaining(LATE_BY_SMS) },
      { channel: 'email', id: ids.email, due: Date.now(), text: expect.stringContaining(LATE_BY_EMAIL) },
    ])
  })

  it('keep their times, and the history of each has the message', async () => {
    const { app, ids, notify } = openEvening()
    const times = app.rows('select id, starts_at from bookings')
    await notify(Object.values(ids))
    expect(app.rows(`select booking_id id, message from events where kind = 'late-told'`)).toEqual([
      { id: ids.sms, message: '20 Minuten' },
      { id: ids.email, message: '20 Minuten' },
    ])
    expect(app.rows('select id, starts_at from bookings')).toEqual(times)
  })

  it('can be limited to one doctor', async () => {
    const { app, ids, admin } = openEvening()
    app.ctx().db.update(bookings).set({ resourceId: 'b' }).where(eq(bookings.id, ids.email)).run()
    const late = async (resource: string) =>
      (await admin.get(`/api/admin/late?resource=${resource}`)).json.map(({ id }: { id: string }) => id)
    expect([await late('b'), await late('doctor-1')]).toEqual([[ids.email], [ids.sms, ids.call]])
  })

  it('are ticked off after they were called', async () => {
    const { app, ids, admin } = openEvening()
    const called = async () =>
      (await admin.get('/api/admin/late')).json
        .filter((row: { called: boolean }) => row.called)
        .map(({ id }: { id: string }) => id)
    expect(await called()).toEqual([])
    expect((await admin.post(`/api/admin/bookings/${ids.call}/called`)).status).toBe(200)
    expect(await called()).toEqual([ids.call])
    expect(app.rows(`select actor from events where kind = 'called'`)).toEqual([{ actor: 'admin' }])
  })

  it.each([
    { fault: 'a delay under five minutes', changes: { minutes: 4 }, field: 'minutes' },
    { fault: 'a delay over two hours', changes: { minutes: 121 }, field: 'minutes' },
    { fault: 'nobody to tell', changes: { ids: [] }, field: 'ids' },
    { fault: 'an end tomorrow', changes: { until: '2027-01-13T08:00' }, field: 'until' },
  ])('are not notified with $fault', async ({ changes, field }) => {
    const { app, ids, admin } = openEvening()
    const body = { minutes: 20, ids: [ids.sms], ...changes }
    const answer = await admin.post('/api/admin/late', body)
    expect([answer.status, answer.json.error, Object.keys(answer.json.fields)]).toEqual([
      400,
      'invalid',
      [field],
    ])
    expect(app.rows('select * from messages')).toEqual([])
  })
})

describe('the check of an absence', () => {
  const BLOCK = {
    kind: 'block',
    title: 'Heute entfällt',
    start: '2027-01-12T19:00',
    end: '2027-01-13T00:00',
    resource_id: null,
  }
  const conflicts = async (admin: Browser) =>
    (await admin.post('/api/admin/absences/check', BLOCK)).json.conflicts as {
      id: string
      by: string[]
      sms_price: number | null
    }[]

  it('has the channels that reach each patient', async () => {
    const { ids, admin } = openEvening()
    expect((await conflicts(admin)).map(({ id, by }) => [id, by])).toEqual([
      [ids.begun, ['sms', 'email']],
      [ids.sms, ['sms', 'email']],
      [ids.email, ['email']],
      [ids.call, []],
    ])
  })

  it('has the usual price of an SMS once some were paid', async () => {
    const { app, ids, admin, notify } = openEvening()
    expect((await conflicts(admin))[0]?.sms_price).toBeNull()
    await notify([ids.sms])
    const [usual, abroad] = [7_260, 90_000]
    for (const price of [usual, null, abroad, usual]) repeatSms(app, price)
    // The usual price, in euros, is the median, whatever a single SMS abroad has cost.
    expect((await conflicts(admin))[0]?.sms_price).toBe(usual / 100_000)
    expect((await admin.get('/api/admin/late')).json[0].sms_price).toBe(usual / 100_000)
  })
})

describe('a message to one patient', () => {
  const TEXT = 'Der {Lift} steht. Bitte läuten.'

  it('is sent only by the chosen channel, as it was typed', async () => {
    const { app, ids, write } = openEvening()
    expect(await write(ids.sms, 'sms', TEXT)).toEqual([200, 'Die Nachricht wird gesendet.'])
    expect(await write(ids.email, 'email', TEXT)).toEqual([200, 'Die Nachricht wird gesendet.'])
    expect(app.rows('select channel, text from messages order by id')).toEqual([
      { channel: 'sms', text: expect.stringContaining(TEXT) },
      { channel: 'email', text: expect.stringContaining(TEXT) },
    ])
    expect(app.rows(`select message from events where kind = 'written'`)).toEqual([
      { message: TEXT },
      { message: TEXT },
    ])
  })

  it('is refused with the reason if it cannot arrive', async () => {
    const { ids, write } = openEvening()
    expect(await write(ids.email, 'sms', TEXT)).toEqual([409, 'Festnetznummer: keine SMS möglich.'])
    expect(await write(ids.call, 'email', TEXT)).toEqual([409, 'Es ist keine E-Mail-Adresse angegeben.'])
  })

  it('is refused for an appointment that has begun or is cancelled', async () => {
    const { ids, admin, write } = openEvening()
    const [statusOfBegun] = await write(ids.begun, 'email', TEXT)
    expect(statusOfBegun).toBe(409)
    await admin.post(`/api/admin/bookings/${ids.tomorrow}/cancel`, { message: '' })
    expect(await write(ids.tomorrow, 'sms', TEXT)).toEqual([409, 'Dieser Termin wurde bereits abgesagt.'])
  })

  it.each([
    ['too long', 'x'.repeat(500)],
    ['empty', ' '],
  ])('is refused when it is %s', async (_, text) => {
    const { app, ids, write } = openEvening()
    expect((await write(ids.sms, 'sms', text))[0]).toBe(400)
    expect(app.rows('select * from messages')).toEqual([])
  })

  it('must fit into three parts of an SMS together with the practice’s name', async () => {
    const { app, ids, write } = openEvening()
    // Three parts hold 459 characters, some of which the name takes.
    const [status] = await write(ids.sms, 'sms', 'x'.repeat(459))
    expect(status).toBe(400)
    expect(app.rows('select * from messages')).toEqual([])
    expect(app.rows(`select * from events where kind = 'written'`)).toEqual([])
  })

  it('is measured with plain quotes, because an SMS is sent with them', async () => {
    const { ids, write } = openEvening()
    // Typographic quotes would require UCS-2, with 201 characters in three parts.
    const [status] = await write(ids.sms, 'sms', `„${'x'.repeat(300)}“`)
    expect(status).toBe(200)
  })
})
