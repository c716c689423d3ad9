import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestVerification } from '../../booking/email-verification.ts'
import { readConfig } from '../../config.ts'
import type { Ctx } from '../../ctx.ts'
import { type Db, openDatabase } from '../../db/open.ts'
import { bookings, messages } from '../../db/schema.ts'
import { writeSettings } from '../../practice/settings.ts'
import { HOUR, MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { PRACTICE, SAMPLE } from '../../testing/sample-emails.ts'
import { openSmsApp } from '../../testing/sms-app.ts'
import { type Behaviour, mailServerAt, openSmtpServer, type SmtpServer } from '../../testing/smtp-server.ts'
import { tempDir } from '../../testing/temp-dir.ts'
import { MAIL_TIMEOUT_MS, type MailPort, type MailResult, openMailPort } from '../email/smtp.ts'
import { emailTransport } from '../email/transport.ts'
import { emailVerification } from '../kinds/email-verification.ts'
import { deliverDue } from './deliver.ts'
import { insertMessage, type Lane, queueEmail } from './queue.ts'
import { outboxState } from './state.ts'

const START = Date.parse('2026-11-20T10:00:00+01:00')

let db: Db
let now: number
let box: SmtpServer
let mail: MailPort
let said: Record<string, unknown>[]
let production = false
let smtpUrl: string | undefined

const log = pino({ level: 'debug' }, { write: (line: string) => void said.push(JSON.parse(line)) })
const ctx = (): Ctx => ({
  db,
  now,
  actor: { kind: 'job' },
  config: {
    ...readConfig({ BASE_URL: 'https://termine.example' }),
    smtpUrl,
    appSecret: 'x'.repeat(32),
    production,
  },
})
const deliver = (port = mail) => deliverDue(ctx, emailTransport({ mail: port, log }), log)
const rows = () => db.select().from(messages).all()
const row = () => rows()[0]

function queue(recipient = 'maria@example.at', changes: Partial<Parameters<typeof queueEmail>[1]> = {}) {
  queueEmail(ctx(), {
    kind: 'reservation-received',
    recipient,
    subject: `An ${recipient}`,
    text: 'Grüß Gott',
    html: '<p>Grüß Gott</p>',
    ...changes,
  })
}

beforeEach(async () => {
  db = openDatabase(join(tempDir(), 'ordi.db'))
  now = START
  said = []
  production = false
  box = await openSmtpServer()
  smtpUrl = box.url
  mail = openMailPort()
  writeSettings(ctx(), 'practice', { name: 'Ordination Dr. Beispiel', mail: 'praxis@praxis.example' })
})

afterEach(async () => {
  db.$client.close()
  await box.close()
})

describe('a due e-mail', () => {
  it('is sent once, from the practice, with its own Message-ID', async () => {
    queue()
    await deliver()
    await deliver()
    expect(row()).toMatchObject({ status: 'sent', sentAt: now, attempts: 1, error: null })
    expect(box.mails).toHaveLength(1)
    expect(box.mails[0]).toMatchObject({
      messageId: row()?.messageId,
      subject: 'An maria@example.at',
      from: { name: 'Ordination Dr. Beispiel', address: 'praxis@praxis.example' },
      replyTo: [{ address: 'praxis@praxis.example' }],
    })
  })

  it('is sent from MAIL_FROM where that is set, and replies go to the practice', async () => {
    queue()
    const config = { ...ctx().config, mailFrom: 'portal@mailer.example' }
    await deliverDue(() => ({ ...ctx(), config }), emailTransport({ mail, log }), log)
    expect(box.mails[0]).toMatchObject({
      from: { name: 'Ordination Dr. Beispiel', address: 'portal@mailer.example' },
      replyTo: [{ address: 'praxis@praxis.example' }],
    })
  })

  it('leaves by the server and from the sender of the settings where the environment names none', async () => {
    smtpUrl = undefined
    queue()
    await deliver()
    expect(row()?.status).toBe('queued')
    const { host, port } = mailServerAt(box.url)
    const sender = { MAIL_FROM: 'Ordi <portal@mailer.example>' }
    writeSettings(ctx(), 'smtp', { SMTP_HOST: host, SMTP_PORT: port, SMTP_SECURITY: 'none', ...sender })
    await deliver()
    expect(box.mails[0]?.from).toEqual({ name: 'Ordi', address: 'portal@mailer.example' })
  })

  it('carries its calendar entry', async () => {
    queue(undefined, { calendar: 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n' })
    queue()
    await deliver()
    expect(box.mails.map(({ attachments }) => attachments.map(({ method }) => method))).toEqual([
      ['CANCEL', undefined],
      [],
    ])
  })

  it('is logged without its recipient', async () => {
    queue()
    queue('a@b.at, c@d.at')
    await deliver()
    expect(said).toHaveLength(2)
    expect(JSON.stringify(said)).not.toMatch(/maria|a@b/)
  })

  it('is no suppressed, failed, sent or future one', async () => {
    const email = { channel: 'email', kind: 'confirmed', recipient: 'a@b.at', text: '' } as const
    for (const status of ['suppressed', 'failed', 'sent'] as const) insertMessage(ctx(), email, { status })
    insertMessage(ctx(), email, { dueAt: now + 1 })
    const before = rows()
    await deliver()
    expect(rows()).toEqual(before)
    expect(box.mails).toEqual([])
  })

  it('is sent before those that are due for a shorter time', async () => {
    queue('late@example.at')
    now -= MINUTE
    queue('early@example.at')
    now += MINUTE
    await deliver()
    expect(box.mails.map(({ envelope }) => envelope.to[0])).toEqual(['early@example.at', 'late@example.at'])
  })
})

describe('a temporary fault', () => {
  it('leads to attempts after 1, 5, 30, 120 and 720 minutes, and then the e-mail has failed', async () => {
    queue()
    box.behave({ do: 'refuse', at: 'recipient', code: 451 })
    for (const [tries, minutes] of [1, 5, 30, 120, 720].entries()) {
      await deliver()
      expect(row()).toMatchObject({ status: 'queued', attempts: tries + 1, dueAt: now + minutes * MINUTE })
      expect(row()?.error).toContain('451')
      now += minutes * MINUTE - 1
      await deliver()
      expect(row()?.attempts).toBe(tries + 1)
      now += 1
    }
    await deliver()
    expect(row()).toMatchObject({ status: 'failed', attempts: 6 })
    expect(outboxState(ctx()).email.failed).toBe(1)
    now += 10_000 * MINUTE
    await deliver()
    expect(row()?.attempts).toBe(6)
  })

  it('is forgotten once an attempt succeeds, with the same Message-ID', async () => {
    queue()
    const { messageId } = row() ?? {}
    box.behave({ do: 'drop' }, { do: 'accept' })
    await deliver()
    expect(row()).toMatchObject({ status: 'queued', attempts: 1 })
    now += MINUTE
    await deliver()
    expect(row()).toMatchObject({ status: 'sent', attempts: 2, error: null })
    expect(box.mails.map((mail) => mail.messageId)).toEqual([messageId])
  })

  it('of one e-mail does not stop the others', async () => {
    for (const name of ['hangs', 'second', 'third']) queue(`${name}@example.at`)
    box.behave({ do: 'hang' }, { do: 'accept' })
    await deliver(openMailPort({ ...MAIL_TIMEOUT_MS, silence: 1_000 }))
    expect(rows().map(({ status }) => status)).toEqual(['queued', 'sent', 'sent'])
    expect(box.mails.map(({ envelope }) => envelope.to[0])).toEqual(['second@example.at', 'third@example.at'])
  })
})

describe('a permanent fault', () => {
  it('makes the e-mail fail at once, with the reason', async () => {
    queue()
    queue('other@example.at')
    box.behave({ do: 'refuse', at: 'recipient', code: 550 }, { do: 'accept' })
    await deliver()
    expect(rows()).toMatchObject([
      { status: 'failed', attempts: 1, error: expect.stringContaining('550') },
      { status: 'sent' },
    ])
  })
})

describe('a fault of the settings', () => {
  let locked: SmtpServer
  /** Delivers with a wrong password. */
  const deliverWrong = async () => {
    smtpUrl = locked.url.replace('//', '//ordi:wrong@')
    await deliver()
    smtpUrl = box.url
  }
  beforeEach(async () => {
    locked = await openSmtpServer({ login: { user: 'ordi', pass: 'right' } })
  })
  afterEach(() => locked.close())

  it('counts as no attempt, stops the run, is logged and leaves the outbox overdue', async () => {
    queue()
    queue('second@example.at')
    now += 12 * MINUTE
    await deliverWrong()
    expect(rows()).toMatchObject([
      { status: 'queued', attempts: 0, error: expect.stringContaining('535') },
      { status: 'queued', attempts: 0, error: null },
    ])
    expect(locked.logins).toEqual(['ordi'])
    expect(said.at(-1)).toMatchObject({ fault: expect.stringContaining('535') })
    expect(outboxState(ctx()).email).toMatchObject({ queued: 2, overdue: 12 * MINUTE })
  })

  it('is told at once, and until an e-mail has really gone out', async () => {
    const fault = () => outboxState(ctx()).email.fault
    queue()
    box.behave({ do: 'refuse', at: 'sender', code: 550 })
    await deliver()
    expect(fault()).toBe('Der E-Mail-Server lehnt den Absender ab: Bitte MAIL_FROM prüfen.')
    now += 6 * MINUTE
    expect(fault()).not.toBeNull()
    box.behave({ do: 'accept' })
    await deliver()
    expect([row()?.status, fault()]).toEqual(['sent', null])
  })

  it('makes the outbox pause for five minutes, so that no account is locked', async () => {
    queue()
    await deliverWrong()
    now += 5 * MINUTE - 1
    await deliverWrong()
    expect(locked.logins).toHaveLength(1)
    now += 1
    await deliver()
    expect(row()).toMatchObject({ status: 'sent', attempts: 1, error: null })
  })

  it('is also a missing sender', async () => {
    writeSettings(ctx(), 'practice', { mail: '' })
    queue()
    await deliver()
    expect(row()).toMatchObject({
      status: 'queued',
      attempts: 0,
      error: expect.stringContaining('MAIL_FROM'),
    })
    expect(box.mails).toEqual([])
  })
})

describe('e-mail verifications', () => {
  /** Requests this number of verifications from `origin`, each for another address. */
  const ask = (origin: string, times: number) => {
    const free = { ...ctx(), config: { ...ctx().config, rateLimits: false } }
    for (let i = 0; i < times; i++)
      requestVerification(free, { email: `${origin}${i}@example.at`, browser: `${origin}${i}`, origin })
  }
  const arrived = (from: string) =>
    box.mails.filter(({ envelope }) => envelope.to[0]?.startsWith(from)).length

  it('that one origin asks for hundreds of times delay neither those of another nor other e-mails', async () => {
    box.behave({ do: 'delay', delay: 100 })
    let done = false
    const isStopping = () => done
    const work = (lane: Lane) => deliverDue(ctx, emailTransport({ mail, log }), log, { lane, isStopping })
    ask('flood', 400)
    const workers = [...(['verifications', 'verifications', 'verifications'] as const).map(work)]
    await vi.waitFor(() => expect(arrived('flood')).toBeGreaterThan(5), { timeout: 20_000 })
    const before = arrived('flood')
    ask('maria', 1)
    queue('otto@example.at')
    workers.push(work('others'))
    await vi.waitFor(() => expect([arrived('maria'), arrived('otto')]).toEqual([1, 1]), { timeout: 20_000 })
    done = true
    // The messages that each worker was sending, and those sent before both workers had arrived.
    expect(arrived('flood') - before).toBeLessThanOrEqual(12)
    await Promise.all(workers)
    expect(box.connections().all).toBeLessThanOrEqual(5)
  })

  it('of two origins take turns', async () => {
    ask('flood', 5)
    ask('maria', 2)
    await deliverDue(ctx, emailTransport({ mail, log }), log, { lane: 'verifications' })
    const order = box.mails.map(({ envelope }) => envelope.to[0]?.replace(/\d@.*/, ''))
    expect(order).toEqual(['flood', 'maria', 'flood', 'maria', 'flood', 'flood', 'flood'])
  })
})

describe('a server that refuses everybody', () => {
  const relay: Behaviour = { do: 'refuse', at: 'recipient', code: 554, says: '5.7.1 Relay access denied' }
  const unknown: Behaviour = { do: 'refuse', at: 'recipient', code: 550, says: '5.1.1 unknown' }
  const fault = () => outboxState(ctx()).email.fault

  it('for its policy is a fault of the settings at once, and each e-mail is kept until it goes out', async () => {
    for (const domain of ['a', 'b', 'c']) queue(`maria@${domain}.example`)
    box.behave(relay)
    await deliver()
    expect(fault()).toContain('SMTP_URL')
    for (let attempt = 0; attempt < 20; attempt++) {
      now += 5 * MINUTE
      await deliver()
    }
    expect(rows().map(({ status }) => status)).toEqual(['queued', 'queued', 'queued'])
    box.behave({ do: 'accept' })
    now += 120 * MINUTE
    await deliver()
    expect(rows().map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
    expect(fault()).toBeNull()
  })

  it('as unknown is one too from the third domain on, and what has failed before is queued again', async () => {
    for (const domain of ['a', 'a', 'b']) queue(`maria@${domain}.example`)
    box.behave(unknown)
    await deliver()
    expect([rows().map(({ status }) => status), fault()]).toEqual([['failed', 'failed', 'failed'], null])
    queue('maria@c.example')
    await deliver()
    expect(rows().every(({ status, dueAt }) => status === 'queued' && dueAt === now + 5 * MINUTE)).toBe(true)
    expect(fault()).toContain('SMTP_URL')
  })

  it('is none once it takes one of them, so that wrong addresses do not stop the mail', async () => {
    for (const domain of ['a', 'b', 'right', 'c']) queue(`maria@${domain}.example`)
    box.behave(unknown, unknown, { do: 'accept' }, unknown)
    await deliver()
    expect(rows().map(({ status }) => status)).toEqual(['failed', 'failed', 'sent', 'failed'])
    expect(fault()).toBeNull()
  })

  it('shows in the count of failed e-mails when an e-mail verification expires meanwhile', async () => {
    queue('maria@a.example', { kind: 'email-verification' })
    box.behave(relay)
    await deliver()
    now += 31 * MINUTE
    await deliver()
    expect(row()).toMatchObject({ status: 'failed', error: expect.stringContaining('Relay access denied') })
    expect(outboxState(ctx()).email.failed).toBe(1)
    queue()
    box.behave({ do: 'accept' })
    await deliver()
    expect(outboxState(ctx()).email.failed).toBe(0)
  })
})

describe('a server that cannot be reached', () => {
  it('is a standstill although each e-mail has its next attempt, until one goes out', async () => {
    queue()
    await deliver({ send: async () => ({ ok: false, kind: 'temporary', detail: 'ECONNREFUSED' }) })
    now += 11 * MINUTE
    expect(outboxState(ctx()).email.overdue).toBe(11 * MINUTE)
    queue('otto@example.at')
    db.update(messages)
      .set({ dueAt: now + MINUTE })
      .where(eq(messages.id, row()?.id ?? 0))
      .run()
    await deliver()
    expect(outboxState(ctx()).email).toMatchObject({ queued: 1, overdue: 0 })
  })
})

describe('several workers', () => {
  it('send each message once when they run at the same time', async () => {
    for (let i = 0; i < 12; i++) queue(`nr${i}@example.at`)
    const other = openDatabase(db.$client.name)
    await Promise.all([
      deliver(),
      deliver(),
      deliverDue(() => ({ ...ctx(), db: other }), emailTransport({ mail, log }), log),
    ])
    other.$client.close()
    expect(rows().every(({ status, attempts }) => status === 'sent' && attempts === 1)).toBe(true)
    expect(new Set(box.mails.map(({ messageId }) => messageId)).size).toBe(12)
    expect(box.mails).toHaveLength(12)
  })

  it.each<[string, MailResult]>([
    ['success', { ok: true }],
    ['failure', { ok: false, kind: 'permanent', detail: 'too late' }],
    ['faulty settings', { ok: false, kind: 'configuration', detail: 'too late' }],
  ])('take over from one that has died, and its late %s changes nothing', async (_what, late) => {
    queue()
    const { promise: stuck, resolve: wakeUp } = Promise.withResolvers<MailResult>()
    const dying = deliver({ send: () => stuck })
    expect(row()).toMatchObject({ status: 'sending', attempts: 1 })
    await deliver()
    expect(box.mails).toEqual([])

    now = row()?.dueAt ?? 0
    const { promise: slow, resolve: finish } = Promise.withResolvers<MailResult>()
    const next = deliver({ send: () => slow })
    expect(row()).toMatchObject({ status: 'sending', attempts: 2 })
    wakeUp(late)
    await dying
    expect(row()).toMatchObject({ status: 'sending', attempts: 2, error: null })
    finish({ ok: true })
    await next
    expect(row()).toMatchObject({ status: 'sent', attempts: 2, error: null })
  })

  it('ignore a late result also after another worker has returned the message', async () => {
    queue()
    const { promise: stuck, resolve: wakeUp } = Promise.withResolvers<MailResult>()
    const dying = deliver({ send: () => stuck })
    now += MINUTE
    await deliver({ send: async () => ({ ok: false, kind: 'configuration', detail: 'wrong login' }) })
    wakeUp({ ok: false, kind: 'permanent', detail: 'too late' })
    await dying
    expect(row()).toMatchObject({ status: 'queued', attempts: 1, error: 'wrong login' })
  })

  it('use the Message-ID of the one that has died', async () => {
    queue()
    void deliver({ send: () => new Promise(() => {}) })
    now += MINUTE
    await deliver()
    expect(box.mails.map(({ messageId }) => messageId)).toEqual([row()?.messageId])
  })

  it('end a run after ten seconds, so that a stopping process does not wait for a long queue', async () => {
    for (let i = 0; i < 5; i++) queue(`nr${i}@example.at`)
    await deliver({
      async send() {
        now += 6_000
        return { ok: true }
      },
    })
    expect(rows().filter(({ status }) => status === 'sent')).toHaveLength(2)
  })
})

describe('an SMS at night', () => {
  it('waits for the morning when it reminds, as no attempt, and is sent when somebody has just done something', async () => {
    const app = openSmsApp()
    app.setUpSevenio()
    const sent = () => app.rows().map(({ kind, status, attempts }) => [kind, status, attempts])
    app.pass(Date.parse('2026-11-20T20:00:00+01:00') - START)
    app.queue({ kind: 'reminder' })
    app.queue({ kind: 'confirmed' })
    await app.deliver()
    expect(sent()).toEqual([
      ['reminder', 'queued', 0],
      ['confirmed', 'sent', 1],
    ])
    expect(app.row()?.dueAt).toBe(Date.parse('2026-11-21T08:00:00+01:00'))
    app.pass(12 * HOUR)
    await app.deliver()
    expect(sent()[0]).toEqual(['reminder', 'sent', 1])
  })
})

it('a confirmation that waits for its next attempt is suppressed after the cancellation', async () => {
  const failing: MailPort = { send: async () => ({ ok: false, kind: 'temporary', detail: 'try later' }) }
  const { id: bookingId } = insertBooking(db, { status: 'confirmed' })
  queue(undefined, { kind: 'confirmed', bookingId })
  await deliver(failing)
  db.update(bookings).set({ status: 'cancelled' }).run()
  queue(undefined, { kind: 'cancelled', bookingId })
  now += 60 * MINUTE
  await deliver()
  expect(rows().map(({ kind, status, error }) => [kind, status, error])).toEqual([
    ['confirmed', 'suppressed', 'Nicht mehr gesendet: Der Termin hat sich geändert.'],
    ['cancelled', 'sent', null],
  ])
  expect(box.mails).toHaveLength(1)
})

describe('without an SMTP server', () => {
  const verifyUrl = 'https://termine.example/email/verify?token=abc-123456-def'
  beforeEach(() => {
    smtpUrl = undefined
    const email = emailVerification.email({ ...SAMPLE, purpose: 'booking', verifyUrl, code: '049217' })
    queue(undefined, { kind: 'email-verification', ...email })
  })

  it('e-mails wait, and the log shows subject, link and code of each once', async () => {
    const before = rows()
    await deliver()
    await deliver()
    expect(rows()).toEqual(before)
    expect(said).toHaveLength(1)
    expect(said[0]).toMatchObject({
      to: 'm***@example.at',
      subject: '049217 ist Ihr Code',
      code: 'Oder geben Sie in dem Browser, in dem Sie buchen, diesen Code ein: 049217',
      links: [verifyUrl, PRACTICE.url, PRACTICE.terms, PRACTICE.impressum],
    })
    queue()
    await deliver()
    expect(said).toHaveLength(2)
  })

  it('nothing of them is logged in production', async () => {
    production = true
    await deliver()
    expect(said).toEqual([])
  })
})
