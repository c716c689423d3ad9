import { beforeEach, describe, expect, it } from 'vitest'
import { cancelByPatient, cancelByStaff } from '../booking/cancellation.ts'
import { decideBooking } from '../booking/decisions.ts'
import type { Ctx } from '../ctx.ts'
import type { Booking } from '../db/schema.ts'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import type { Browser } from '../testing/browser.ts'
import { book } from '../testing/factory.ts'
import { START } from '../testing/hold-app.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'

describe('the overview', () => {
  let app: TestApp
  let browser: Browser
  const staffCtx = (): Ctx => ({ ...app.ctx(), actor: { kind: 'staff-link' } })

  beforeEach(() => {
    app = openTestApp()
    browser = app.browser()
  })

  it('answers its fields and nothing more', async () => {
    const { id } = (await book(app, browser, START)).json
    const answer = await browser.get(`/api/bookings/${id}`)
    const notes = expect.stringContaining('Befunde')
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        id,
        status: 'requested',
        slot: {
          start: START,
          start_local: START,
          end: expect.stringMatching(/T09:15/),
          notes,
          status: 'requested',
        },
        service_name: 'Erstordination',
        contact: { name: 'Rosa Musterfrau', firstName: 'Rosa', lastName: 'Musterfrau' },
        notes,
        practice: {
          name: 'Ordination Dr. Demo Muster',
          address: 'Beispielstraße 1, 6850 Dornbirn',
          email: 'termine@ordination.example',
          phone: '+43 5572 000000',
          mapsUrl: expect.stringMatching(/^https:/),
          mapsEmbedUrl: expect.stringMatching(/^https:/),
        },
      },
    ])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each<[string, string, string, (id: string) => unknown]>([
    [
      'the message of a rejection',
      'rejected',
      'Wir sind auf Urlaub.',
      (id) => decideBooking(staffCtx(), id, { decision: 'reject', message: 'Wir sind auf Urlaub.' }),
    ],
    [
      'the message of a cancellation by the practice',
      'cancelled',
      'Bitte rufen Sie uns an.',
      (id) => cancelByStaff(staffCtx(), id, 'Bitte rufen Sie uns an.'),
    ],
    [
      'the notes of the service after one without a message',
      'cancelled',
      'Nüchtern kommen.',
      (id) => cancelByStaff(staffCtx(), id, ''),
    ],
    [
      'the notes of the service, not what the patient wrote when cancelling',
      'cancelled',
      'Nüchtern kommen.',
      (id) => cancelByPatient(app.ctx(), id, 'Ich bin verhindert.'),
    ],
  ])('has %s', async (_, status, slotNotes, change) => {
    const { id } = insertBooking(app.ctx().db, { startsAt: Date.parse(START), notes: 'Nüchtern kommen.' })
    change(id)
    const { slot, notes } = (await browser.get(`/api/bookings/${id}`)).json
    expect([slot.status, slot.notes, notes]).toEqual([status, slotNotes, 'Nüchtern kommen.'])
  })

  it('has the hint that the service has now, while the appointment stands', async () => {
    const { id } = insertBooking(app.ctx().db, { serviceId: 'vorsorgegespraech' })
    app.change(`update services set hint = 'Impfpass mitbringen.' where id = 'vorsorgegespraech'`)
    const hint = async () => (await browser.get(`/api/bookings/${id}`)).json.hint
    expect(await hint()).toBe('Impfpass mitbringen.')
    cancelByPatient(app.ctx(), id, '')
    expect(await hint()).toBeUndefined()
  })

  it.each([
    ['rejected', START],
    ['cancelled', START],
    ['requested', '2027-01-06T08:30:00+01:00'],
  ] as const)(
    'has the next free time of the service when it is %s and does not take place',
    async (status, start) => {
      const startsAt = Date.parse(start)
      const { id } = insertBooking(app.ctx().db, { status, startsAt, serviceId: 'erstordination' })
      const read = async () => (await browser.get(`/api/bookings/${id}`)).json.next_free
      const next = await read()
      expect(next).toMatchObject({
        service_id: 'erstordination',
        start: expect.stringMatching(/^2027-01-0[78]T/),
      })
      expect((await book(app, browser, next.start)).status).toBe(201)
      expect(await read()).not.toEqual(next)
      writeSettings(app.ctx(), 'general', { booking_maintenance_active: true })
      expect(await read()).toBeUndefined()
    },
  )

  it.each<[string, Partial<Booking>, string, string | undefined]>([
    ['is told', {}, 'AT', '+43 664 …567'],
    ['is not told where no SMS go to its country', {}, 'DE', undefined],
    ['is not told of a child', { birthOn: '2015-01-01' }, 'AT', undefined],
    ['is not told without the wish for one', { reminderBySms: false }, 'AT', undefined],
  ])('the number of the reminder by SMS %s', async (_, changes, sms_countries, number) => {
    const { id } = insertBooking(app.ctx().db, { reminderBySms: true, ...changes })
    app.setUpSms()
    writeSettings(app.ctx(), 'general', { sms_countries })
    expect((await browser.get(`/api/bookings/${id}`)).json.reminder_sms).toBe(number)
  })

  it('the number of the reminder by SMS is not told without an SMS provider', async () => {
    const { id } = insertBooking(app.ctx().db, { reminderBySms: true })
    expect((await browser.get(`/api/bookings/${id}`)).json.reminder_sms).toBeUndefined()
  })

  it.each([
    ['', 400, 'bookingId required', expect.any(String)],
    ['/', 400, 'bookingId required', expect.any(String)],
    ['/%20', 400, 'bookingId required', expect.any(String)],
    [`/${'x'.repeat(32)}`, 404, 'not found', 'Der Termin konnte nicht gefunden werden.'],
  ])('is refused at /api/bookings%s', async (path, status, error, message) => {
    const answer = await browser.get(`/api/bookings${path}`)
    expect([answer.status, answer.json]).toEqual([status, { error, message }])
  })
})
