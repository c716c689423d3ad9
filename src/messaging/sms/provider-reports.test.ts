import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/day.ts'
import type { SmsProvider } from '../../shared/sms-providers.ts'
import { openSmsApp, type SmsApp, TEXT_MESSAGE } from '../../testing/sms-app.ts'
import type { DeliveryReport, ProviderClient } from './provider.ts'
import { openProvider, readReport } from './providers.ts'

let app: SmsApp

beforeEach(() => {
  app = openSmsApp()
  app.setUpClicksend()
  app.setUpSevenio()
})

const client = (name: SmsProvider) => openProvider(app.ctx(), name, app.httpFetch) as ProviderClient

/** Collects the reports. @returns whether all were read, and those that were passed on */
async function collect(name: SmsProvider) {
  const stored: DeliveryReport[] = []
  const isComplete = await client(name).collectReports(
    app.ctx().now,
    (reports) => void stored.push(...reports),
  )
  return { isComplete, stored }
}

/** Returns the call by which seven.io pushes a report with these data. */
const pushedBySevenio = (data: object) => ({
  data: { msg_id: '77149843739', ...data },
  webhook_event: 'dlr',
  webhook_timestamp: '2021-08-24T08:08:00+02:00',
})

describe('a report', () => {
  const ID = '1F0A2B3C-94AA-6680-BD8D-C3672D07D82A'

  it.each([
    ['200', 'sent'],
    ['201', 'delivered'],
    ['300', 'pending'],
    ['301', 'not delivered'],
    [201, 'delivered'],
  ])('of ClickSend with %s means: %s', (status_code, status) => {
    const pushed = { message_id: ID, status_code, custom_string: 'ours', timestamp: '1442381791' }
    const read = { messageId: ID, logUuid: 'ours', status, at: 1_442_381_791_000 }
    expect(readReport('clicksend', pushed)).toEqual(read)
    const unnamed = { ...pushed, custom_string: '', timestamp: 'x' }
    expect(readReport('clicksend', unnamed)).toEqual({ ...read, logUuid: undefined, at: undefined })
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
    const at = Date.parse('2021-08-24T08:08:00+02:00')
    expect(
      readReport('sevenio', pushedBySevenio({ status: word, timestamp: '2021-08-24 08:08:00.000000' })),
    ).toEqual({
      messageId: '77149843739',
      logUuid: undefined,
      status,
      at,
    })
  })

  it.each([
    ['2026-12-24 18:00:00', '2026-12-24T18:00:00+01:00'],
    ['2026-12-24T18:00:00', '2026-12-24T18:00:00+01:00'],
    ['2026-12-24T18:00:00+00:00', '2026-12-24T18:00:00Z'],
  ])('of seven.io with the time "%s" is of %s', (timestamp, at) => {
    const read = readReport('sevenio', pushedBySevenio({ status: 'DELIVERED', timestamp }))
    expect(read?.at).toBe(Date.parse(at))
  })

  it('of seven.io has no time where the time cannot be read', () => {
    const pushed = pushedBySevenio({ status: 'DELIVERED', timestamp: 'gestern' })
    expect(readReport('sevenio', pushed)?.at).toBeUndefined()
  })

  it('of seven.io comes flat too, without a time and with our own reference', () => {
    const flat = { msg_id: 77_149_843_739, status: 'DELIVERED', foreign_id: 'ours' }
    const read = { messageId: '77149843739', logUuid: 'ours', status: 'delivered', at: undefined }
    expect(readReport('sevenio', flat)).toEqual(read)
  })

  it.each<[SmsProvider, unknown]>([
    ['clicksend', { message_id: ID, status_code: '999' }],
    ['clicksend', { message_id: ID, status_code: 'constructor' }],
    ['clicksend', { message_id: ID }],
    ['clicksend', { message_id: '', status_code: '201' }],
    ['clicksend', '201'],
    ['clicksend', null],
    ['sevenio', pushedBySevenio({ status: 'UNKNOWN' })],
    ['sevenio', pushedBySevenio({ status: 'CONSTRUCTOR' })],
    ['sevenio', pushedBySevenio({})],
    ['sevenio', { data: { sender: '+436641234567', text: 'Nein' }, webhook_event: 'sms_mo' }],
    ['sevenio', { status: 'DELIVERED' }],
    ['sevenio', 'DELIVERED'],
    ['sevenio', null],
  ])('of %s is not found in %j', (name, sent) => {
    expect(readReport(name, sent)).toBeUndefined()
  })
})

describe('the unread receipts of ClickSend', () => {
  /** Collects the receipts, and returns their number. */
  const collectCounted = async () => {
    const { isComplete, stored } = await collect('clicksend')
    return { isComplete, stored: stored.length }
  }
  /** Sends a message about which ClickSend has this number of receipts. */
  const addReceipts = async (count: number) => {
    await client('clicksend').send(TEXT_MESSAGE)
    const [message] = app.clicksend.taken
    for (let i = 0; i < count; i++) if (message) app.clicksend.report(message, 201)
  }

  it('are all read, page after page, and stay unread for five minutes', async () => {
    expect(await collectCounted()).toEqual({ isComplete: true, stored: 0 })
    await addReceipts(250)
    expect(await collectCounted()).toEqual({ isComplete: true, stored: 250 })
    expect(app.clicksend.unread()).toBe(250)

    // This run stores them again, and marks them as read.
    app.pass(5 * MINUTE + 1_000)
    expect(await collectCounted()).toEqual({ isComplete: true, stored: 250 })
    expect(await collectCounted()).toEqual({ isComplete: true, stored: 0 })
  })

  it('of more than ten pages are read in several runs, and stay unread until the last page is stored', async () => {
    await addReceipts(2_150)
    app.pass(6 * MINUTE)
    expect(await collectCounted()).toEqual({ isComplete: true, stored: 1_000 })
    expect(app.clicksend.unread()).toBe(2_150)
    app.pass(5 * MINUTE)
    expect(await collectCounted()).toEqual({ isComplete: true, stored: 1_000 })
    app.pass(5 * MINUTE)
    expect(await collectCounted()).toEqual({ isComplete: true, stored: 150 })
    expect(app.clicksend.unread()).toBe(0)
  })

  it('are read from the first page again when others marked some meanwhile', async () => {
    await addReceipts(1_250)
    app.pass(6 * MINUTE)
    await collectCounted()
    app.clicksend.markRead(1_200)
    app.pass(5 * MINUTE)
    await collectCounted()
    expect(app.clicksend.unread()).toBe(50)
    app.pass(5 * MINUTE)
    expect(await collectCounted()).toEqual({ isComplete: true, stored: 50 })
    expect(app.clicksend.unread()).toBe(0)
  })

  it('are not marked as read before they are stored', async () => {
    await addReceipts(1)
    app.pass(6 * MINUTE)
    const broken = client('clicksend').collectReports(app.ctx().now, () => {
      throw new Error('disk full')
    })
    await expect(broken).rejects.toThrow('disk full')
    expect(app.clicksend.unread()).toBe(1)
  })

  it('are read up to where the provider fails', async () => {
    await addReceipts(250)
    app.clicksend.faults.expect(undefined, 500)
    expect(await collectCounted()).toEqual({ isComplete: false, stored: 100 })
  })
})

describe('the journal of seven.io', () => {
  it('has all messages since that day, page after page', async () => {
    for (let i = 0; i < 120; i++)
      await client('sevenio').send({ ...TEXT_MESSAGE, text: `Nr. ${i}`, logUuid: `nr-${i}` })
    const [first] = app.sevenio.taken
    if (first) app.sevenio.report(first, 'DELIVERED')
    const { isComplete, stored } = await collect('sevenio')
    expect([isComplete, stored.length]).toEqual([true, 120])
    const report = { messageId: first?.id, logUuid: 'nr-0', status: 'delivered', at: app.ctx().now }
    expect(stored[0]).toEqual(report)
    app.pass(48 * HOUR)
    expect(await collect('sevenio')).toEqual({ isComplete: true, stored: [] })
  })

  it('is not complete when the provider fails on the way', async () => {
    app.sevenio.faults.expect(500)
    expect(await collect('sevenio')).toEqual({ isComplete: false, stored: [] })
  })
})
