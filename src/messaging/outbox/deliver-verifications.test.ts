import { beforeEach, describe, expect, it, vi } from 'vitest'
import { requestVerification } from '../../booking/verification-requests.ts'
import { type MailOutbox, openMailOutbox } from '../../testing/mail-outbox.ts'
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
  outbox.arrivedRecipients().filter((recipient) => recipient?.startsWith(recipientStart)).length

/** Waits in real time until the assertion holds. */
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 20_000 })

/** The number of workers that send verifications at the same time, as in jobs/delivery-jobs.ts. */
const VERIFICATION_WORKERS = 3

describe('e-mail verifications', () => {
  it('requested hundreds of times by one origin delay neither another origin nor other e-mails', async () => {
    outbox.smtp.behave({ do: 'delay', delay: 100 })
    let isStopped = false
    const isStopping = () => isStopped
    const startWorker = (lane: Lane) =>
      deliverDue(outbox.ctx, outbox.transport, outbox.log, { lane, isStopping })
    requestVerifications('flood', 400)
    const workers = Array.from({ length: VERIFICATION_WORKERS }, () => startWorker('verifications'))
    // After a second e-mail of each, all workers are busy.
    await waitUntil(() => expect(countArrived('flood')).toBeGreaterThan(5))

    const floodBefore = countArrived('flood')
    requestVerifications('maria', 1)
    outbox.queue({ recipient: 'otto@example.at' })
    workers.push(startWorker('others'))
    await waitUntil(() => expect(countArrived('maria')).toBe(1))
    await waitUntil(() => expect(countArrived('otto')).toBe(1))

    isStopped = true
    // Each worker was sending one, and may send three more until both others have arrived.
    expect(countArrived('flood') - floodBefore).toBeLessThanOrEqual(VERIFICATION_WORKERS * 4)
    await Promise.all(workers)
    // The mail port opens at most five connections at a time.
    expect(outbox.smtp.connections().opened).toBeLessThanOrEqual(5)
  })

  it('of two origins take turns', async () => {
    requestVerifications('flood', 5)
    requestVerifications('maria', 2)
    await deliverDue(outbox.ctx, outbox.transport, outbox.log, { lane: 'verifications' })
    const originsInOrder = outbox.arrivedRecipients().map((recipient) => recipient?.replace(/\d@.*/, ''))
    expect(originsInOrder).toEqual(['flood', 'maria', 'flood', 'maria', 'flood', 'flood', 'flood'])
  })
})
