import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLog } from '../log.ts'
import type { MailResult } from '../messaging/email/mail-fault.ts'
import { emailTransport } from '../messaging/email/transport.ts'
import { deliverDue } from '../messaging/outbox/deliver.ts'
import { insertMessage } from '../messaging/outbox/queue.ts'
import { writeSettings } from '../practice/settings.ts'
import { HOUR, MINUTE } from '../shared/day.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { readAlerts } from './alerts.ts'
import { listDangers, notifyDangers } from './dangers.ts'

const FAILED = 'Ordi: Achtung – Nachrichten nicht gesendet'
const STANDSTILL = 'Ordi: Achtung – Versand steht still'
const ALL_CLEAR = 'Ordi: Wieder in Ordnung'

/** Inserts an e-mail to a patient with this status. */
function insertEmail(app: TestApp, status: 'failed' | 'queued'): number {
  const content = { kind: 'confirmed', recipient: 'rosa@musterfrau.example', text: '' } as const
  return insertMessage(app.ctx(), { channel: 'email', ...content }, { status }).id
}

const markSent = (app: TestApp, id: number) =>
  app.ctx().db.$client.prepare(`update messages set status = 'sent' where id = ?`).run(id)

/** Looks for dangers every minute, as the job does. */
function watch(app: TestApp, minutes: number): void {
  for (let minute = 0; minute < minutes; minute++) {
    notifyDangers(app.ctx())
    app.pass(MINUTE)
  }
}

/** Returns the subjects of all e-mails about dangers, in their order. */
const subjectsOfMails = (app: TestApp) =>
  app
    .rows<{ subject: string }>(`select subject from messages where kind = 'danger' order by id`)
    .map(({ subject }) => subject)

/** Returns the kinds of the present dangers. */
const dangersOf = (app: TestApp) =>
  readAlerts(app.ctx()).alerts.flatMap(({ kind, level }) => (level === 'danger' ? [kind] : []))

/** Delivers the due e-mails. Sending each of them has this result. */
async function deliverWithResult(app: TestApp, result: MailResult): Promise<void> {
  const log = openLog({ logLevel: 'silent' })
  await deliverDue(app.ctx, emailTransport({ mail: { send: async () => result }, log }), log)
}

const WITH_MAIL_SERVER = { smtpUrl: 'smtp://mail.example', mailFrom: 'a@ordination.example' }

describe('e-mails about dangers', () => {
  it('are not sent while all is well', () => {
    const app = openTestApp()
    watch(app, 10)
    expect(subjectsOfMails(app)).toEqual([])
  })

  it('report a danger once, after it has lasted for five minutes', () => {
    const app = openTestApp()
    insertEmail(app, 'failed')
    watch(app, 5)
    expect(subjectsOfMails(app)).toEqual([])
    watch(app, 60)
    expect(subjectsOfMails(app)).toEqual([FAILED])
  })

  it('report the end once, after the danger has been over for five minutes', () => {
    const app = openTestApp()
    const id = insertEmail(app, 'failed')
    watch(app, 6)
    markSent(app, id)
    watch(app, 5)
    expect(subjectsOfMails(app)).toEqual([FAILED])
    watch(app, 60)
    expect(subjectsOfMails(app)).toEqual([FAILED, ALL_CLEAR])
  })

  it('report a danger again that returns after its end was reported', () => {
    const app = openTestApp()
    const id = insertEmail(app, 'failed')
    watch(app, 6)
    markSent(app, id)
    watch(app, 6)
    insertEmail(app, 'failed')
    watch(app, 6)
    expect(subjectsOfMails(app)).toEqual([FAILED, ALL_CLEAR, FAILED])
  })

  it('are not sent for a danger that ends within five minutes', () => {
    const app = openTestApp()
    markSent(app, insertEmail(app, 'failed'))
    const id = insertEmail(app, 'failed')
    watch(app, 4)
    markSent(app, id)
    watch(app, 20)
    expect(subjectsOfMails(app)).toEqual([])
  })

  it('are not sent again for a danger that returns within five minutes', () => {
    const app = openTestApp()
    const id = insertEmail(app, 'failed')
    watch(app, 10)
    for (let interruption = 1; interruption <= 5; interruption++) {
      markSent(app, id)
      watch(app, 4)
      app.changeRows(`update messages set status = 'failed' where id = ?`, id)
      watch(app, 10)
    }
    expect(subjectsOfMails(app)).toEqual([FAILED])
  })

  it('report a second danger on its own, and the end once both are over', () => {
    const app = openTestApp()
    const failedId = insertEmail(app, 'failed')
    watch(app, 10)
    const overdueId = insertEmail(app, 'queued')
    watch(app, 30)
    expect(subjectsOfMails(app)).toEqual([FAILED, STANDSTILL])

    markSent(app, failedId)
    watch(app, 30)
    expect(subjectsOfMails(app)).toEqual([FAILED, STANDSTILL])
    expect(listDangers(app.ctx()).map(({ kind }) => kind)).toEqual(['standstill'])

    markSent(app, overdueId)
    watch(app, 10)
    expect(subjectsOfMails(app)).toEqual([FAILED, STANDSTILL, ALL_CLEAR])
  })
})

describe('an e-mail about a danger', () => {
  it('goes to the practice, with the sentence of the alert and nothing about patients', () => {
    const app = openTestApp()
    insertEmail(app, 'failed')
    watch(app, 6)
    const [mail] = app.rows<{ recipient: string; text: string; status: string }>(
      `select * from messages where kind = 'danger'`,
    )
    expect(mail).toMatchObject({ recipient: 'termine@ordination.example', status: 'queued' })
    expect(mail?.text).toContain('1 E-Mail konnte nicht gesendet werden.')
    expect(mail?.text).toContain('Stand: Donnerstag, 7.\u00a0Jänner 2027, 13:45\u00a0Uhr.')
    expect(mail?.text).not.toMatch(/musterfrau|Rosa/i)
  })

  it('is not repeated after a restart', () => {
    const dir = tempDir()
    const openAgain = () => openTestApp({ file: join(dir, 'ordi.db'), config: { dataDir: dir } })
    const app = openAgain()
    insertEmail(app, 'failed')
    watch(app, 10)
    app.close()

    const restarted = openAgain()
    watch(restarted, 10)
    expect(subjectsOfMails(restarted)).toEqual([FAILED])
  })

  it('is sent while notifications are off, but not while e-mails to the practice are off', () => {
    const app = openTestApp()
    writeSettings(app.ctx(), 'general', { notify_off: true })
    const id = insertEmail(app, 'failed')
    watch(app, 6)
    markSent(app, id)
    writeSettings(app.ctx(), 'general', { SEND_ADMIN_EMAIL: false })
    watch(app, 6)
    expect(app.rows(`select status, error from messages where kind = 'danger' order by id`)).toEqual([
      { status: 'queued', error: null },
      { status: 'suppressed', error: 'E-Mails an die Ordination sind abgeschaltet.' },
    ])
  })

  it('does not prolong a danger by waiting or failing', () => {
    const app = openTestApp()
    const id = insertEmail(app, 'queued')
    app.pass(15 * MINUTE)
    watch(app, 6)
    expect(subjectsOfMails(app)).toEqual([STANDSTILL])
    markSent(app, id)
    app.changeRows(`update messages set error = 'Störung' where kind = 'danger'`)
    app.pass(HOUR)
    expect(dangersOf(app)).toEqual([])
    app.changeRows(`update messages set status = 'failed' where kind = 'danger'`)
    expect(dangersOf(app)).toEqual([])
  })

  it('waits while e-mail is broken, and is sent once it works again', async () => {
    const app = openTestApp({ config: WITH_MAIL_SERVER })
    const broken: MailResult = {
      ok: false,
      kind: 'configuration',
      detail: '535',
      advice: 'Bitte SMTP_URL prüfen.',
    }
    /** Delivers due e-mails and looks for dangers, every minute. */
    const deliverAndWatch = async (minutes: number, result: MailResult) => {
      for (let minute = 0; minute < minutes; minute++) {
        await deliverWithResult(app, result)
        watch(app, 1)
      }
    }
    insertEmail(app, 'queued')
    await deliverAndWatch(120, broken)
    expect(subjectsOfMails(app)).toEqual(['Ordi: Achtung – E-Mails gehen nicht hinaus', STANDSTILL])

    await deliverAndWatch(20, { ok: true })
    expect(subjectsOfMails(app).at(-1)).toBe(ALL_CLEAR)
    expect(app.rows(`select distinct status from messages`)).toEqual([{ status: 'sent' }])
    expect(listDangers(app.ctx())).toEqual([])
  })

  it('causes no further danger if the practice’s mailbox is refused', async () => {
    const app = openTestApp({ config: WITH_MAIL_SERVER })
    insertEmail(app, 'failed')
    watch(app, 6)
    const refused: MailResult = { ok: false, kind: 'permanent', detail: '550 5.7.1 relay', refuses: 'policy' }
    await deliverWithResult(app, refused)
    expect(app.rows(`select status from messages where kind = 'danger'`)).toEqual([{ status: 'failed' }])
    expect(dangersOf(app)).toEqual(['failed'])
  })
})
