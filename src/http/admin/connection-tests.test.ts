import { describe, expect, it } from 'vitest'
import { openLog } from '../../log.ts'
import type { EmailMessage, MailFault, MailResult } from '../../messaging/email/smtp.ts'
import { emailTransport } from '../../messaging/email/transport.ts'
import { deliverDue } from '../../messaging/outbox/deliver.ts'
import { outboxState } from '../../messaging/outbox/log.ts'
import type { MailServer } from '../../practice/mail-server.ts'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { listenAs } from '../../testing/loopback.ts'
import { openClicksendSimulator } from '../../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../../testing/simulators/faults.ts'
import { openOdooSimulator } from '../../testing/simulators/odoo.ts'
import { openSevenioSimulator } from '../../testing/simulators/sevenio.ts'
import { openTestApp } from '../../testing/test-app.ts'

/** An app with a mail server, both SMS providers and an Odoo within reach; only the mail server is set up. */
function openAppWithProviders({ mailServer = true, allowPrivateTargets = false } = {}) {
  const mails: EmailMessage[] = []
  const mail = { next: { ok: true } as MailResult }
  const servers: MailServer[] = []
  const send = async (message: EmailMessage, server: MailServer) => {
    servers.push(server)
    if (mail.next.ok) mails.push(message)
    return mail.next
  }
  const lines: string[] = []
  const clicksend = openClicksendSimulator({ key: 'secret-of-clicksend' })
  const sevenio = openSevenioSimulator({ key: 'secret-of-sevenio' })
  const odoo = openOdooSimulator({ password: 'secret-of-odoo' })
  const app = openTestApp({
    config: { allowPrivateTargets, smtpUrl: mailServer ? 'smtp://mail.example' : undefined },
    ports: {
      mail: { send },
      httpFetch: simulatedFetch({
        'https://rest.clicksend.com/v3': clicksend,
        'https://gateway.seven.io/api': sevenio,
      }),
      resolveHost: async () => ['127.0.0.1'],
      log: openLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) }),
    },
  })
  const admin = app.admin()
  return {
    ...app,
    admin,
    mails,
    mail,
    servers,
    clicksend,
    sevenio,
    odoo,
    lines,
    test: (group: string) => admin.post(`/api/admin/settings/${group}/test`),
    retry: (row: string) => admin.post(`/api/admin/outbox/${row}/retry`),
    deliverMails: () => deliverDue(app.ctx, emailTransport({ mail: { send }, log: app.log }), app.log),
    setUpSms: (TEST_MOBILE = '+436600000001') => {
      writeSettings(app.ctx(), 'clicksend', {
        CLICKSEND_USERNAME: 'demo',
        CLICKSEND_PWD: 'secret-of-clicksend',
        CLICKSEND_FROM: 'Ordination',
        TEST_MOBILE,
      })
      writeSettings(app.ctx(), 'sevenio', {
        SEVENIO_KEY: 'secret-of-sevenio',
        SEVENIO_FROM: 'Ordi',
        TEST_MOBILE,
      })
    },
    setUpOdoo: async () =>
      writeSettings(app.ctx(), 'odoo', {
        ODOO_URL: await listenAs(odoo),
        ODOO_DB: 'praxis',
        ODOO_USER: 'ordi',
        ODOO_PASS: 'secret-of-odoo',
      }),
  }
}

const failed = (message: string) => ({ status: 502, json: { error: 'test_failed', message } })

describe('a test mail', () => {
  it('goes to ADMIN_EMAIL at once, also while notifications are off, and is a row of the outbox', async () => {
    const { test, ctx, rows, mails } = openAppWithProviders()
    writeSettings(ctx(), 'general', { notify_off: true })
    writeSettings(ctx(), 'urls', {
      ADMIN_EMAIL: 'technik@ordination.example',
      PUBLIC_BASE_URL: 'https://termine.example',
    })
    const { status, json } = await test('urls')
    expect([status, json]).toEqual([200, { message: 'Test-E-Mail an technik@ordination.example gesendet.' }])
    expect(mails).toMatchObject([
      {
        to: 'technik@ordination.example',
        from: { name: 'Ordination Dr. Demo Muster', address: 'termine@ordination.example' },
        subject: 'Test-E-Mail der Online-Terminbuchung',
        text: expect.stringMatching(/7\.\sJänner 2027, 13:40\sUhr[\s\S]*https:\/\/termine\.example\/admin/),
      },
    ])
    const row = { channel: 'email', kind: 'test', recipient: 'technik@ordination.example', status: 'sent' }
    expect(rows('select channel, kind, recipient, status from messages')).toEqual([row])
  })

  it('goes to the practice where there is no ADMIN_EMAIL', async () => {
    const { test, mails } = openAppWithProviders()
    expect((await test('urls')).json.message).toBe('Test-E-Mail an termine@ordination.example gesendet.')
    expect(mails).toHaveLength(1)
  })

  it('goes out by the server of the settings as soon as that is saved, also after a fault of another', async () => {
    const { admin, test, mails, mail, servers, rows } = openAppWithProviders({ mailServer: false })
    const save = (SMTP_HOST: string) => admin.put('/api/admin/settings/smtp', { SMTP_HOST })
    await save('wrong.example')
    mail.next = { ok: false, kind: 'configuration', detail: 'no such host' }
    expect((await test('smtp')).status).toBe(502)
    expect((await admin.get('/api/admin/status')).json).toMatchObject({ level: 'danger' })
    mail.next = { ok: true }
    await save('10.0.0.25')
    expect((await admin.get('/api/admin/status')).json.level).not.toBe('danger')
    expect((await test('smtp')).json.message).toBe('Test-E-Mail an termine@ordination.example gesendet.')
    expect(mails).toHaveLength(1)
    expect(servers.map(({ host }) => host)).toEqual(['wrong.example', '10.0.0.25'])
    expect(rows('select status from messages')).toEqual([{ status: 'failed' }, { status: 'sent' }])
  })

  it('needs a mail server, a recipient and a sender', async () => {
    const withoutServer = openAppWithProviders({ mailServer: false })
    const noServer = 'Es ist kein Mailserver eingerichtet. Bitte unter „E-Mail-Server“ eintragen.'
    expect(await withoutServer.test('urls')).toMatchObject(failed(noServer))
    expect(withoutServer.rows('select kind, status, error from messages')).toEqual([
      { kind: 'test', status: 'failed', error: noServer },
    ])
    // Nothing has failed that was not known before.
    expect((await withoutServer.admin.get('/api/admin/status')).json.level).toBe('warning')
    const { test, ctx, mails, rows, retry } = openAppWithProviders()
    writeSettings(ctx(), 'practice', { mail: '' })
    expect(await test('urls')).toMatchObject(
      failed(
        'Kein Empfänger: Bitte die „Admin E-Mail“ (Seite „URLs & Admin E-Mail“) oder die E-Mail der Praxis setzen.',
      ),
    )
    writeSettings(ctx(), 'urls', { ADMIN_EMAIL: 'technik@ordination.example' })
    expect(await test('urls')).toMatchObject(
      failed('Kein Absender: Bitte MAIL_FROM oder die E-Mail der Praxis setzen.'),
    )
    expect(mails).toEqual([])
    expect(rows('select recipient, status, substr(error, 1, 14) as error from messages')).toEqual([
      { recipient: '', status: 'failed', error: 'Kein Empfänger' },
      { recipient: 'technik@ordination.example', status: 'failed', error: 'Kein Absender:' },
    ])
    expect((await retry('emails/1')).json.message).toBe('Für diese E-Mail ist keine Adresse bekannt.')
    expect(await test('clicksend')).toMatchObject(failed('ClickSend ist noch nicht eingerichtet.'))
    expect((await retry('sms/3')).json.message).toBe('Für diese SMS ist keine Nummer bekannt.')
  })

  it.each<[MailFault['kind'], string]>([
    ['permanent', 'Der Mailserver hat die Test-E-Mail abgelehnt: 550 unknown'],
    ['temporary', 'Der Mailserver nimmt gerade nichts an: 550 unknown'],
    ['configuration', 'Die Einstellungen für den Mailversand stimmen nicht: 550 unknown'],
  ])('that fails says why, and is not tried again: %s', async (kind, sentence) => {
    const { test, rows, ctx, mail } = openAppWithProviders()
    mail.next = { ok: false, kind, detail: '550 unknown' }
    expect(await test('urls')).toMatchObject(failed(sentence))
    expect(rows('select status, error from messages')).toEqual([{ status: 'failed', error: '550 unknown' }])
    expect(outboxState(ctx()).email).toMatchObject({ queued: 0, failed: 0 })
  })

  it('that failed is sent again from the outbox', async () => {
    const { test, deliverMails, rows, mail, mails, retry } = openAppWithProviders()
    mail.next = { ok: false, kind: 'temporary', detail: '450 busy' }
    await test('urls')
    mail.next = { ok: true }
    expect((await retry('emails/1')).status).toBe(200)
    await deliverMails()
    expect(mails).toHaveLength(1)
    expect(rows('select kind, status, error from messages')).toEqual([
      { kind: 'test', status: 'sent', error: null },
    ])
  })
})

describe('a test SMS', () => {
  it.each([
    ['clicksend', 'ClickSend', 'Ordination'],
    ['sevenio', 'seven.io', 'Ordi'],
  ] as const)(
    'goes to TEST_MOBILE through %s only, also while notifications are off',
    async (provider, name, from) => {
      const app = openAppWithProviders()
      expect(await app.test(provider)).toMatchObject(failed(`${name} ist noch nicht eingerichtet.`))
      app.setUpSms('')
      expect(await app.test(provider)).toMatchObject(
        failed(`${name}: Bitte zuerst eine Testnummer (TEST_MOBILE) speichern.`),
      )
      app.setUpSms()
      writeSettings(app.ctx(), 'general', { notify_off: true })
      expect((await app.test(provider)).json).toEqual({
        message: `Test-SMS über ${name} an +436600000001 gesendet.`,
      })
      expect([...app.clicksend.taken, ...app.sevenio.taken]).toHaveLength(1)
      expect(app[provider].taken).toMatchObject([
        {
          to: '+436600000001',
          from,
          text: 'Ordination Dr. Demo Muster: Dies ist eine Test-SMS vom Do 7. Jänner, 13:40 Uhr. Der Versand funktioniert. Tel. +43 5572 000000',
        },
      ])
      expect(app.rows('select kind, recipient, status, provider from messages')).toEqual([
        { kind: 'test', recipient: '', status: 'failed', provider: null },
        { kind: 'test', recipient: '', status: 'failed', provider: null },
        { kind: 'test', recipient: '+436600000001', status: 'sent', provider },
      ])
    },
  )

  it.each([
    ['clicksend', 'INSUFFICIENT_CREDIT', 'ClickSend: Das Guthaben reicht nicht. (INSUFFICIENT_CREDIT)'],
    ['sevenio', 503, 'seven.io: Störung: Es ist nicht bekannt, ob die SMS gesendet wurde. (HTTP 503)'],
  ] as const)('over %s that fails says why: %s', async (provider, fault, message) => {
    const app = openAppWithProviders()
    app.setUpSms()
    app[provider].faults.expect(fault)
    expect(await app.test(provider)).toMatchObject(failed(message))
    expect(app[provider === 'clicksend' ? 'sevenio' : 'clicksend'].taken).toEqual([])
  })
})

describe('the test of Odoo', () => {
  it('connects and signs in', async () => {
    const { test, setUpOdoo } = openAppWithProviders({ allowPrivateTargets: true })
    await setUpOdoo()
    const { status, json } = await test('odoo')
    expect([status, json.message]).toEqual([
      200,
      'Die Verbindung steht: Odoo 18.0 (JSON-RPC), Datenbank praxis, Benutzer ordi. Alle nötigen Rechte sind da.',
    ])
  })

  it('that fails says why', async () => {
    const { test, setUpOdoo, odoo } = openAppWithProviders()
    await setUpOdoo()
    expect(await test('odoo')).toMatchObject(
      failed(
        'ODOO_URL führt in ein privates Netz oder auf diesen Rechner. Das muss mit ALLOW_PRIVATE_TARGETS=1 erlaubt werden.',
      ),
    )
    expect(odoo.calls).toEqual([])
  })
})

describe('every test', () => {
  it.each(['urls', 'clicksend', 'sevenio', 'odoo'])('of %s is in the audit', async (group) => {
    const { test, rows } = openAppWithProviders({ mailServer: false })
    await test(group)
    expect(rows('select action, subject, actor_name from audit')).toEqual([
      { action: 'settings-tested', subject: group, actor_name: 'assistenz@ordination.example' },
    ])
  })

  it('is of something that can be tested', async () => {
    const { test, rows } = openAppWithProviders()
    for (const group of ['general', 'mail', 'practice', 'working-hours', '__proto__', 'constructor'])
      expect(await test(group)).toMatchObject({ status: 404, json: { error: 'unknown_path' } })
    expect(rows('select * from audit')).toEqual([])
  })

  it('can be made twenty times an hour, each for itself', async () => {
    const { test, pass, setUpSms, sevenio } = openAppWithProviders({ mailServer: false })
    setUpSms()
    for (let i = 0; i < 20; i++) {
      await test('sevenio')
      pass(MINUTE)
    }
    const { status, json } = await test('sevenio')
    expect([status, json.error, json.retry_after]).toEqual([429, 'too_many', 40 * 60])
    expect(sevenio.taken).toHaveLength(20)
    expect((await test('urls')).status).toBe(502)
  })

  it('shows and logs no secret, whether it works or not', async () => {
    const app = openAppWithProviders({ allowPrivateTargets: true })
    app.setUpSms()
    await app.setUpOdoo()
    const said: string[] = []
    const testAll = async (status: number) => {
      for (const group of ['clicksend', 'sevenio', 'odoo']) {
        const answer = await app.test(group)
        expect(answer.status).toBe(status)
        said.push(answer.text)
      }
    }
    await testAll(200)
    for (const simulator of [app.clicksend, app.sevenio, app.odoo]) simulator.faults.expect(500)
    await testAll(502)
    const everywhere = said.join('') + app.lines.join('') + JSON.stringify(app.rows('select * from audit'))
    expect(everywhere).not.toMatch(/secret/)
  })
})
