import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { insertRequest, openDeliveringPractice, postTo } from '../testing/delivering-practice.ts'
import { openMailServer } from '../testing/mail-attempts.ts'
import { startOrdi } from '../testing/running-server.ts'
import { serveSimulator } from '../testing/simulators/serve.ts'
import { openSevenioSimulator } from '../testing/simulators/sevenio.ts'
import type { SmtpServer } from '../testing/smtp-server.ts'
import { APP_SECRET } from '../testing/test-app.ts'

// This test runs the whole program in processes, with a real SMTP server and a simulated SMS provider.

const KILLS = 3
const BOOKINGS_PER_KILL = 3
/** Milliseconds until the mail server and the SMS provider answer, so that a kill comes in between. */
const ANSWER_DELAY_MS = 150
/** Each kill comes this many milliseconds later after the beginning of an e-mail than the one before. */
const KILL_SHIFT_MS = 60
/** More SMS than the test sends, so that all of them are slow. */
const ALL_SMS = 100

describe('a portal that is killed repeatedly while it sends messages', () => {
  it('loses no e-mail, repeats at most one for each kill, and never repeats an SMS', async () => {
    const { ctx, rows, mailbox, sevenio, start } = await openSlowPractice()
    const requests = Array.from({ length: KILLS * BOOKINGS_PER_KILL }, (_, i) => insertRequest(ctx(), i))
    const confirmed: string[] = []

    for (let kill = 0; kill < KILLS; kill++) {
      const requestsOfRound = requests.slice(kill * BOOKINGS_PER_KILL, (kill + 1) * BOOKINGS_PER_KILL)
      const server = await start()
      const round = { requests: requestsOfRound, killAfterMs: kill * KILL_SHIFT_MS }
      confirmed.push(...(await confirmAndKill(server, mailbox, round)))
      // The claims of the killed process would expire after a minute; the test ends them at once.
      ctx().db.$client.exec(`update messages set due_at = 0 where status = 'sending'`)
      // The mail server finishes what it has read.
      await expect.poll(mailbox.unanswered).toBe(0)
    }

    const lastServer = await start()
    await expect.poll(() => rows(`select id from messages where status in ('queued', 'sending')`)).toEqual([])
    expect(await lastServer.stop()).toBe(0)

    const standing = rows<{ id: string }>(`select id from bookings where status = 'confirmed'`)
    expect(standing.map(({ id }) => id)).toEqual(expect.arrayContaining(confirmed))
    expectEachMailArrived(rows, mailbox)
    expectNoSmsRepeated(rows, sevenio)
  })
})

/** Opens a practice whose mail server and SMS provider are slow. `start` starts its server. */
async function openSlowPractice() {
  const { DATA_DIR, ctx, rows } = openDeliveringPractice()
  const mailbox = await openMailServer()
  mailbox.behave({ do: 'delay', delay: ANSWER_DELAY_MS })
  const sevenio = openSevenioSimulator()
  sevenio.faults.plan(...Array.from({ length: ALL_SMS }, () => ({ slow: ANSWER_DELAY_MS })))
  const provider = await serveSimulator(sevenio)
  onTestFinished(provider.close)
  writeSettings(ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
  const start = () =>
    startOrdi({
      DATA_DIR,
      APP_SECRET,
      SMTP_URL: mailbox.url,
      SEVENIO_BASE_URL: `${provider.url}/api`,
      RATE_LIMITS: 'off',
    })
  return { ctx, rows, mailbox, sevenio, start }
}

/** The body of a call that confirms a request. */
type Confirmation = ReturnType<typeof insertRequest>

/**
 * Confirms the requests, and kills the server while an e-mail is under way and the last request is running.
 * @returns the ids of the requests whose confirmation was acknowledged
 */
async function confirmAndKill(
  server: Awaited<ReturnType<typeof startOrdi>>,
  mailbox: SmtpServer,
  { requests, killAfterMs }: Readonly<{ requests: readonly Confirmation[]; killAfterMs: number }>,
): Promise<string[]> {
  const confirmed: string[] = []
  const confirm = async (request: Confirmation) => {
    const status = await postTo(`${server.url}/api/admin/confirm`, request)
    if (status === 200) confirmed.push(request.id)
  }
  const [lastRequest, ...earlierRequests] = requests
  await Promise.all(earlierRequests.map(confirm))
  await expect.poll(mailbox.unanswered, { interval: 10 }).toBe(1)
  const lastConfirmation = lastRequest && confirm(lastRequest)
  await setTimeout(killAfterMs)
  expect(await server.stop('SIGKILL')).toBeNull()
  await lastConfirmation
  return confirmed
}

type Rows = ReturnType<typeof openDeliveringPractice>['rows']

/** Asserts that the e-mail for each confirmed booking has arrived, and that each kill repeats at most one. */
function expectEachMailArrived(rows: Rows, mailbox: SmtpServer): void {
  const standing = rows<{ id: string }>(`select id from bookings where status = 'confirmed'`)
  const sent = rows<{ message_id: string; booking_id: string }>(
    `select message_id, booking_id from messages where channel = 'email'`,
  )
  const bookingIds = sent.map(({ booking_id }) => booking_id)
  expect(bookingIds.toSorted()).toEqual(standing.map(({ id }) => id).toSorted())

  const arrived = mailbox.mails.map(({ messageId }) => messageId)
  expect(new Set(arrived)).toEqual(new Set(sent.map(({ message_id }) => message_id)))
  expect(arrived.length - sent.length).toBeLessThanOrEqual(KILLS)
}

/** Asserts that no SMS was accepted twice, and that each kill leaves at most one in an unknown state. */
function expectNoSmsRepeated(rows: Rows, sevenio: ReturnType<typeof openSevenioSimulator>): void {
  const standing = rows(`select id from bookings where status = 'confirmed'`)
  const stored = rows<{ log_uuid: string; status: string }>(
    `select log_uuid, status from messages where channel = 'sms'`,
  )
  expect(stored).toHaveLength(standing.length)
  for (const { log_uuid, status } of stored) {
    const timesTaken = sevenio.taken.filter(({ reference }) => reference === log_uuid).length
    expect(['sent', 'unknown']).toContain(status)
    if (status === 'sent') expect(timesTaken).toBe(1)
    else expect(timesTaken).toBeLessThanOrEqual(1)
  }
  expect(stored.filter(({ status }) => status === 'unknown').length).toBeLessThanOrEqual(KILLS)
}
