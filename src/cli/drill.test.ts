import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { queueEmail, queueSms } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { ordi, success } from '../testing/command-line.ts'
import { outcomesOf } from '../testing/data-directory.ts'
import { openOlderDatabase } from '../testing/databases.ts'
import { makeDrillPractice, temporariesIn } from '../testing/drill-practice.ts'
import { startOrdi } from '../testing/running-server.ts'
import { tempDir } from '../testing/temp-dir.ts'

/** A loopback address on which no other process expects a server. */
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

describe('ordi drill', () => {
  it('restores the newest backup, and starts and queries the portal on it, beside a running server', async () => {
    const { DATA_DIR, file } = await makeDrillPractice()
    const server = await startOrdi({ DATA_DIR })
    const drill = await ordi(['drill'], { DATA_DIR })
    const report =
      /\.db\nRestored, started and asked in \d+\.\d s: bookings 0, messages 0, 5 services on offer\.\n$/
    expect(drill).toEqual(success(expect.stringMatching(report)))
    expect(drill.out).toContain(file)
    expect(outcomesOf(DATA_DIR, 'drill')).toEqual(['done'])
    expect(temporariesIn(DATA_DIR)).toEqual([])
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
    const { DATA_DIR } = await makeDrillPractice((ctx) => {
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

    const areCalled = () => ({ mail: mail.count() > 0, sms: sms.count() > 0, odoo: odoo.count() > 0 })
    expect((await ordi(['drill'], { DATA_DIR, ...env })).out).toContain('bookings 1, messages 2')
    expect(areCalled()).toEqual({ mail: false, sms: false, odoo: false })

    const server = await startOrdi({ DATA_DIR, ...env })
    await expect.poll(areCalled).toEqual({ mail: true, sms: true, odoo: true })
    await server.stop()
  })

  it('fails if the secret is missing or wrong', async () => {
    const { file } = await makeDrillPractice()
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
    expect((await ordi(['drill'], { DATA_DIR: tempDir() })).err).toMatch(/^There is no backup in /)
  })

  it('fails if the named file is missing', async () => {
    const { DATA_DIR, file } = await makeDrillPractice()
    expect((await ordi(['drill', `${file}.gz`], { DATA_DIR })).err).toBe(
      `There is no such file: ${file}.gz\n`,
    )
  })

  it('is refused with two files', async () => {
    const { DATA_DIR, file } = await makeDrillPractice()
    expect((await ordi(['drill', file, file], { DATA_DIR })).err).toBe(
      'usage: ordi drill [FILE] [--identity FILE]\n',
    )
  })

  it('migrates the backup of an older version', async () => {
    const { DATA_DIR } = await makeDrillPractice()
    const old = join(tempDir(), 'old.db')
    openOlderDatabase(old, 5)
      .exec(`insert into services (id, name, duration_min) values ('facial', 'Facial', 30)`)
      .close()
    expect((await ordi(['drill', old], { DATA_DIR })).out).toContain(
      'bookings 0, messages 0, 1 services on offer',
    )
  })
})
