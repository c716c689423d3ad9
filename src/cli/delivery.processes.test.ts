import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { signStaffLink } from '../access/links.ts'
import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Ctx } from '../ctx.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { PRIVATE_CA } from '../testing/private-ca/pem.ts'
import { startOrdi } from '../testing/running-server.ts'
import { serveSimulator } from '../testing/simulators/serve.ts'
import { openSevenioSimulator } from '../testing/simulators/sevenio.ts'
import { openSmtpServer, type SmtpServer } from '../testing/smtp-server.ts'
import { tempDir } from '../testing/temp-dir.ts'

// These tests run the whole program in processes, with a real SMTP server and a simulated SMS provider.

const APP_SECRET = 'a secret for tests only, 32 bytes'
const KILLS = 3
const BOOKINGS_EACH = 3
const LONG = { timeout: 30_000 }

/** Opens the demo practice in a directory that the test shares with a portal. */
function openPractice() {
  const DATA_DIR = tempDir()
  const { ctx, close } = openApp({ ...readConfig({ DATA_DIR, APP_SECRET }), demo: true })
  onTestFinished(close)
  const rows = <T>(sql: string) => ctx({ kind: 'job' }).db.$client.prepare(sql).all() as T[]
  return { DATA_DIR, ctx: () => ctx({ kind: 'visitor' }), rows }
}

/** Inserts a request for an appointment at least three days ahead. @returns the body that confirms it */
function insertRequest(ctx: Ctx, i = 0) {
  // No reminder is due and no decision overdue, so that no job adds an e-mail during the test.
  const createdAt = ctx.now
  // A signature holds whole seconds.
  const startsAt = Math.ceil(createdAt / HOUR) * HOUR + 3 * DAY_LENGTH + i * HOUR
  const mobile = `0664 12345${String(i).padStart(2, '0')}`
  const { id } = insertBooking(ctx.db, { startsAt, mobile, createdAt })
  return { id, sig: signStaffLink(ctx, { action: 'confirm', bookingId: id, start: startsAt }), message: '' }
}

async function openMailbox(): Promise<SmtpServer> {
  const mailbox = await openSmtpServer()
  onTestFinished(mailbox.close)
  return mailbox
}

/** Sends a request, and returns the status of the answer; 0 if the connection breaks. */
function post(url: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
}

it('an e-mail verification arrives within a second', async () => {
  const { DATA_DIR } = openPractice()
  const mailbox = await openMailbox()
  const server = await startOrdi({ DATA_DIR, APP_SECRET, SMTP_URL: mailbox.url })
  const durations: number[] = []
  for (let i = 1; i <= 5; i++) {
    const pressed = performance.now()
    expect(await post(`${server.url}/api/email/send`, { email: `rosa${i}@musterfrau.example` })).toBe(200)
    await expect.poll(() => mailbox.mails.length, { ...LONG, interval: 10 }).toBe(i)
    durations.push(performance.now() - pressed)
  }
  // A busy machine may delay some of them.
  const [, , median] = durations.toSorted((a, b) => a - b)
  expect(median).toBeLessThan(1_000)
  expect(mailbox.connections().all).toBe(1)
  await server.stop()
})

it('a mail server with a certificate from a private authority is trusted through NODE_EXTRA_CA_CERTS', async () => {
  const { DATA_DIR, rows } = openPractice()
  const mailbox = await openSmtpServer({
    tls: true,
    privateCa: true,
    login: { user: 'ordi', pass: 'geheim' },
  })
  onTestFinished(mailbox.close)
  const SMTP_URL = mailbox.url.replace('//', '//ordi:geheim@')
  const distrusting = await startOrdi({ DATA_DIR, APP_SECRET, SMTP_URL })
  expect(await post(`${distrusting.url}/api/email/send`, { email: 'rosa@musterfrau.example' })).toBe(200)
  await expect
    .poll(() => rows<{ error: string }>('select error from messages')[0]?.error, LONG)
    .toContain('NODE_EXTRA_CA_CERTS')
  await distrusting.stop()

  expect([mailbox.logins, mailbox.mails]).toEqual([[], []])
  const trusting = await startOrdi({ DATA_DIR, APP_SECRET, SMTP_URL, NODE_EXTRA_CA_CERTS: PRIVATE_CA })
  await expect.poll(() => mailbox.mails.length, LONG).toBe(1)
  await trusting.stop()
})

describe('a portal that is killed repeatedly while it sends messages', () => {
  it('loses no e-mail, repeats at most one for each kill, and never repeats an SMS', async () => {
    const { DATA_DIR, ctx, rows } = openPractice()
    const mailbox = await openMailbox()
    mailbox.behave({ do: 'delay', delay: 150 })
    const sevenio = openSevenioSimulator()
    sevenio.faults.expect(...Array.from({ length: 100 }, () => ({ slow: 150 })))
    const provider = await serveSimulator(sevenio)
    onTestFinished(provider.close)
    writeSettings(ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
    const requests = Array.from({ length: KILLS * BOOKINGS_EACH }, (_, i) => insertRequest(ctx(), i))
    const start = () =>
      startOrdi({
        DATA_DIR,
        APP_SECRET,
        SMTP_URL: mailbox.url,
        SEVENIO_BASE_URL: `${provider.url}/api`,
        RATE_LIMITS: 'off',
      })
    const confirmed = new Set<string>()

    for (let kill = 0; kill < KILLS; kill++) {
      const server = await start()
      const confirm = async (request: (typeof requests)[number]) => {
        const status = await post(`${server.url}/api/admin/confirm`, request)
        if (status === 200) confirmed.add(request.id)
      }
      const [last, ...first] = requests.slice(kill * BOOKINGS_EACH, (kill + 1) * BOOKINGS_EACH)
      await Promise.all(first.map(confirm))

      // The portal is killed in the middle of an e-mail, each time at a different moment.
      await expect.poll(mailbox.underWay, { ...LONG, interval: 10 }).toBe(1)
      const late = last && confirm(last)
      await setTimeout(kill * 60)
      expect(await server.stop('SIGKILL')).toBeNull()
      await late
      // The claims of the killed process would expire after a minute; the test ends them at once.
      ctx().db.$client.exec(`update messages set due_at = 0 where status = 'sending'`)
      // The mail server finishes what it has read.
      await expect.poll(mailbox.underWay).toBe(0)
    }

    const last = await start()
    await expect
      .poll(() => rows(`select id from messages where status in ('queued', 'sending')`), LONG)
      .toEqual([])
    expect(await last.stop()).toBe(0)

    const standing = rows<{ id: string }>(`select id from bookings where status = 'confirmed'`)
    expect(standing.map(({ id }) => id)).toEqual(expect.arrayContaining([...confirmed]))
    expectEachMailArrived(rows, mailbox)
    expectNoSmsRepeated(rows, sevenio)
  })
})

describe('a mail server that never answers', () => {
  it('delays a stop only for seconds, and gets its e-mail after the next start', async () => {
    const { DATA_DIR, rows } = openPractice()
    const mailbox = await openMailbox()
    mailbox.behave({ do: 'hang' }, { do: 'accept' })
    const start = () => startOrdi({ DATA_DIR, APP_SECRET, SMTP_URL: mailbox.url })
    const first = await start()
    expect(await post(`${first.url}/api/email/send`, { email: 'rosa@musterfrau.example' })).toBe(200)
    await expect.poll(() => mailbox.connections().open, LONG).toBe(1)

    const asked = performance.now()
    expect(await first.stop()).toBe(0)
    expect(performance.now() - asked).toBeLessThan(10_000)
    expect(rows('select status, attempts from messages')).toEqual([{ status: 'queued', attempts: 0 }])

    const second = await start()
    await expect.poll(() => mailbox.mails.length, { timeout: 5_000 }).toBe(1)
    expect(await second.stop()).toBe(0)
  })

  it('delays no request, and gets every e-mail once it answers', async () => {
    const { DATA_DIR, ctx, rows } = openPractice()
    const mailbox = await openMailbox()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    mailbox.behave({ do: 'wait', until: released })
    const server = await startOrdi({ DATA_DIR, APP_SECRET, SMTP_URL: mailbox.url })
    const send = (email: string) => post(`${server.url}/api/email/send`, { email })

    expect(await send('rosa@musterfrau.example')).toBe(200)
    await expect.poll(mailbox.underWay, LONG).toBe(1)
    expect(await send('otto@musterfrau.example')).toBe(200)
    expect(await post(`${server.url}/api/admin/confirm`, insertRequest(ctx()))).toBe(200)
    expect([mailbox.underWay(), mailbox.mails.length]).toEqual([1, 0])

    release()
    await expect
      .poll(() => rows(`select id from messages where channel = 'email' and status = 'sent'`).length, LONG)
      .toBe(3)
    expect(mailbox.mails).toHaveLength(3)
    expect(await server.stop()).toBe(0)
  })
})

type Rows = ReturnType<typeof openPractice>['rows']

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
    const times = sevenio.taken.filter(({ reference }) => reference === log_uuid).length
    if (status === 'sent') expect(times).toBe(1)
    else expect([status, times <= 1]).toEqual(['unknown', true])
  }
  expect(stored.filter(({ status }) => status === 'unknown').length).toBeLessThanOrEqual(KILLS)
}
