import { beforeEach, describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { refusalOf } from '../../testing/refusal.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { sendTestSms } from '../connection-tests.ts'
import { retryMessage } from '../outbox/retry.ts'
import { PER_NUMBER_AND_DAY, smsOfMonth } from './limits.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

const ANOTHER_NUMBER = '0664 7654321'

describe('a number', () => {
  const ENOUGH_TODAY = 'Diese Nummer hat heute schon sechs SMS bekommen.'

  /** Queues this number of SMS to the same number. */
  const queueSms = (count: number) => {
    for (let i = 0; i < count; i++) app.queue()
  }

  it('gets six SMS per day in Vienna, like every other number', () => {
    app.setClock('2026-11-20T23:40:00+01:00')
    queueSms(PER_NUMBER_AND_DAY + 1)
    app.queue({ mobile: ANOTHER_NUMBER })
    const sixAllowed = Array(PER_NUMBER_AND_DAY).fill(null)
    expect(app.listSuppressionReasons()).toEqual([...sixAllowed, ENOUGH_TODAY, null])

    app.setClock('2026-11-21T00:05:00+01:00')
    app.queue()
    expect(app.listSuppressionReasons().at(-1)).toBeNull()
  })

  it('gets any number of SMS while the limits are off', () => {
    app = openSmsApp({ RATE_LIMITS: 'off' })
    app.setUpClicksend()
    queueSms(PER_NUMBER_AND_DAY + 1)
    expect(app.listSuppressionReasons()).toEqual(Array(PER_NUMBER_AND_DAY + 1).fill(null))
  })

  it('gets no seventh SMS by a retry', () => {
    queueSms(PER_NUMBER_AND_DAY + 1)
    const refusal = refusalOf(() => retryMessage(app.ctx(), 'sms', app.getLastMessage().id))
    expect(refusal?.message).toBe(ENOUGH_TODAY)
  })

  it('gets no seventh SMS on a day either when the first six were sent already', async () => {
    for (let i = 0; i < PER_NUMBER_AND_DAY; i++) app.queue({ text: `Nummer ${i}` })
    await app.deliver()
    expect(new Set(app.listMessages().map(({ status }) => status))).toEqual(new Set(['sent']))
    app.queue()
    expect(app.getLastMessage().status).toBe('muted')
  })
})

describe('the cap of a month', () => {
  const CAP = 3
  const CAP_REACHED = `Die Grenze von ${CAP} SMS im Monat ist erreicht.`
  beforeEach(() => writeSettings(app.ctx(), 'general', { sms_monthly_cap: CAP }))

  /** Queues an SMS to each of so many numbers. */
  const queueToNumbers = (count: number) => {
    for (let i = 0; i < count; i++) app.queue({ mobile: `0664 12345${10 + i}` })
  }

  it('suppresses further SMS', async () => {
    queueToNumbers(CAP + 1)
    expect(app.listSuppressionReasons()).toEqual([...Array(CAP).fill(null), CAP_REACHED])
    await app.deliver()
    expect(smsOfMonth(app.ctx())).toEqual({ count: CAP, cap: CAP })
  })

  it('applies until the month ends in Vienna', () => {
    queueToNumbers(CAP)
    app.setClock('2026-11-30T23:59:00+01:00')
    app.queue({ mobile: ANOTHER_NUMBER })
    expect(app.listSuppressionReasons().at(-1)).toBe(CAP_REACHED)
    app.setClock('2026-12-01T00:01:00+01:00')
    app.queue({ mobile: ANOTHER_NUMBER })
    expect(app.listSuppressionReasons().at(-1)).toBeNull()
  })

  it('counts test SMS, and a test beyond it is stored as failed', async () => {
    writeSettings(app.ctx(), 'clicksend', { TEST_MOBILE: '+436641234567' })
    const sendTest = () => sendTestSms(app.ctx(), 'clicksend', { httpFetch: app.httpFetch, log: app.log })
    await sendTest()
    queueToNumbers(CAP - 1)
    await expect(sendTest()).rejects.toMatchObject({ code: 'test_failed', message: CAP_REACHED })
    expect(app.getLastMessage()).toMatchObject({ kind: 'test', status: 'failed', error: CAP_REACHED })
  })

  it('does not exist when the setting is 0', () => {
    writeSettings(app.ctx(), 'general', { sms_monthly_cap: 0 })
    queueToNumbers(CAP + 2)
    expect(app.listSuppressionReasons()).toEqual([null, null, null, null, null])
  })
})
