import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { generateKey } from '../db/age-file.ts'
import { queueEmail, queueSms } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { failure, ordi, success } from '../testing/command-line.ts'
import { outcomesOf, withPortal } from '../testing/data-directory.ts'
import { openOlderDatabase } from '../testing/databases.ts'
import { startOrdi } from '../testing/running-server.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** Makes the demo practice, changes it with `work`, and backs it up to `file`. */
async function makeBackedUpPractice(work: (ctx: Ctx) => void = () => {}) {
  const DATA_DIR = tempDir()
  withPortal({ DATA_DIR, ORDI_DEMO: '1' }, work)
  await ordi(['backup'], { DATA_DIR })
  const [name = ''] = readdirSync(join(DATA_DIR, 'backups'))
  return { DATA_DIR, file: join(DATA_DIR, 'backups', name) }
}

/** A loopback address on which no other program on this machine expects a server. */
const LOOPBACK = process.platform === 'linux' ? '127.44.0.1' : '127.0.0.1'

/** Opens a server that counts its connections and closes them. */
async function openCountingServer() {
  let count = 0
  const server = createServer((socket) => {
    count += 1
    socket.destroy()
  }).listen(0, LOOPBACK)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, count: () => count }
}

const temporariesIn = (DATA_DIR: string) =>
  readdirSync(DATA_DIR).filter((name) => name.startsWith('temporary'))

describe('ordi drill', () => {
  /** Makes a practice with an encrypted backup. `key` is the file of the secret key. */
  async function makeEncryptedBackup() {
    const { identity, recipient } = await generateKey()
    const practice = await makeBackedUpPractice((ctx) =>
      writeSettings(ctx, 'general', { backup_recipient: recipient }),
    )
    expect(practice.file).toMatch(/\.db\.age$/)
    const key = join(tempDir(), 'key.txt')
    writeFileSync(key, identity)
    return { ...practice, key, identity }
  }

  it('restores the newest backup, and starts and queries the portal on it, beside a running server', async () => {
    const { DATA_DIR, file } = await makeBackedUpPractice()
    const server = await startOrdi({ DATA_DIR })
    const result = await ordi(['drill'], { DATA_DIR })
    expect(result).toEqual(
      success(
        expect.stringMatching(
          /\.db\nRestored, started and asked in \d+\.\d s: bookings 0, messages 0, 5 services on offer\.\n$/,
        ),
      ),
    )
    expect(result.out).toContain(file)
    expect([outcomesOf(DATA_DIR, 'drill'), temporariesIn(DATA_DIR)]).toEqual([['done'], []])
    await server.stop()
  })

  it('contacts no other server, unlike a portal on the same data', async () => {
    const [mail, sms, odoo] = await Promise.all([
      openCountingServer(),
      openCountingServer(),
      openCountingServer(),
    ])
    const env = {
      SMTP_URL: `smtp://ordi:word@${LOOPBACK}:${mail.port}`,
      CLICKSEND_BASE_URL: `http://${LOOPBACK}:${sms.port}`,
      ALLOW_PRIVATE_TARGETS: '1',
    }
    const { DATA_DIR } = await makeBackedUpPractice((ctx) => {
      const ODOO_URL = `http://${LOOPBACK}:${odoo.port}`
      writeSettings(ctx, 'odoo', { ODOO_URL, ODOO_DB: 'praxis', ODOO_USER: 'ordi', ODOO_PASS: 'key' })
      writeSettings(ctx, 'clicksend', { CLICKSEND_USERNAME: 'u', CLICKSEND_PWD: 'p', CLICKSEND_FROM: 'Ordi' })
      const { id } = insertBooking(ctx.db, {
        startsAt: ctx.now + 5 * DAY_LENGTH,
        createdAt: ctx.now,
        status: 'confirmed',
      })
      const message = { kind: 'confirmed', bookingId: id, text: 't' } as const
      queueEmail(ctx, { ...message, recipient: 'rosa@musterfrau.example', subject: 's', html: '<p>t</p>' })
      queueSms(ctx, { ...message, mobile: '0664 1234567', country: 'AT' })
    })

    const calls = () => [mail, sms, odoo].map(({ count }) => count() > 0)
    expect((await ordi(['drill'], { DATA_DIR, ...env })).out).toContain('bookings 1, messages 2')
    expect(calls()).toEqual([false, false, false])

    const server = await startOrdi({ DATA_DIR, ...env })
    await expect.poll(calls, { timeout: 30_000 }).toEqual([true, true, true])
    await server.stop()
  })

  it('checks an encrypted backup as far as possible without the secret key, and completely with it', async () => {
    const { DATA_DIR, key } = await makeEncryptedBackup()
    expect((await ordi(['drill'], { DATA_DIR })).out).toMatch(
      /^\S+\.age is as it was written\. Only its secret key opens it, so the drill went on with a backup of this moment\.\nRestored, .* 5 services on offer\.\n$/,
    )
    expect((await ordi(['drill', '--identity', key], { DATA_DIR })).out).toMatch(
      /^\S+\.age\nRestored, .* 5 services on offer\.\n$/,
    )
  })

  it('finds damage in an encrypted backup even without the secret key', async () => {
    const { DATA_DIR, file, key } = await makeEncryptedBackup()
    const bytes = readFileSync(file)
    bytes.writeUInt8(bytes.readUInt8(50_000) ^ 1, 50_000)
    writeFileSync(file, bytes)

    const damaged = `The drill with ${file} failed. This file is damaged: it is not as it was written.\n`
    expect(await ordi(['drill'], { DATA_DIR })).toEqual(failure(damaged))
    expect(await ordi(['drill', file, '--identity', key], { DATA_DIR })).toEqual(failure(damaged))
    expect([outcomesOf(DATA_DIR, 'drill'), temporariesIn(DATA_DIR)]).toEqual([
      [expect.stringContaining('damaged')],
      [],
    ])
  })

  it('records no failure for another file or a wrong key', async () => {
    const { DATA_DIR, file } = await makeEncryptedBackup()
    const wrongKey = join(tempDir(), 'key.txt')
    writeFileSync(wrongKey, (await generateKey()).identity)
    for (const args of [['--identity', wrongKey], [file, '--identity', wrongKey], [file]])
      expect((await ordi(['drill', ...args], { DATA_DIR })).status).toBe(1)
    expect(outcomesOf(DATA_DIR, 'drill')).toEqual([])
  })

  it.each(['drill', 'verify', 'restore'])(
    'prints no secret when a character of the key is wrong: %s',
    async (command) => {
      const { DATA_DIR, file, key, identity } = await makeEncryptedBackup()
      const at = identity.length - 5
      const wrongLetter = identity[at] === 'Q' ? 'P' : 'Q'
      writeFileSync(key, `${identity.slice(0, at)}${wrongLetter}${identity.slice(at + 1)}`)

      const args = [command, file, '--identity', key, ...(command === 'restore' ? ['--yes'] : [])]
      const { status, out, err } = await ordi(args, { DATA_DIR })
      expect([status, err]).toEqual([
        1,
        expect.stringContaining(`Line 1 of ${key} is not the secret key as it was written`),
      ])
      expect(out + err).not.toMatch(/AGE-SECRET-KEY|\n\s+at /)
      // Not even eight characters of the key itself are printed.
      const [, ...parts] = identity.slice(0, at).match(/^AGE-SECRET-KEY-1|.{8}/g) ?? []
      expect(parts.length).toBeGreaterThan(5)
      for (const part of parts) expect(out + err).not.toContain(part)
    },
  )

  it('fails if the secret is missing or wrong', async () => {
    const { file } = await makeBackedUpPractice()
    const elsewhere = tempDir()
    expect((await ordi(['drill', file], { DATA_DIR: elsewhere })).err).toMatch(
      /The secret is missing, which no backup contains/,
    )
    expect((await ordi(['drill', file], { DATA_DIR: elsewhere, APP_SECRET: 'x'.repeat(32) })).err).toMatch(
      /The secret \(APP_SECRET or secret\.key\) is not the one/,
    )
    expect(readdirSync(elsewhere)).toEqual([])
  })

  it('fails if there is no backup', async () => {
    const { DATA_DIR, file } = await makeBackedUpPractice()
    expect((await ordi(['drill'], { DATA_DIR: tempDir() })).err).toMatch(/^There is no backup in /)
    expect((await ordi(['drill', `${file}.gz`], { DATA_DIR })).err).toBe(
      `There is no such file: ${file}.gz\n`,
    )
  })

  it('is refused with two files', async () => {
    const { DATA_DIR, file } = await makeBackedUpPractice()
    expect((await ordi(['drill', file, file], { DATA_DIR })).err).toBe(
      'usage: ordi drill [FILE] [--identity FILE]\n',
    )
  })

  it('migrates the backup of an older version', async () => {
    const { DATA_DIR } = await makeBackedUpPractice()
    const old = join(tempDir(), 'old.db')
    openOlderDatabase(old, 5)
      .exec(`insert into services (id, name, duration_min) values ('facial', 'Facial', 30)`)
      .close()
    expect((await ordi(['drill', old], { DATA_DIR })).out).toContain(
      'bookings 0, messages 0, 1 services on offer',
    )
  })
})
