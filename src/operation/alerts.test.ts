import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { insertMessage } from '../messaging/outbox/queue.ts'
import { DAY_LENGTH } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { NOW, openTestApp, type TestApp } from '../testing/test-app.ts'
import { readAlerts } from './alerts.ts'

/** With a mail server, no alert says that e-mails cannot be sent. */
const WITH_MAIL_SERVER = { smtpUrl: 'smtp://mail.example', mailFrom: 'a@ordination.example' }

/** Opens a practice with its database in a file, of which backups are made. */
function openPracticeOnDisk(): TestApp {
  const dataDir = tempDir()
  const app = openTestApp({ file: join(dataDir, 'ordi.db'), config: { dataDir, ...WITH_MAIL_SERVER } })
  onTestFinished(() => void app.close())
  return app
}

/** Stores an e-mail to a patient that could not be sent. */
function insertFailedEmail(app: TestApp): void {
  const content = { kind: 'confirmed', recipient: 'rosa@musterfrau.example', text: '' } as const
  insertMessage(app.ctx(), { channel: 'email', ...content }, { status: 'failed' })
}

/** Returns level and kind of each alert. */
const summariesOf = (app: TestApp) => readAlerts(app.ctx()).alerts.map(({ level, kind }) => ({ level, kind }))

describe('the alerts', () => {
  it('are none while all is well', () => {
    expect(readAlerts(openTestApp({ config: WITH_MAIL_SERVER }).ctx()).alerts).toEqual([])
  })

  it('put failed messages before the notice of the backup', () => {
    const app = openPracticeOnDisk()
    // A new request causes no alert.
    insertBooking(app.ctx().db, { createdAt: NOW })
    insertFailedEmail(app)
    expect(summariesOf(app)).toEqual([
      { level: 'danger', kind: 'failed' },
      { level: 'info', kind: 'backup' },
    ])
  })

  it('come with the counts of open requests and failed messages', () => {
    const app = openPracticeOnDisk()
    insertBooking(app.ctx().db, { createdAt: NOW })
    insertFailedEmail(app)
    expect(readAlerts(app.ctx()).counts).toEqual({ requests: 1, failed: 1 })
  })

  it('begin with dangers, followed by warnings', () => {
    const app = openPracticeOnDisk()
    insertBooking(app.ctx().db, { createdAt: NOW })
    insertFailedEmail(app)
    app.pass(41 * DAY_LENGTH)
    expect(summariesOf(app)).toEqual([
      { level: 'danger', kind: 'failed' },
      { level: 'danger', kind: 'backup' },
      { level: 'warning', kind: 'requests' },
      { level: 'warning', kind: 'drill' },
    ])
  })

  it('are reduced to that about the database if it cannot be read', () => {
    const app = openTestApp({ config: { ...WITH_MAIL_SERVER, production: true } })
    vi.spyOn(app.ctx().db.$client, 'prepare').mockImplementation(() => {
      throw Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' })
    })
    expect(readAlerts(app.ctx())).toMatchObject({
      alerts: [{ kind: 'database', level: 'danger' }],
      counts: { requests: 0, failed: 0 },
    })
  })
})
