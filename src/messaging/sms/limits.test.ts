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

const SWISS = { mobile: '+41 79 123 45 67' }

let app: SmsApp

beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

/** Returns why each message is suppressed; null if it is not. */
const suppressionReasons = () =>
  app.rows().map(({ status, error }) => (status === 'suppressed' ? error : null))
/** Returns the last message of the outbox. */
const lastMessage = () => app.rows().at(-1)

describe('the countries that get SMS', () => {
  it.each([
    { country: 'Austria', mobile: '0664 1234567' },
    { country: 'Germany', mobile: '+49 171 1234567' },
    { country: 'Switzerland', mobile: '+41 79 123 45 67' },
    { country: 'Liechtenstein', mobile: '+423 660 123 456' },
    { country: 'Italy', mobile: '+39 312 345 6789' },
  ])('include $country by default', ({ mobile }) => {
    app.queue({ mobile })
    expect(suppressionReasons()).toEqual([null])
  })

  it.each([
    {
      network: 'Croatia',
      mobile: '+385 91 234 5678',
      reason: 'SMS in dieses Land sind nicht freigegeben: Kroatien.',
    },
    {
      network: 'the United States',
      mobile: '+1 213 373 4253',
      reason: 'SMS in dieses Land sind nicht freigegeben: Vereinigte Staaten.',
    },
    {
      network: 'satellite telephones',
      mobile: '+870 773 111 632',
      reason: 'SMS in dieses Land sind nicht freigegeben.',
    },
  ])('do not include $network, whatever the address says', ({ mobile, reason }) => {
    app.queue({ mobile, country: 'AT' })
    expect(suppressionReasons()).toEqual([reason])
  })

  it('are the countries in the settings', () => {
    writeSettings(app.ctx(), 'general', { sms_countries: 'HR' })
    app.queue({ mobile: '+385 91 234 5678' })
    app.queue({ mobile: '0664 1234567' })
    expect(suppressionReasons()).toEqual([null, 'SMS in dieses Land sind nicht freigegeben: Österreich.'])
  })

  it('are none if the setting is empty', () => {
    writeSettings(app.ctx(), 'general', { sms_countries: '' })
    app.queue({ mobile: '0664 1234567' })
    app.queue({ mobile: '+385 91 234 5678' })
    expect(suppressionReasons()).toEqual([
      'SMS in dieses Land sind nicht freigegeben: Österreich.',
      'SMS in dieses Land sind nicht freigegeben: Kroatien.',
    ])
  })

  it('limit a retry too', () => {
    app.queue({ mobile: '+385 91 234 5678' })
    expect(refusalOf(() => retryMessage(app.ctx(), 'sms', 1))).toMatchObject({
      code: 'conflict',
      message: 'SMS in dieses Land sind nicht freigegeben: Kroatien.',
    })
  })
})

describe('a number', () => {
  const ENOUGH_TODAY = 'Diese Nummer hat heute schon sechs SMS bekommen.'

  it('gets six SMS per day in Vienna, like every other number', () => {
    vi.setSystemTime(Date.parse('2026-11-20T23:40:00+01:00'))
    for (let i = 0; i < 7; i++) app.queue()
    app.queue({ mobile: '0664 7654321' })
    expect(suppressionReasons()).toEqual([null, null, null, null, null, null, ENOUGH_TODAY, null])

    vi.setSystemTime(Date.parse('2026-11-21T00:05:00+01:00'))
    app.queue()
    expect(suppressionReasons().at(-1)).toBeNull()
  })

  it('gets any number of SMS while the limits are off', () => {
    app = openSmsApp({ RATE_LIMITS: 'off' })
    app.setUpClicksend()
    for (let i = 0; i < 7; i++) app.queue()
    expect(suppressionReasons()).toEqual(Array(7).fill(null))
  })

  it('gets no seventh SMS by a retry', () => {
    for (let i = 0; i < 7; i++) app.queue()
    const seventhId = lastMessage()?.id ?? 0
    expect(refusalOf(() => retryMessage(app.ctx(), 'sms', seventhId))?.message).toBe(ENOUGH_TODAY)
  })

  it('gets no seventh SMS on a day either when the first six were sent already', async () => {
    for (let i = 0; i < 6; i++) app.queue({ text: `Nummer ${i}` })
    await app.deliver()
    expect(new Set(app.rows().map(({ status }) => status))).toEqual(new Set(['sent']))
    app.queue()
    expect(lastMessage()?.status).toBe('suppressed')
  })
})

describe('the cap of a month', () => {
  beforeEach(() => writeSettings(app.ctx(), 'general', { sms_monthly_cap: 3 }))
  const CAP_REACHED = 'Die Grenze von 3 SMS im Monat ist erreicht.'

  /** Queues this number of SMS, each to another number. */
  const queueSmsTo = (recipients: number) => {
    for (let i = 0; i < recipients; i++) app.queue({ mobile: `0664 12345${10 + i}` })
  }

  it('suppresses further SMS', async () => {
    queueSmsTo(4)
    expect(suppressionReasons()).toEqual([null, null, null, CAP_REACHED])
    await app.deliver()
    expect(smsOfMonth(app.ctx())).toEqual({ count: 3, cap: 3 })
  })

  it('applies until the month ends in Vienna', () => {
    queueSmsTo(3)
    vi.setSystemTime(Date.parse('2026-11-30T23:59:00+01:00'))
    app.queue({ mobile: '0664 7654321' })
    expect(suppressionReasons().at(-1)).toBe(CAP_REACHED)
    vi.setSystemTime(Date.parse('2026-12-01T00:01:00+01:00'))
    app.queue({ mobile: '0664 7654321' })
    expect(suppressionReasons().at(-1)).toBeNull()
  })

  it('counts test SMS, and a test beyond it is stored as failed', async () => {
    writeSettings(app.ctx(), 'clicksend', { TEST_MOBILE: '+436641234567' })
    const sendTest = () => sendTestSms(app.ctx(), 'clicksend', { httpFetch: app.httpFetch, log: app.log })
    await sendTest()
    queueSmsTo(2)
    await expect(sendTest()).rejects.toMatchObject({ code: 'test_failed', message: CAP_REACHED })
    expect(lastMessage()).toMatchObject({ kind: 'test', status: 'failed', error: CAP_REACHED })
  })

  it('does not exist when the setting is 0', () => {
    writeSettings(app.ctx(), 'general', { sms_monthly_cap: 0 })
    queueSmsTo(5)
    expect(suppressionReasons()).toEqual([null, null, null, null, null])
  })
})

describe('a request that was never confirmed', () => {
  const addRequest = (changes: Partial<Booking> = {}) =>
    insertBooking(app.db, { startsAt: Date.now() + 9 * DAY_LENGTH, ...changes }).id
  const reject = (id: string) => decideBooking(app.ctx(), id, { decision: 'reject' })

  it.each([
    { end: 'rejected', endRequest: reject },
    { end: 'cancelled by the practice', endRequest: (id: string) => cancelByStaff(app.ctx(), id, '') },
  ])('causes no SMS to a foreign number when it is $end', ({ endRequest }) => {
    endRequest(addRequest(SWISS))
    const error = 'Absage einer Anfrage: keine SMS an ausländische Nummern.'
    expect(lastMessage()).toMatchObject({ channel: 'sms', error })
  })

  it('causes an SMS to an Austrian number when it is rejected', () => {
    reject(addRequest())
    expect(lastMessage()).toMatchObject({ channel: 'sms', error: null })
  })

  it('causes an SMS to a foreign number when it is confirmed', () => {
    decideBooking(app.ctx(), addRequest(SWISS), { decision: 'confirm' })
    expect(lastMessage()).toMatchObject({ channel: 'sms', error: null })
  })
})

it('the cancellation of an appointment causes an SMS to a foreign number', () => {
  const { id } = insertBooking(app.db, {
    ...SWISS,
    status: 'confirmed',
    startsAt: Date.now() + 9 * DAY_LENGTH,
  })
  cancelByStaff(app.ctx(), id, '')
  expect(lastMessage()).toMatchObject({ channel: 'sms', kind: 'cancelled', status: 'queued' })
})
