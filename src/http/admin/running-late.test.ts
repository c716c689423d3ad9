import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { bookings } from '../../db/schema.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** A practice at 19:00 with one patient for each way, one who is here already, and one of tomorrow. */
function openEvening() {
  const app = openTestApp()
  app.setUpSms()
  app.at('2027-01-12T19:00:00+01:00')
  const add = (start: string, changes: object) =>
    insertBooking(app.ctx().db, { status: 'confirmed', startsAt: Date.parse(start), ...changes }).id
  const ids = {
    begun: add('2027-01-12T18:55:00+01:00', {}),
    sms: add('2027-01-12T19:30:00+01:00', {}),
    email: add('2027-01-12T20:00:00+01:00', { mobile: '05572 123456' }),
    call: add('2027-01-12T20:30:00+01:00', { mobile: '05572 123457', email: '' }),
    tomorrow: add('2027-01-13T08:30:00+01:00', {}),
  }
  return { app, ids, admin: app.admin() }
}

it('tells each patient of the rest of today once, by SMS or e-mail, at once, and nothing moves', async () => {
  const { app, ids, admin } = openEvening()
  const times = app.rows('select id, starts_at from bookings')
  const shown = await admin.get('/api/admin/late')
  const ways = shown.json.map(({ id, way }: { id: string; way: string }) => [id, way])
  expect(ways).toEqual([
    [ids.sms, 'sms'],
    [ids.email, 'email'],
    [ids.call, 'call'],
  ])
  expect((await admin.get('/api/admin/late?until=2027-01-12T20:00')).json).toHaveLength(2)
  expect(app.rows('select * from messages')).toEqual([])

  const body = { minutes: 20, ids: Object.values(ids) }
  expect((await admin.post('/api/admin/late', body)).json).toHaveLength(3)
  const sent = app.rows<{ channel: string; id: string; due: number; text: string }>(
    `select channel, booking_id id, due_at due, text from messages where status = 'queued'`,
  )
  expect(sent.map(({ channel, id, due }) => [channel, id, due])).toEqual([
    ['sms', ids.sms, Date.now()],
    ['email', ids.email, Date.now()],
  ])
  expect(sent[0]?.text).toContain('Ihr Termin heute um 19:30 Uhr beginnt rund 20 Min. später.')
  expect(sent[1]?.text).toContain('rund 20 Minuten später')
  expect(app.rows(`select booking_id id, message from events where kind = 'late-told'`)).toEqual([
    { id: ids.sms, message: '20 Minuten' },
    { id: ids.email, message: '20 Minuten' },
  ])
  expect(app.rows('select id, starts_at from bookings')).toEqual(times)
})

it('tells the patients of one doctor only, where that one is late', async () => {
  const { app, ids, admin } = openEvening()
  app.ctx().db.update(bookings).set({ resourceId: 'b' }).where(eq(bookings.id, ids.email)).run()
  const late = async (resource: string) =>
    (await admin.get(`/api/admin/late?resource=${resource}`)).json.map(({ id }: { id: string }) => id)
  expect([await late('b'), await late('doctor-1')]).toEqual([[ids.email], [ids.sms, ids.call]])
})

it('says by what each patient is reached and what an SMS usually costs, before anything is sent', async () => {
  const { app, ids, admin } = openEvening()
  const block = {
    kind: 'block',
    title: 'Heute entfällt',
    start: '2027-01-12T19:00',
    end: '2027-01-13T00:00',
    resource_id: null,
  }
  const conflicts = async () => (await admin.post('/api/admin/absences/check', block)).json.conflicts
  const shown = (await conflicts()).map((row: Record<string, unknown>) => [row.id, row.by, row.sms_price])
  expect(shown).toEqual([
    [ids.begun, ['sms', 'email'], null],
    [ids.sms, ['sms', 'email'], null],
    [ids.email, ['email'], null],
    [ids.call, [], null],
  ])

  await admin.post('/api/admin/late', { minutes: 20, ids: [ids.sms] })
  const [message] = app.rows<{ id: number }>(`select id from messages where channel = 'sms'`)
  const repeat = (price: number | null) =>
    app
      .ctx()
      .db.$client.prepare(
        `insert into messages (log_uuid, channel, kind, recipient, text, status, due_at, created_at, price_millicents)
       select hex(randomblob(16)), channel, kind, recipient, text, 'sent', due_at, created_at, ? from messages where id = ?`,
      )
      .run(price, message?.id)
  for (const price of [7260, null, 90_000, 7260]) repeat(price)
  expect((await conflicts())[0].sms_price).toBe(0.0726)
  expect((await admin.get('/api/admin/late')).json[0].sms_price).toBe(0.0726)
})

it('ticks off who was called, until the next day', async () => {
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
  [{ minutes: 4 }, 'minutes'],
  [{ minutes: 121 }, 'minutes'],
  [{ ids: [] }, 'ids'],
  [{ until: '2027-01-13T08:00' }, 'until'],
])('refuses %j', async (changes, field) => {
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

it('writes to one patient by the chosen way only, and says why it cannot', async () => {
  const { app, ids, admin } = openEvening()
  const write = async (id: string, by: string, text: string) => {
    const { status, json } = await admin.post(`/api/admin/bookings/${id}/messages`, { by, text })
    return [status, json.message]
  }
  const text = 'Der {Lift} steht. Bitte läuten.'
  expect(await write(ids.sms, 'sms', text)).toEqual([200, 'Die Nachricht wird gesendet.'])
  expect(await write(ids.email, 'email', text)).toEqual([200, 'Die Nachricht wird gesendet.'])
  const sent = app.rows<{ channel: string; text: string }>('select channel, text from messages order by id')
  expect(sent.map(({ channel }) => channel)).toEqual(['sms', 'email'])
  for (const row of sent) expect(row.text).toContain(text)
  expect(app.rows(`select message from events where kind = 'written'`)).toEqual([
    { message: text },
    { message: text },
  ])
  expect(await write(ids.email, 'sms', text)).toEqual([409, 'Festnetznummer: keine SMS möglich.'])
  expect(await write(ids.call, 'email', text)).toEqual([409, 'Es ist keine E-Mail-Adresse angegeben.'])
  expect((await write(ids.begun, 'email', text))[0]).toBe(409)
  expect((await write(ids.sms, 'sms', 'x'.repeat(500)))[0]).toBe(400)
  expect((await write(ids.sms, 'sms', ' '))[0]).toBe(400)
  await admin.post(`/api/admin/bookings/${ids.tomorrow}/cancel`, { message: '' })
  expect(await write(ids.tomorrow, 'sms', text)).toEqual([409, 'Dieser Termin wurde bereits abgesagt.'])
})

it('measures an SMS as it leaves: behind the practice’s name, in cheap characters', async () => {
  const { app, ids, admin } = openEvening()
  const write = async (text: string) =>
    (await admin.post(`/api/admin/bookings/${ids.sms}/messages`, { by: 'sms', text })).status
  // Three parts hold 459 characters, and the name takes some of them.
  expect(await write('x'.repeat(459))).toBe(400)
  expect(app.rows('select * from messages')).toEqual([])
  expect(app.rows(`select * from events where kind = 'written'`)).toEqual([])
  // Typographic quotes would make it UCS-2, of which three parts hold 201.
  expect(await write(`„${'x'.repeat(300)}“`)).toBe(200)
})
