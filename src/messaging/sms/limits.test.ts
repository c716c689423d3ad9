import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cancelByStaff } from '../../booking/cancellation.ts'
import { decideBooking } from '../../booking/decisions.ts'
import type { Booking } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { refusalOf } from '../../testing/refusal.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { sendTestSms } from '../connection-tests.ts'
import { retryMessage } from '../outbox/retry.ts'
import { smsOfMonth } from './limits.ts'

let app: SmsApp

beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

/** Returns why each row is suppressed, null when it is not. */
const reasons = () => app.rows().map(({ status, error }) => (status === 'suppressed' ? error : null))
/** Returns the last message of the outbox. */
const lastMessage = () => app.rows().at(-1)

describe('the countries of SMS', () => {
  it.each(['0664 1234567', '+49 171 1234567', '+41 79 123 45 67', '+423 660 123 456', '+39 312 345 6789'])(
    'include that of %s by default',
    (mobile) => {
      app.queue({ mobile })
      expect(reasons()).toEqual([null])
    },
  )

  it.each([
    ['+385 91 234 5678', 'SMS in dieses Land sind nicht freigegeben: Kroatien.'],
    ['+1 213 373 4253', 'SMS in dieses Land sind nicht freigegeben: Vereinigte Staaten.'],
    // This is the number of a satellite telephone.
    ['+870 773 111 632', 'SMS in dieses Land sind nicht freigegeben.'],
  ])('do not include that of %s, whatever the address says', (mobile, reason) => {
    app.queue({ mobile, country: 'AT' })
    expect(reasons()).toEqual([reason])
  })

  it('are those of the settings', () => {
    writeSettings(app.ctx(), 'general', { sms_countries: 'HR' })
    app.queue({ mobile: '+385 91 234 5678' })
    app.queue()
    expect(reasons()).toEqual([null, 'SMS in dieses Land sind nicht freigegeben: Österreich.'])
    writeSettings(app.ctx(), 'general', { sms_countries: '' })
    app.queue({ mobile: '+385 91 234 5678' })
    expect(reasons()[2]).toContain('Kroatien')
  })

  it('hold for a retry too', () => {
    app.queue({ mobile: '+385 91 234 5678' })
    const refused = refusalOf(() => retryMessage(app.ctx(), 'sms', 1))
    expect([refused?.code, refused?.message]).toEqual(['conflict', reasons()[0]])
  })
})

describe('a number', () => {
  it('gets six SMS a Vienna day', () => {
    vi.setSystemTime(Date.parse('2026-11-20T23:40:00+01:00'))
    for (let i = 0; i < 7; i++) app.queue()
    app.queue({ mobile: '0664 7654321' })
    const full = 'Diese Nummer hat heute schon sechs SMS bekommen.'
    expect(reasons()).toEqual([null, null, null, null, null, null, full, null])
    expect(refusalOf(() => retryMessage(app.ctx(), 'sms', 7))?.message).toBe(full)

    vi.setSystemTime(Date.parse('2026-11-21T00:05:00+01:00'))
    app.queue()
    expect(reasons()[8]).toBeNull()
  })

  it('is counted also once its SMS were sent', async () => {
    for (let i = 0; i < 6; i++) app.queue({ text: `Nummer ${i}` })
    await app.deliver()
    expect(new Set(app.rows().map(({ status }) => status))).toEqual(new Set(['sent']))
    app.queue()
    expect(lastMessage()?.status).toBe('suppressed')
  })
})

describe('the cap of a month', () => {
  beforeEach(() => writeSettings(app.ctx(), 'general', { sms_monthly_cap: 3 }))
  const mobileOf = (i: number) => `0664 12345${10 + i}`
  const full = 'Die Grenze von 3 SMS im Monat ist erreicht.'

  it('suppresses what goes beyond, until the month is over in Vienna', async () => {
    for (let i = 0; i < 4; i++) app.queue({ mobile: mobileOf(i) })
    expect(reasons()).toEqual([null, null, null, full])
    await app.deliver()
    expect(smsOfMonth(app.ctx())).toEqual({ count: 3, cap: 3 })
    vi.setSystemTime(Date.parse('2026-11-30T23:59:00+01:00'))
    app.queue({ mobile: mobileOf(5) })
    vi.setSystemTime(Date.parse('2026-12-01T00:01:00+01:00'))
    app.queue({ mobile: mobileOf(6) })
    expect(reasons().slice(4)).toEqual([full, null])
  })

  it('counts tests, and stores those beyond as not sent', async () => {
    writeSettings(app.ctx(), 'clicksend', { TEST_MOBILE: '+436641234567' })
    const sendTest = () => sendTestSms(app.ctx(), 'clicksend', { httpFetch: app.httpFetch, log: app.log })
    await sendTest()
    for (let i = 0; i < 2; i++) app.queue({ mobile: mobileOf(i) })
    await expect(sendTest()).rejects.toMatchObject({ code: 'test_failed', message: full })
    expect(lastMessage()).toMatchObject({ kind: 'test', status: 'failed', error: full })
  })

  it('does not exist when the setting is 0', () => {
    writeSettings(app.ctx(), 'general', { sms_monthly_cap: 0 })
    for (let i = 0; i < 5; i++) app.queue({ mobile: mobileOf(i) })
    expect(reasons()).toEqual([null, null, null, null, null])
  })
})

describe('a request that was never confirmed', () => {
  const addRequest = (changes: Partial<Booking> = {}) =>
    insertBooking(app.db, { startsAt: Date.now() + 9 * DAY_LENGTH, ...changes }).id
  const swiss = { mobile: '+41 79 123 45 67' }
  const reject = (id: string) => decideBooking(app.ctx(), id, { decision: 'reject' })

  it.each([
    ['rejected', reject],
    ['cancelled by the practice', (id: string) => cancelByStaff(app.ctx(), id, '')],
  ])('sends no SMS to a foreign number when it is %s', (_, end) => {
    end(addRequest(swiss))
    const error = 'Absage einer Anfrage: keine SMS an ausländische Nummern.'
    expect(lastMessage()).toMatchObject({ channel: 'sms', error })
  })

  it('sends an SMS to an Austrian number when it is rejected', () => {
    reject(addRequest())
    expect(lastMessage()).toMatchObject({ channel: 'sms', error: null })
  })

  it('sends an SMS to a foreign number when it is confirmed', () => {
    decideBooking(app.ctx(), addRequest(swiss), { decision: 'confirm' })
    expect(lastMessage()).toMatchObject({ channel: 'sms', error: null })
  })
})

it('the cancellation of an appointment sends an SMS to a foreign number', () => {
  const swiss = { mobile: '+41 79 123 45 67', status: 'confirmed' } as const
  const { id } = insertBooking(app.db, { startsAt: Date.now() + 9 * DAY_LENGTH, ...swiss })
  cancelByStaff(app.ctx(), id, '')
  expect(lastMessage()).toMatchObject({ channel: 'sms', kind: 'cancelled', status: 'queued' })
})
