import { beforeEach, describe, expect, it } from 'vitest'
import { requestVerification } from '../../booking/verification-requests.ts'
import { type MailOutbox, openMailOutbox } from '../../testing/mail-outbox.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { deliverDue } from './deliver.ts'
import type { Lane } from './leases.ts'

let outbox: MailOutbox
beforeEach(async () => {
  outbox = await openMailOutbox()
})

/** Requests so many verifications from `origin`, without limits. The e-mail addresses begin with its name. */
function requestVerifications(origin: string, count: number) {
  const ctx = { ...outbox.ctx(), config: { ...outbox.ctx().config, rateLimits: false } }
  for (let index = 0; index < count; index++) {
    const browser = `${origin}${index}`
    requestVerification(ctx, { email: `${browser}@example.at`, browser, origin })
  }
}

/** Counts the e-mails that have arrived at addresses with this beginning. */
const countArrived = (recipientStart: string) =>
  outbox.listArrivedRecipients().filter((recipient) => recipient?.startsWith(recipientStart)).length

/** The workers need some 13 seconds for these e-mails. */
const FLOOD = 400
/** The number of workers that send verifications at the same time, as in jobs/delivery-jobs.ts. */
const VERIFICATION_WORKERS = 3

describe('e-mail verifications', () => {
  it('requested hundreds of times by one origin delay neither another origin nor other e-mails', async () => {
    outbox.smtp.behave({ do: 'delay', delay: 100 })
    let isStopped = false
    const isStopping = () => isStopped
    const startWorker = (lane: Lane) =>
      deliverDue(outbox.ctx, outbox.transport, outbox.log, { lane, isStopping })
    requestVerifications('flood', FLOOD)
    const workers = Array.from({ length: VERIFICATION_WORKERS }, () => startWorker('verifications'))
    // After a second e-mail of each, all workers are busy.
    await waitUntil(() => expect(countArrived('flood')).toBeGreaterThan(5))

    const floodBefore = countArrived('flood')
    requestVerifications('maria', 1)
    outbox.queue({ recipient: 'otto@example.at' })
    workers.push(startWorker('others'))
    await waitUntil(() => expect(countArrived('maria')).toBe(1))
    await waitUntil(() => expect(countArrived('otto')).toBe(1))

    const floodWithOthers = countArrived('flood')
    isStopped = true
    await Promise.all(workers)
    const arrivedBeforeMaria = outbox.listArrivedRecipients().indexOf('maria0@example.at')
    // Each worker was sending one, and may send three more until this one has arrived.
    expect(arrivedBeforeMaria - floodBefore).toBeLessThanOrEqual(VERIFICATION_WORKERS * 4)
    // The other lane opens a connection of its own first, which takes long on a busy machine.
    expect(floodWithOthers).toBeLessThan(FLOOD / 2)
    // The mail port opens at most five connections at a time.
    expect(outbox.smtp.connections().opened).toBeLessThanOrEqual(5)
  })

  it('of two origins take turns', async () => {
    requestVerifications('flood', 5)
    requestVerifications('maria', 2)
    await deliverDue(outbox.ctx, outbox.transport, outbox.log, { lane: 'verifications' })
    const originsInOrder = outbox.listArrivedRecipients().map((recipient) => recipient?.replace(/\d@.*/, ''))
    expect(originsInOrder).toEqual(['flood', 'maria', 'flood', 'maria', 'flood', 'flood', 'flood'])
  })
})
