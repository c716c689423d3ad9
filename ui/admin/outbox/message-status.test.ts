import { describe, expect, test } from 'vitest'
import {
  deliveryTone,
  displayOfDelivery,
  displayOfMessage,
  EMAIL_STATUSES,
  providerCode,
  SMS_STATUSES,
  shownStatus,
} from './message-status.ts'

describe('the colour of a delivery report', () => {
  test.each([
    'not delivered',
    'Not Delivered',
    'NOTDELIVERED',
    'not_delivered',
    'undelivered',
    'failed',
    'Delivery FAILED',
  ])('%s is red', (status) => expect(deliveryTone(status)).toBe('danger'))
  test.each(['delivered', 'DELIVERED', 'sent', 'Sent to carrier', 'message delivered to handset'])(
    '%s is green',
    (status) => expect(deliveryTone(status)).toBe('good'),
  )
  test.each(['pending', 'BUFFERED', 'EXPIRED', ''])('%j is grey', (status) =>
    expect(deliveryTone(status)).toBe('neutral'),
  )
  test('a report of a failure after sending is red', () =>
    expect(deliveryTone('sent, then failed')).toBe('danger'))
})

test('a delivery report is shown in German, and an unknown one as it came', () => {
  expect(displayOfDelivery('not delivered')).toEqual({ label: 'nicht zugestellt', tone: 'danger' })
  expect(displayOfDelivery('delivered')).toEqual({ label: 'zugestellt', tone: 'good' })
  expect(displayOfDelivery('sent')).toEqual({ label: 'gesendet', tone: 'good' })
  expect(displayOfDelivery('pending')).toEqual({ label: 'unterwegs', tone: 'neutral' })
  expect(displayOfDelivery('TRANSMITTED')).toEqual({ label: 'TRANSMITTED', tone: 'neutral' })
})

const DISPLAYS = {
  queued: { label: 'wartet', tone: 'waiting' },
  sending: { label: 'wird gesendet', tone: 'waiting' },
  sent: { label: 'gesendet', tone: 'good' },
  failed: { label: 'fehlgeschlagen', tone: 'danger' },
  muted: { label: 'stumm', tone: 'neutral' },
  unknown: { label: 'ungewiss', tone: 'danger' },
}

test('every status of a message has a word and a tone', () => {
  const displays = SMS_STATUSES.map((status) => [status, displayOfMessage(status)])
  expect(Object.fromEntries(displays)).toEqual(DISPLAYS)
  expect(SMS_STATUSES).toEqual(Object.keys(DISPLAYS))
})

test('only an SMS can have an unknown outcome', () => {
  expect(SMS_STATUSES).toContain('unknown')
  expect(EMAIL_STATUSES).not.toContain('unknown')
})

test('a status that this version does not know is shown as it came, in grey', () => {
  // A property that every object inherits must not be taken for a status.
  expect(displayOfMessage('constructor')).toEqual({ label: 'constructor', tone: 'neutral' })
})

describe('of two statuses of an SMS', () => {
  test('the send status counts, else the status', () => {
    expect(shownStatus({ send_status: 'sent', status: 'queued' })).toBe('sent')
    expect(shownStatus({ send_status: null, status: 'queued' })).toBe('queued')
    expect(shownStatus({ send_status: '', status: 'queued' })).toBe('queued')
    expect(shownStatus({ send_status: 'SUCCESS', status: '' })).toBe('SUCCESS')
  })

  test('a code of the provider is shown beside the status', () => {
    const sms = { send_status: 'SUCCESS', status: 'sent' }
    expect([shownStatus(sms), providerCode(sms)]).toEqual(['sent', 'SUCCESS'])
    expect(providerCode({ send_status: 'sent', status: 'queued' })).toBeUndefined()
    expect(providerCode({ send_status: null, status: 'sent' })).toBeUndefined()
  })

  test('an unknown outcome that was settled since does not count', () => {
    expect(shownStatus({ send_status: 'unknown', status: 'sent' })).toBe('sent')
  })
})
