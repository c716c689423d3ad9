import { expect, it } from 'vitest'
import { smsLength } from '../../shared/messages/sms-length.ts'
import { SAMPLE_BOOKING, SAMPLE_FACTS } from '../../testing/sample-emails.ts'
import { connectionTest } from './connection-test.ts'

it('the test SMS names the practice, the time and the phone number, and is one message', () => {
  const text = connectionTest.sms({ ...SAMPLE_FACTS, now: SAMPLE_BOOKING.createdAt })
  expect(text).toBe(
    'Ordination Dr. Alma Beispiel: Dies ist eine Test-SMS vom Fr 20. November, 10:05 Uhr. Der Versand funktioniert. Tel. +43 5572 000 000',
  )
  expect(smsLength(text)).toMatchObject({ encoding: 'GSM-7', parts: 1 })
})
