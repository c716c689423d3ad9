import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLog } from '../log.ts'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import { emailTransport } from '../messaging/email/transport.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import {
  ALL_CLEAR_SUBJECT,
  FAILED_SUBJECT,
  openDangersApp,
  STANDSTILL_SUBJECT,
} from '../testing/dangers-app.ts'
import { tempDir } from '../testing/temp-dir.ts'
import type { TestApp } from '../testing/test-app.ts'
import { readAlerts } from './alerts.ts'
import { listDangers } from './dangers.ts'

/** Returns the kinds of the present dangers. */
const listPresent = (app: TestApp) =>
  readAlerts(app.ctx()).alerts.flatMap(({ kind, level }) => (level === 'danger' ? [kind] : []))

/** Delivers the due e-mails. Sending each of them has this result. */
async function deliverWithResult(app: TestApp, result: MailResult): Promise<void> {
  const log = openLog({ logLevel: 'silent' })
  await deliverDue(app.ctx, emailTransport({ mail: { send: async () => result }, log }), log)
}

const WITH_MAIL_SERVER = { smtpUrl: 'smtp://mail.example', mailFrom: 'a@ordination.example' }

// A danger, or its end, is reported after five minutes (`REPORTED_AFTER`). Each `watch(6)` lasts just longer.
describe('the e-mail about a danger', () => {
  it('goes to the practice, with the sentence of the alert and nothing about patients', () => {
    const app = openDangersApp()
    app.insertEmail('failed')
    app.watch(6)
    const [email] = app.rows<{ recipient: string; text: string; status: string }>(
      `select * from messages where kind = 'danger'`,
    )
    expect(email).toMatchObject({ recipient: 'termine@ordination.example', status: 'queued' })
    expect(email?.text).toContain('1 E-Mail konnte nicht gesendet werden.')
    // The app opens at 13:40 (`NOW`), and the danger is reported five minutes later.
    expect(email?.text).toContain('Stand: Donnerstag, 7.\u00a0Jänner 2027, 13:45\u00a0Uhr.')
    expect(email?.text).not.toMatch(/musterfrau|Rosa/i)
  })

  it('is not repeated after a restart', () => {
    const dir = tempDir()
    const openAgain = () => openDangersApp({ file: join(dir, 'ordi.db'), config: { dataDir: dir } })
    const app = openAgain()
    app.insertEmail('failed')
    app.watch(10)
    app.close()

    const restarted = openAgain()
    restarted.watch(10)
    expect(restarted.subjectsOfMails()).toEqual([FAILED_SUBJECT])
  })

  it('is sent while notifications are off, but not while e-mails to the practice are off', () => {
    const app = openDangersApp()
    writeSettings(app.ctx(), 'general', { notify_off: true })
    const id = app.insertEmail('failed')
    app.watch(6)
    app.markSent(id)
    writeSettings(app.ctx(), 'general', { SEND_ADMIN_EMAIL: false })
    app.watch(6)
    expect(app.rows(`select status, error from messages where kind = 'danger' order by id`)).toEqual([
      { status: 'queued', error: null },
      { status: 'muted', error: 'E-Mails an die Ordination sind abgeschaltet.' },
    ])
  })

  it('does not prolong a danger by waiting or failing', () => {
    const app = openDangersApp()
    const id = app.insertEmail('queued')
    // The e-mail has waited for too long after ten minutes.
    app.pass(15 * MINUTE)
    app.watch(6)
    expect(app.subjectsOfMails()).toEqual([STANDSTILL_SUBJECT])
    app.markSent(id)
    // The e-mail about the danger itself now waits for an hour, and then fails.
    app.changeRows(`update messages set error = 'Störung' where kind = 'danger'`)
    app.pass(HOUR)
    expect(listPresent(app)).toEqual([])
    app.changeRows(`update messages set status = 'failed' where kind = 'danger'`)
    expect(listPresent(app)).toEqual([])
  })

  it('waits while the mail server refuses all e-mails, and is sent once it accepts them', async () => {
    const app = openDangersApp({ config: WITH_MAIL_SERVER })
    const wrongPassword: MailResult = {
      ok: false,
      kind: 'configuration',
      detail: '535',
      advice: 'Bitte SMTP_URL prüfen.',
    }
    /** Delivers due e-mails and looks for dangers, every minute. */
    const deliverAndWatch = async (minutes: number, result: MailResult) => {
      for (let minute = 0; minute < minutes; minute++) {
        await deliverWithResult(app, result)
        app.watch(1)
      }
    }
    app.insertEmail('queued')
    await deliverAndWatch(120, wrongPassword)
    expect(app.subjectsOfMails()).toEqual(['Ordi: Achtung – E-Mails gehen nicht hinaus', STANDSTILL_SUBJECT])

    await deliverAndWatch(20, { ok: true })
    expect(app.subjectsOfMails().at(-1)).toBe(ALL_CLEAR_SUBJECT)
    expect(app.rows(`select distinct status from messages`)).toEqual([{ status: 'sent' }])
    expect(listDangers(app.ctx())).toEqual([])
  })

  it('causes no further danger if the mail server refuses it', async () => {
    const app = openDangersApp({ config: WITH_MAIL_SERVER })
    app.insertEmail('failed')
    app.watch(6)
    const refused: MailResult = { ok: false, kind: 'permanent', detail: '550 5.7.1 relay', refuses: 'policy' }
    await deliverWithResult(app, refused)
    expect(app.rows(`select status from messages where kind = 'danger'`)).toEqual([{ status: 'failed' }])
    expect(listPresent(app)).toEqual(['failed'])
  })
})
