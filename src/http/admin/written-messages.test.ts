import { describe, expect, it } from 'vitest'
import { openEveningApp } from '../../testing/evening-app.ts'

describe('a message to one patient', () => {
  const TEXT = 'Der {Lift} steht. Bitte läuten.'

  it('is sent only by the chosen channel, as it was typed', async () => {
    const { app, ids, write } = openEveningApp()
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
    const { ids, write } = openEveningApp()
    expect(await write(ids.email, 'sms', TEXT)).toEqual([409, 'Festnetznummer: keine SMS möglich.'])
    expect(await write(ids.call, 'email', TEXT)).toEqual([409, 'Es ist keine E-Mail-Adresse angegeben.'])
  })

  it('is refused for an appointment that has begun or is cancelled', async () => {
    const { ids, admin, write } = openEveningApp()
    const [statusOfBegun] = await write(ids.begun, 'email', TEXT)
    expect(statusOfBegun).toBe(409)
    await admin.post(`/api/admin/bookings/${ids.tomorrow}/cancel`, { message: '' })
    expect(await write(ids.tomorrow, 'sms', TEXT)).toEqual([409, 'Dieser Termin wurde bereits abgesagt.'])
  })

  it.each([
    { fault: 'too long', text: 'x'.repeat(500) },
    { fault: 'empty', text: ' ' },
  ])('is refused when it is $fault', async ({ text }) => {
    const { app, ids, write } = openEveningApp()
    const [status] = await write(ids.sms, 'sms', text)
    expect(status).toBe(400)
    expect(app.rows('select * from messages')).toEqual([])
  })

  it('must fit into three parts of an SMS together with the practice’s name', async () => {
    const { app, ids, write } = openEveningApp()
    // Three parts hold 459 characters, some of which the name takes.
    const [status] = await write(ids.sms, 'sms', 'x'.repeat(459))
    expect(status).toBe(400)
    expect(app.rows('select * from messages')).toEqual([])
    expect(app.rows(`select * from events where kind = 'written'`)).toEqual([])
  })

  it('is measured with plain quotes, because an SMS is sent with them', async () => {
    const { ids, write } = openEveningApp()
    // Typographic quotes would require UCS-2, with 201 characters in three parts.
    const [status] = await write(ids.sms, 'sms', `„${'x'.repeat(300)}“`)
    expect(status).toBe(200)
  })
})
