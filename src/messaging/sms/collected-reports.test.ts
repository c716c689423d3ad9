import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/day.ts'
import type { SmsProvider } from '../../shared/sms-providers.ts'
import { TEXT_MESSAGE } from '../../testing/answering-provider.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { KEPT_UNREAD_MS, PAGES_PER_RUN, RECEIPTS_PER_PAGE } from './clicksend-receipts.ts'
import type { DeliveryReport } from './provider.ts'

/** The code of ClickSend for an SMS that has reached the phone. */
const DELIVERED = 201

const RECEIPTS_PER_RUN = PAGES_PER_RUN * RECEIPTS_PER_PAGE
const TWO_PAGES_AND_MORE = 2 * RECEIPTS_PER_PAGE + 50

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
  app.setUpBoth()
})

/** Collects the reports. @returns whether all were read, and the reports passed on */
async function collectReports(name: SmsProvider) {
  const stored: DeliveryReport[] = []
  const storeAll = (reports: readonly DeliveryReport[]) => void stored.push(...reports)
  const isComplete = await app.openClient(name).collectReports(app.ctx().now, storeAll)
  return { isComplete, stored }
}

describe('the unread receipts of ClickSend', () => {
  /** Collects the receipts. @returns whether all were read, and the number passed on */
  const collectAndCount = async () => {
    const { isComplete, stored } = await collectReports('clicksend')
    return { isComplete, count: stored.length }
  }
  /** Sends a message for which ClickSend has this number of receipts. */
  const addReceipts = async (count: number) => {
    await app.openClient('clicksend').send(TEXT_MESSAGE)
    const [message] = app.clicksend.taken
    if (message === undefined) throw new Error('the message was not accepted')
    for (let i = 0; i < count; i++) app.clicksend.report(message, DELIVERED)
  }
  /** Passes enough time for the receipts up to now to be marked as read. */
  const passUntilMarked = () => app.pass(KEPT_UNREAD_MS + MINUTE)

  it('are all read, page after page', async () => {
    expect(await collectAndCount()).toEqual({ isComplete: true, count: 0 })
    await addReceipts(TWO_PAGES_AND_MORE)
    expect(await collectAndCount()).toEqual({ isComplete: true, count: TWO_PAGES_AND_MORE })
  })

  it('stay unread for five minutes, so that the next run stores them again', async () => {
    await addReceipts(TWO_PAGES_AND_MORE)
    await collectAndCount()
    expect(app.clicksend.countUnread()).toBe(TWO_PAGES_AND_MORE)
    app.pass(5 * MINUTE + 1_000)
    // This run stores the receipts again, and marks them as read.
    expect(await collectAndCount()).toEqual({ isComplete: true, count: TWO_PAGES_AND_MORE })
    expect(await collectAndCount()).toEqual({ isComplete: true, count: 0 })
  })

  it('of more than ten pages are read in several runs, and stay unread until the last page is stored', async () => {
    const receipts = 2 * RECEIPTS_PER_RUN + 150
    await addReceipts(receipts)
    passUntilMarked()
    expect(await collectAndCount()).toEqual({ isComplete: true, count: RECEIPTS_PER_RUN })
    expect(app.clicksend.countUnread()).toBe(receipts)
    app.pass(5 * MINUTE)
    expect(await collectAndCount()).toEqual({ isComplete: true, count: RECEIPTS_PER_RUN })
    app.pass(5 * MINUTE)
    expect(await collectAndCount()).toEqual({ isComplete: true, count: 150 })
    expect(app.clicksend.countUnread()).toBe(0)
  })

  it('are read from the first page again if somebody else has marked some meanwhile', async () => {
    await addReceipts(RECEIPTS_PER_RUN + 250)
    passUntilMarked()
    await collectAndCount()
    app.clicksend.markRead(RECEIPTS_PER_RUN + 200)
    app.pass(5 * MINUTE)
    // This run continues after the last page of the first one, so it finds none of the 50 that are left.
    await collectAndCount()
    expect(app.clicksend.countUnread()).toBe(50)
    app.pass(5 * MINUTE)
    expect(await collectAndCount()).toEqual({ isComplete: true, count: 50 })
    expect(app.clicksend.countUnread()).toBe(0)
  })

  it('are not marked as read before they are stored', async () => {
    await addReceipts(1)
    passUntilMarked()
    const collecting = app.openClient('clicksend').collectReports(app.ctx().now, () => {
      throw new Error('disk full')
    })
    await expect(collecting).rejects.toThrow('disk full')
    expect(app.clicksend.countUnread()).toBe(1)
  })

  it('are read up to the page at which the provider fails', async () => {
    await addReceipts(TWO_PAGES_AND_MORE)
    // The call for the first page succeeds, and the one for the second page fails.
    app.clicksend.faults.plan(undefined, 500)
    expect(await collectAndCount()).toEqual({ isComplete: false, count: RECEIPTS_PER_PAGE })
  })
})

describe('the journal of seven.io', () => {
  it('is read page after page, from a given day on', async () => {
    const references = Array.from({ length: 120 }, (_, i) => `nr-${i}`)
    // seven.io refuses the same text to the same number, so each message has its own text.
    for (const logUuid of references)
      await app.openClient('sevenio').send({ ...TEXT_MESSAGE, text: logUuid, logUuid })
    const { isComplete, stored } = await collectReports('sevenio')
    expect(isComplete).toBe(true)
    expect(stored.map(({ logUuid }) => logUuid)).toEqual(references)
    app.pass(48 * HOUR)
    expect(await collectReports('sevenio')).toEqual({ isComplete: true, stored: [] })
  })

  it('says of each message whether it was delivered, and when', async () => {
    await app.openClient('sevenio').send({ ...TEXT_MESSAGE, logUuid: 'ours' })
    const [message] = app.sevenio.taken
    if (message === undefined) throw new Error('the message was not accepted')
    app.sevenio.report(message, 'DELIVERED')
    const { stored } = await collectReports('sevenio')
    const report = { messageId: message.id, logUuid: 'ours', status: 'delivered', at: app.ctx().now }
    expect(stored).toEqual([report])
  })

  it('is incomplete if the provider fails', async () => {
    app.sevenio.faults.plan(500)
    expect(await collectReports('sevenio')).toEqual({ isComplete: false, stored: [] })
  })
})
