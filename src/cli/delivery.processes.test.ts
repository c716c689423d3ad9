import { setTimeout } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { signStaffLink } from '../access/links.ts'
import { openApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { startOrdi } from '../testing/command-line.ts'
import { aContact } from '../testing/factory.ts'
import { serveSimulator } from '../testing/simulators/serve.ts'
import { openSevenioSimulator } from '../testing/simulators/sevenio.ts'
import { openSmtpServer, type SmtpServer } from '../testing/smtp-server.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { solvedBotCheck } from '../testing/test-app.ts'

/** The whole program in processes of its own, with a real SMTP server and a text message provider on real lines. */

const APP_SECRET = 'a secret for tests only, 32 bytes'
const KILLS = 3
const BOOKINGS_EACH = 3
const LONG = { timeout: 30_000 }

let ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.toReversed()) await end()
  ends = []
})

/** The demo practice in a directory that a portal and this test share. */
function openPractice() {
  const DATA_DIR = tempDir()
  const { ctx, close } = openApp({ ...readConfig({ DATA_DIR, APP_SECRET }), demo: true })
  ends.push(close)
  const rows = <T>(sql: string) => ctx({ kind: 'job' }).db.$client.prepare(sql).all() as T[]
  return { DATA_DIR, ctx: () => ctx({ kind: 'visitor' }), rows }
}

async function startMailbox(): Promise<SmtpServer> {
  const mailbox = await openSmtpServer()
  ends.push(mailbox.close)
  return mailbox
}

type Answered = { status: number; cookie: string; json: Record<string, string> }

/** A call whose line may break under it: then its status is 0. */
async function post(url: string, body: object, cookie = ''): Promise<Answered> {
  try {
    const headers = { 'content-type': 'application/json', cookie }
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const [given = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';')
    return { status: answer.status, cookie: given, json: (await answer.json()) as Answered['json'] }
  } catch {
    return { status: 0, cookie: '', json: {} }
  }
}

/** The first free start from next week on. */
async function findFreeStart(url: string, now: number): Promise<string> {
  const day = (days: number) => new Date(now + days * DAY_LENGTH).toISOString().slice(0, 10)
  const ask = async (query: string) =>
    (await fetch(`${url}/api/slots?service=erstordination&${query}`)).json() as Promise<
      Record<string, string | number>[]
    >
  const days = await ask(`summary=1&from=${day(7)}&to=${day(21)}`)
  const free = days.find(({ available_count }) => Number(available_count) > 0)
  const [slot] = await ask(`date=${free?.date}`)
  return String(slot?.slot_start)
}

describe('a portal that is killed again and again while it tells everybody', () => {
  it('loses no mail, repeats at most one for each death, and never repeats a text message', async () => {
    const { DATA_DIR, ctx, rows } = openPractice()
    const mailbox = await startMailbox()
    mailbox.behave({ do: 'delay', delay: 150 })
    const sevenio = openSevenioSimulator()
    sevenio.faults.expect(...Array.from({ length: 100 }, () => ({ slow: 150 })))
    const provider = await serveSimulator(sevenio)
    ends.push(provider.close)
    writeSettings(ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key', SEVENIO_FROM: 'Ordination' })
    const requests = Array.from({ length: KILLS * BOOKINGS_EACH }, (_, nr) => {
      // Neither reminded of nor overdue, so that no job adds an e-mail while the test runs.
      const createdAt = ctx().now
      const startsAt = createdAt + 3 * DAY_LENGTH + nr * HOUR
      const mobile = `0664 12345${String(nr).padStart(2, '0')}`
      const { id } = insertBooking(ctx().db, { startsAt, mobile, createdAt })
      return { id, sig: signStaffLink(ctx(), 'confirm', id, startsAt), message: '' }
    })
    const start = () =>
      startOrdi({
        DATA_DIR,
        APP_SECRET,
        SMTP_URL: mailbox.url,
        SEVENIO_BASE_URL: `${provider.url}/api`,
        RATE_LIMITS: 'off',
      })
    /** As if the leases of the dead had run out, which takes a minute. */
    const forgetTheDead = () => {
      ctx().db.$client.exec(`update messages set due_at = 0 where status = 'sending'`)
    }

    const confirmed = new Set<string>()
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await start()
      const confirm = async (request: (typeof requests)[number]) => {
        const answer = await post(`${server.url}/api/admin/confirm`, request)
        if (answer.status === 200) confirmed.add(request.id)
      }
      const [last, ...first] = requests.slice(kill * BOOKINGS_EACH, (kill + 1) * BOOKINGS_EACH)
      await Promise.all(first.map(confirm))
      // In the middle of a mail, each time somewhere else.
      await expect.poll(mailbox.underWay, { ...LONG, interval: 10 }).toBe(1)
      const late = last && confirm(last)
      await setTimeout(kill * 60)
      expect(await server.stop('SIGKILL')).toBeNull()
      await late
      forgetTheDead()
      // What the server has read it keeps, though nobody waits for the answer any more.
      await expect.poll(mailbox.underWay).toBe(0)
    }
    const survivor = await start()
    await expect
      .poll(
        () => rows(`select id from messages where channel = 'email' and status in ('queued', 'sending')`),
        LONG,
      )
      .toEqual([])
    await expect
      .poll(
        () => rows(`select id from messages where channel = 'sms' and status in ('queued', 'sending')`),
        LONG,
      )
      .toEqual([])
    expect(await survivor.stop()).toBe(0)

    const sent = rows<{ message_id: string; booking_id: string }>(
      `select message_id, booking_id from messages where channel = 'email'`,
    )
    const standing = rows<{ id: string }>(`select id from bookings where status = 'confirmed'`)
    expect(standing.map(({ id }) => id)).toEqual(expect.arrayContaining([...confirmed]))
    expect(sent.map(({ booking_id }) => booking_id).toSorted()).toEqual(
      standing.map(({ id }) => id).toSorted(),
    )
    const arrived = mailbox.mails.map(({ messageId }) => messageId)
    expect(new Set(arrived)).toEqual(new Set(sent.map(({ message_id }) => message_id)))
    expect(arrived.length - sent.length).toBeLessThanOrEqual(KILLS)

    const texts = rows<{ log_uuid: string; status: string }>(
      `select log_uuid, status from messages where channel = 'sms'`,
    )
    expect(texts).toHaveLength(standing.length)
    for (const { log_uuid, status } of texts) {
      const times = sevenio.taken.filter(({ reference }) => reference === log_uuid).length
      if (status === 'sent') expect(times).toBe(1)
      else expect([status, times <= 1]).toEqual(['unknown', true])
    }
    expect(texts.filter(({ status }) => status === 'unknown').length).toBeLessThanOrEqual(KILLS)
  })
})

describe('a mail server that takes a mail and never answers', () => {
  it('keeps no patient and no practice waiting', async () => {
    const { DATA_DIR, ctx, rows } = openPractice()
    const mailbox = await startMailbox()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    mailbox.behave({ do: 'wait', until: released })
    const server = await startOrdi({ DATA_DIR, APP_SECRET, SMTP_URL: mailbox.url })
    const email = 'rosa@musterfrau.example'

    const { cookie } = await post(`${server.url}/api/email/send`, { email })
    await expect.poll(mailbox.underWay, LONG).toBe(1)
    const [mail] = rows<{ text: string }>(`select text from messages where channel = 'email'`)
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
    await post(`${server.url}/api/email/verify`, { email, code }, cookie)
    const contact = aContact({ email })
    const start = await findFreeStart(server.url, ctx().now)
    const input = { service_id: 'erstordination', start, contact }
    const hold = await post(`${server.url}/api/hold`, input, cookie)
    const consent = { hold_id: hold.json.hold_id, contact, consent: true }
    const token = { turnstile_token: await solvedBotCheck(ctx()) }
    const booked = await post(`${server.url}/api/booking/confirm`, { ...consent, ...token }, cookie)
    const id = booked.json.id ?? ''
    const sig = signStaffLink(ctx(), 'confirm', id, Date.parse(start))
    const decided = await post(`${server.url}/api/admin/confirm`, { id, message: '', sig })
    // Both answers are there while the very first mail still hangs, and nobody has let go of it.
    expect([booked.status, decided.status, mailbox.underWay(), mailbox.mails.length]).toEqual([
      201, 200, 1, 0,
    ])

    release()
    await expect
      .poll(() => rows(`select id from messages where channel = 'email' and status = 'sent'`).length, LONG)
      .toBe(4)
    expect(mailbox.mails).toHaveLength(4)
    expect(await server.stop()).toBe(0)
  })
})
