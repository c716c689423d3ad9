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
    ['200', 'sent'],
    ['201', 'delivered'],
    ['300', 'pending'],
    ['301', 'not delivered'],
    [201, 'delivered'],
  ])('of ClickSend with %s means: %s', (status_code, status) => {
    // The timestamp is in seconds.
    const pushed = { message_id: CLICKSEND_ID, status_code, custom_string: 'ours', timestamp: '1442381791' }
    const read = { messageId: CLICKSEND_ID, logUuid: 'ours', status, at: 1_442_381_791_000 }
    expect(readReport('clicksend', pushed)).toEqual(read)
    const withoutReferenceAndTime = { ...pushed, custom_string: '', timestamp: 'x' }
    expect(readReport('clicksend', withoutReferenceAndTime)).toEqual({
      ...read,
      logUuid: undefined,
      at: undefined,
    })
  })

  it.each([
    ['DELIVERED', 'delivered'],
    ['NOTDELIVERED', 'not delivered'],
    ['EXPIRED', 'not delivered'],
    ['REJECTED', 'not delivered'],
    ['FAILED', 'not delivered'],
    ['BUFFERED', 'pending'],
    ['TRANSMITTED', 'sent'],
    ['ACCEPTED', 'sent'],
    ['delivered', 'delivered'],
  ])('of seven.io with %s means: %s', (word, status) => {
    const pushed = pushedBySevenio({ status: word, timestamp: '2021-08-24 08:08:00.000000' })
    expect(readReport('sevenio', pushed)).toEqual({
      messageId: SEVENIO_ID,
      logUuid: undefined,
      status,
      at: Date.parse('2021-08-24T08:08:00+02:00'),
    })
  })

  it.each([
    ['2026-12-24 18:00:00', '2026-12-24T18:00:00+01:00'],
    ['2026-12-24T18:00:00', '2026-12-24T18:00:00+01:00'],
    ['2026-12-24T18:00:00+00:00', '2026-12-24T18:00:00Z'],
  ])('of seven.io with the time "%s" is from %s', (timestamp, at) => {
    const read = readReport('sevenio', pushedBySevenio({ status: 'DELIVERED', timestamp }))
    expect(read?.at).toBe(Date.parse(at))
  })

  it('of seven.io has no time if the time cannot be read', () => {
    const pushed = pushedBySevenio({ status: 'DELIVERED', timestamp: 'gestern' })
    expect(readReport('sevenio', pushed)?.at).toBeUndefined()
  })

  it('of seven.io may also be flat, without a time and with our own reference', () => {
    const flat = { msg_id: Number(SEVENIO_ID), status: 'DELIVERED', foreign_id: 'ours' }
    const read = { messageId: SEVENIO_ID, logUuid: 'ours', status: 'delivered', at: undefined }
    expect(readReport('sevenio', flat)).toEqual(read)
  })

  it.each<{ name: SmsProvider; where: string; body: unknown }>([
    {
      name: 'clicksend',
      where: 'an unknown code',
      body: { message_id: CLICKSEND_ID, status_code: '999' },
    },
    {
      name: 'clicksend',
      where: 'a code that every object has as a property',
      body: { message_id: CLICKSEND_ID, status_code: 'constructor' },
    },
    { name: 'clicksend', where: 'no code', body: { message_id: CLICKSEND_ID } },
    { name: 'clicksend', where: 'an empty id', body: { message_id: '', status_code: '201' } },
    { name: 'clicksend', where: 'a bare code', body: '201' },
    { name: 'clicksend', where: 'nothing', body: null },
    { name: 'sevenio', where: 'an unknown word', body: pushedBySevenio({ status: 'UNKNOWN' }) },
    {
      name: 'sevenio',
      where: 'a word that every object has as a property',
      body: pushedBySevenio({ status: 'CONSTRUCTOR' }),
    },
    { name: 'sevenio', where: 'no word', body: pushedBySevenio({}) },
    {
      name: 'sevenio',
      where: 'the answer of a patient',
      body: { data: { sender: '+436641234567', text: 'Nein' }, webhook_event: 'sms_mo' },
    },
    { name: 'sevenio', where: 'no id', body: { status: 'DELIVERED' } },
    { name: 'sevenio', where: 'a bare word', body: 'DELIVERED' },
    { name: 'sevenio', where: 'nothing', body: null },
  ])('of $name is not read from $where', ({ name, body }) => {
    expect(readReport(name, body)).toBeUndefined()
  })
})
