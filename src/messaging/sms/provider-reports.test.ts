import { describe, expect, it } from 'vitest'
import type { SmsProvider } from '../../shared/sms-providers.ts'
import { readReport } from './providers.ts'

/** The id that ClickSend gave the message. */
const CLICKSEND_ID = '1F0A2B3C-94AA-6680-BD8D-C3672D07D82A'

/** The id that seven.io gave the message. */
const SEVENIO_ID = '77149843739'

/** Returns the call by which seven.io pushes a report with these data. */
const pushedBySevenio = (data: object) => ({
  data: { msg_id: SEVENIO_ID, ...data },
  webhook_event: 'dlr',
  webhook_timestamp: '2021-08-24T08:08:00+02:00',
})

describe('a report', () => {
  it.each([
    { status_code: '200', status: 'sent' },
    { status_code: '201', status: 'delivered' },
    { status_code: '300', status: 'pending' },
    { status_code: '301', status: 'not delivered' },
    { status_code: 201, status: 'delivered' },
  ])('of ClickSend with $status_code means: $status', ({ status_code, status }) => {
    // The timestamp is in seconds.
    const pushed = { message_id: CLICKSEND_ID, status_code, custom_string: 'ours', timestamp: '1442381791' }
    const report = { messageId: CLICKSEND_ID, logUuid: 'ours', status, at: 1_442_381_791_000 }
    expect(readReport('clicksend', pushed)).toEqual(report)
    const withoutReferenceAndTime = { ...pushed, custom_string: '', timestamp: 'x' }
    expect(readReport('clicksend', withoutReferenceAndTime)).toEqual({
      ...report,
      logUuid: undefined,
      at: undefined,
    })
  })

  it.each([
    { word: 'DELIVERED', status: 'delivered' },
    { word: 'NOTDELIVERED', status: 'not delivered' },
    { word: 'EXPIRED', status: 'not delivered' },
    { word: 'REJECTED', status: 'not delivered' },
    { word: 'FAILED', status: 'not delivered' },
    { word: 'BUFFERED', status: 'pending' },
    { word: 'TRANSMITTED', status: 'sent' },
    { word: 'ACCEPTED', status: 'sent' },
    { word: 'delivered', status: 'delivered' },
  ])('of seven.io with $word means: $status', ({ word, status }) => {
    const pushed = pushedBySevenio({ status: word, timestamp: '2021-08-24 08:08:00.000000' })
    expect(readReport('sevenio', pushed)).toEqual({
      messageId: SEVENIO_ID,
      logUuid: undefined,
      status,
      at: Date.parse('2021-08-24T08:08:00+02:00'),
    })
  })

  it.each([
    { timestamp: '2026-12-24 18:00:00', instant: '2026-12-24T18:00:00+01:00' },
    { timestamp: '2026-12-24T18:00:00', instant: '2026-12-24T18:00:00+01:00' },
    { timestamp: '2026-12-24T18:00:00+00:00', instant: '2026-12-24T18:00:00Z' },
  ])('of seven.io with the time "$timestamp" is from $instant', ({ timestamp, instant }) => {
    const report = readReport('sevenio', pushedBySevenio({ status: 'DELIVERED', timestamp }))
    expect(report?.at).toBe(Date.parse(instant))
  })

  it('of seven.io has no time if the time cannot be read', () => {
    const pushed = pushedBySevenio({ status: 'DELIVERED', timestamp: 'gestern' })
    expect(readReport('sevenio', pushed)?.at).toBeUndefined()
  })

  it('of seven.io may also be flat, without a time and with our own reference', () => {
    const flat = { msg_id: Number(SEVENIO_ID), status: 'DELIVERED', foreign_id: 'ours' }
    const report = { messageId: SEVENIO_ID, logUuid: 'ours', status: 'delivered', at: undefined }
    expect(readReport('sevenio', flat)).toEqual(report)
  })

  it.each<{ name: SmsProvider; what: string; body: unknown }>([
    {
      name: 'clicksend',
      what: 'an unknown code',
      body: { message_id: CLICKSEND_ID, status_code: '999' },
    },
    {
      name: 'clicksend',
      what: 'a code that every object has as a property',
      body: { message_id: CLICKSEND_ID, status_code: 'constructor' },
    },
    { name: 'clicksend', what: 'no code', body: { message_id: CLICKSEND_ID } },
    { name: 'clicksend', what: 'an empty id', body: { message_id: '', status_code: '201' } },
    { name: 'clicksend', what: 'a bare code', body: '201' },
    { name: 'clicksend', what: 'nothing', body: null },
    { name: 'sevenio', what: 'an unknown word', body: pushedBySevenio({ status: 'UNKNOWN' }) },
    {
      name: 'sevenio',
      what: 'a word that every object has as a property',
      body: pushedBySevenio({ status: 'CONSTRUCTOR' }),
    },
    { name: 'sevenio', what: 'no word', body: pushedBySevenio({}) },
    {
      name: 'sevenio',
      what: 'the answer of a patient',
      body: { data: { sender: '+436641234567', text: 'Nein' }, webhook_event: 'sms_mo' },
    },
    { name: 'sevenio', what: 'no id', body: { status: 'DELIVERED' } },
    { name: 'sevenio', what: 'a bare word', body: 'DELIVERED' },
    { name: 'sevenio', what: 'nothing', body: null },
  ])('of $name is not read from $what', ({ name, body }) => {
    expect(readReport(name, body)).toBeUndefined()
  })
})
