import { beforeEach, describe, expect, it } from 'vitest'
import { cancelByStaff } from '../../booking/cancellation.ts'
import { decideBooking } from '../../booking/decisions.ts'
import type { Booking } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { DAY_LENGTH } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { refusalOf } from '../../testing/refusal.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { retryMessage } from '../outbox/retry.ts'

/** Mobile numbers of three countries. Only the Croatian one gets no SMS by default. */
const AUSTRIAN = '0664 1234567'
const CROATIAN = '+385 91 234 5678'
const SWISS = '+41 79 123 45 67'

/** The reasons why no SMS goes to a country that the practice has not chosen. */
const NOT_TO_AUSTRIA = 'SMS in dieses Land sind nicht freigegeben: Österreich.'
const NOT_TO_CROATIA = 'SMS in dieses Land sind nicht freigegeben: Kroatien.'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
})

describe('the countries that get SMS', () => {
  it.each([
    { country: 'Austria', mobile: AUSTRIAN },
    { country: 'Germany', mobile: '+49 171 1234567' },
    { country: 'Switzerland', mobile: SWISS },
    { country: 'Liechtenstein', mobile: '+423 660 123 456' },
    { country: 'Italy', mobile: '+39 312 345 6789' },
  ])('include $country by default', ({ mobile }) => {
    app.queue({ mobile })
    expect(app.listSuppressionReasons()).toEqual([null])
  })

  it.each([
    { excluded: 'Croatia', mobile: CROATIAN, reason: NOT_TO_CROATIA },
    {
      excluded: 'the United States',
      mobile: '+1 213 373 4253',
      reason: 'SMS in dieses Land sind nicht freigegeben: Vereinigte Staaten.',
    },
    {
      excluded: 'satellite telephones',
      mobile: '+870 773 111 632',
      reason: 'SMS in dieses Land sind nicht freigegeben.',
    },
  ])('do not include $excluded, even if the patient lives in Austria', ({ mobile, reason }) => {
    app.queue({ mobile, country: 'AT' })
    expect(app.listSuppressionReasons()).toEqual([reason])
  })

  it('are the countries in the settings', () => {
    writeSettings(app.ctx(), 'general', { sms_countries: 'HR' })
    app.queue({ mobile: CROATIAN })
    app.queue({ mobile: AUSTRIAN })
    expect(app.listSuppressionReasons()).toEqual([null, NOT_TO_AUSTRIA])
  })

  it('are none if the setting is empty', () => {
    writeSettings(app.ctx(), 'general', { sms_countries: '' })
    app.queue({ mobile: AUSTRIAN })
    app.queue({ mobile: CROATIAN })
    expect(app.listSuppressionReasons()).toEqual([NOT_TO_AUSTRIA, NOT_TO_CROATIA])
  })

  it('limit a retry too', () => {
    app.queue({ mobile: CROATIAN })
    const refusal = refusalOf(() => retryMessage(app.ctx(), 'sms', app.getLastMessage().id))
    expect(refusal).toMatchObject({ code: 'conflict', message: NOT_TO_CROATIA })
  })
})

describe('a request that was never confirmed', () => {
  /** Adds a request for a time in nine days, with an Austrian number by default. Returns its id. */
  const addRequest = (changes: Partial<Booking> = {}) =>
    insertBooking(app.db, { startsAt: Date.now() + 9 * DAY_LENGTH, ...changes }).id
  const reject = (id: string) => decideBooking(app.ctx(), id, { decision: 'reject' })

  it.each([
    { end: 'rejected', endRequest: reject },
    { end: 'cancelled by the practice', endRequest: (id: string) => cancelByStaff(app.ctx(), id, '') },
  ])('causes no SMS to a foreign number when it is $end', ({ endRequest }) => {
    endRequest(addRequest({ mobile: SWISS }))
    const error = 'Absage einer Anfrage: keine SMS an ausländische Nummern.'
    expect(app.getLastMessage()).toMatchObject({ channel: 'sms', error })
  })

  it('causes an SMS to an Austrian number when it is rejected', () => {
    reject(addRequest())
    expect(app.getLastMessage()).toMatchObject({ channel: 'sms', error: null })
  })

  it('causes an SMS to a foreign number when it is confirmed', () => {
    decideBooking(app.ctx(), addRequest({ mobile: SWISS }), { decision: 'confirm' })
    expect(app.getLastMessage()).toMatchObject({ channel: 'sms', error: null })
  })
})

it('the cancellation of an appointment causes an SMS to a foreign number', () => {
  const { id } = insertBooking(app.db, {
    mobile: SWISS,
    status: 'confirmed',
    startsAt: Date.now() + 9 * DAY_LENGTH,
  })
  cancelByStaff(app.ctx(), id, '')
  expect(app.getLastMessage()).toMatchObject({ channel: 'sms', kind: 'cancelled', status: 'queued' })
})
