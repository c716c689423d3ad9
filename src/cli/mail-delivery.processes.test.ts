import { describe, expect, it } from 'vitest'
import { insertRequest, openDeliveringPractice, postTo } from '../testing/delivering-practice.ts'
import { openMailServer } from '../testing/mail-attempts.ts'
import { PRIVATE_CA } from '../testing/private-ca/pem.ts'
import { startOrdi } from '../testing/running-server.ts'
import { APP_SECRET } from '../testing/test-app.ts'

// These tests run the whole program in a process, with a real SMTP server.

/** How many verifications are timed: an odd number, so that there is a middle one. */
const TIMED_VERIFICATIONS = 5

it('an e-mail verification arrives within two seconds', async () => {
  const { DATA_DIR } = openDeliveringPractice()
  const mailbox = await openMailServer()
  const server = await startOrdi({ DATA_DIR, APP_SECRET, SMTP_URL: mailbox.url })
  const durations: number[] = []
  for (let i = 1; i <= TIMED_VERIFICATIONS; i++) {
    const requestedAt = performance.now()
    expect(await postTo(`${server.url}/api/email/send`, { email: `rosa${i}@musterfrau.example` })).toBe(200)
    await expect.poll(() => mailbox.mails.length, { interval: 10 }).toBe(i)
    durations.push(performance.now() - requestedAt)
  }
  // A busy machine may delay some of them, so the median counts.
  const median = durations.toSorted((a, b) => a - b)[Math.floor(TIMED_VERIFICATIONS / 2)]
  expect(median).toBeLessThan(2_000)
  expect(mailbox.connections().opened).toBe(1)
  await server.stop()
})

it('a mail server with a certificate from a private authority is trusted through NODE_EXTRA_CA_CERTS', async () => {
  const { DATA_DIR, rows } = openDeliveringPractice()
  const login = { user: 'ordi', pass: 'geheim' }
  const mailbox = await openMailServer({ tls: true, privateCa: true, login })
  const SMTP_URL = mailbox.url.replace('//', '//ordi:geheim@')
  const distrusting = await startOrdi({ DATA_DIR, APP_SECRET, SMTP_URL })
  expect(await postTo(`${distrusting.url}/api/email/send`, { email: 'rosa@musterfrau.example' })).toBe(200)
  await expect
    .poll(() => rows<{ error: string }>('select error from messages')[0]?.error)
    .toContain('NODE_EXTRA_CA_CERTS')
  await distrusting.stop()

  expect(mailbox.logins).toEqual([])
  expect(mailbox.mails).toEqual([])
  const trusting = await startOrdi({ DATA_DIR, APP_SECRET, SMTP_URL, NODE_EXTRA_CA_CERTS: PRIVATE_CA })
  await expect.poll(() => mailbox.mails.length).toBe(1)
  await trusting.stop()
})

describe('a mail server that never answers', () => {
  it('delays a stop only for seconds, and gets its e-mail after the next start', async () => {
    const { DATA_DIR, rows } = openDeliveringPractice()
    const mailbox = await openMailServer()
    mailbox.behave({ do: 'hang' }, { do: 'accept' })
    const start = () => startOrdi({ DATA_DIR, APP_SECRET, SMTP_URL: mailbox.url })
    const first = await start()
    expect(await postTo(`${first.url}/api/email/send`, { email: 'rosa@musterfrau.example' })).toBe(200)
    await expect.poll(() => mailbox.connections().stillOpen).toBe(1)

    const stopRequestedAt = performance.now()
    expect(await first.stop()).toBe(0)
    expect(performance.now() - stopRequestedAt).toBeLessThan(10_000)
    expect(rows('select status, attempts from messages')).toEqual([{ status: 'queued', attempts: 0 }])

    const second = await start()
    await expect.poll(() => mailbox.mails.length).toBe(1)
    expect(await second.stop()).toBe(0)
  })

  it('delays no request, and gets every e-mail once it answers', async () => {
    const { DATA_DIR, ctx, rows } = openDeliveringPractice()
    const mailbox = await openMailServer()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    mailbox.behave({ do: 'wait', until: released })
    const server = await startOrdi({ DATA_DIR, APP_SECRET, SMTP_URL: mailbox.url })
    const send = (email: string) => postTo(`${server.url}/api/email/send`, { email })

    expect(await send('rosa@musterfrau.example')).toBe(200)
    await expect.poll(mailbox.unanswered).toBe(1)
    expect(await send('otto@musterfrau.example')).toBe(200)
    expect(await postTo(`${server.url}/api/admin/confirm`, insertRequest(ctx()))).toBe(200)
    expect(mailbox.unanswered()).toBe(1)
    expect(mailbox.mails).toEqual([])

    release()
    await expect
      .poll(() => rows(`select id from messages where channel = 'email' and status = 'sent'`).length)
      .toBe(3)
    expect(mailbox.mails).toHaveLength(3)
    expect(await server.stop()).toBe(0)
  })
})
