import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Config } from '../../config.ts'
import { openLog } from '../../log.ts'
import { openMailPort } from '../../messaging/email/smtp.ts'
import { outboxState } from '../../messaging/outbox/log.ts'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { listenAs } from '../../testing/loopback.ts'
import { openClicksendSimulator } from '../../testing/simulators/clicksend.ts'
import { askSimulators } from '../../testing/simulators/faults.ts'
import { openOdooSimulator } from '../../testing/simulators/odoo.ts'
import { openSevenioSimulator } from '../../testing/simulators/sevenio.ts'
import { type Behaviour, openSmtpServer, type SmtpServer } from '../../testing/smtp-server.ts'
import { openTestApp } from '../../testing/test-app.ts'

let box: SmtpServer
beforeEach(async () => {
  box = await openSmtpServer({ login: { user: 'ordi', pass: 'secret-of-mail' } })
})
afterEach(() => box.close())

type Given = { smtpUrl?: string | undefined; config?: Partial<Config> }

/** An app with a mail server, both text message providers and an Odoo within reach; nothing is set up yet. */
function openAppWithProviders({
  smtpUrl = box.url.replace('//', '//ordi:secret-of-mail@'),
  config,
}: Given = {}) {
  const lines: string[] = []
  const clicksend = openClicksendSimulator({ key: 'secret-of-clicksend' })
  const sevenio = openSevenioSimulator({ key: 'secret-of-sevenio' })
  const app = openTestApp({
    ...(config && { config }),
    ports: {
      mail: openMailPort({ smtpUrl: smtpUrl || undefined }),
      ask: askSimulators({
        'https://rest.clicksend.com/v3': clicksend,
        'https://gateway.seven.io/api': sevenio,
      }),
      lookup: async () => ['127.0.0.1'],
      log: openLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) }),
    },
  })
  const admin = app.admin()
  return {
    ...app,
    clicksend,
    sevenio,
    lines,
    test: (group: string) => admin.post(`/api/admin/settings/${group}/test`),
    setUpClicksend: (changes = {}) =>
      writeSettings(app.ctx(), 'clicksend', {
        CLICKSEND_USERNAME: 'demo',
        CLICKSEND_PWD: 'secret-of-clicksend',
        CLICKSEND_FROM: 'Ordination',
        TEST_MOBILE: '+436600000001',
        ...changes,
      }),
    setUpSevenio: (changes = {}) =>
      writeSettings(app.ctx(), 'sevenio', {
        SEVENIO_KEY: 'secret-of-sevenio',
        SEVENIO_FROM: 'Ordi',
        TEST_MOBILE: '+436600000002',
        ...changes,
      }),
  }
}

const failed = (message: string | RegExp) => [
  502,
  { error: 'test_failed', message: typeof message === 'string' ? message : expect.stringMatching(message) },
]

describe('a test mail', () => {
  it('goes to ADMIN_EMAIL at once, and is a row of the outbox', async () => {
    const { test, ctx, rows } = openAppWithProviders()
    writeSettings(ctx(), 'urls', {
      ADMIN_EMAIL: 'technik@ordination.example',
      PUBLIC_BASE_URL: 'https://termine.example',
    })
    const { status, json } = await test('mail')
    expect([status, json]).toEqual([200, { message: 'Test-E-Mail an technik@ordination.example gesendet.' }])
    const [mail] = box.mails
    expect(mail).toMatchObject({
      envelope: { from: 'termine@ordination.example', to: ['technik@ordination.example'] },
      subject: 'Test-E-Mail der Online-Terminbuchung',
      from: { name: 'Ordination Dr. Demo Muster', address: 'termine@ordination.example' },
      messageId: expect.stringMatching(/^<[\da-f-]{36}@termine\.example>$/),
    })
    expect(mail?.text).toContain('Donnerstag, 7. Jänner 2027, 13:40 Uhr')
    expect(mail?.text).toContain('https://termine.example/admin')
    expect(rows('select channel, kind, recipient, status, attempts from messages')).toEqual([
      {
        channel: 'email',
        kind: 'test',
        recipient: 'technik@ordination.example',
        status: 'sent',
        attempts: 1,
      },
    ])
  })

  it('goes to the practice where there is no ADMIN_EMAIL, also while notifications are off', async () => {
    const { test, ctx } = openAppWithProviders()
    writeSettings(ctx(), 'general', { notify_off: true })
    expect((await test('mail')).json.message).toBe('Test-E-Mail an termine@ordination.example gesendet.')
    expect(box.mails).toHaveLength(1)
  })

  it('needs a mail server, a sender and a recipient', async () => {
    const without = openAppWithProviders({ smtpUrl: '' })
    const first = await without.test('mail')
    expect([first.status, first.json]).toEqual(
      failed('Es ist kein Mailserver eingerichtet: SMTP_URL ist nicht gesetzt.'),
    )
    const { test, ctx } = openAppWithProviders()
    writeSettings(ctx(), 'practice', { mail: '' })
    const second = await test('mail')
    expect([second.status, second.json]).toEqual(
      failed('Kein Empfänger: Bitte ADMIN_EMAIL oder die E-Mail der Praxis setzen.'),
    )
    writeSettings(ctx(), 'urls', { ADMIN_EMAIL: 'technik@ordination.example' })
    const third = await test('mail')
    expect([third.status, third.json]).toEqual(
      failed('Kein Absender: Bitte MAIL_FROM oder die E-Mail der Praxis setzen.'),
    )
    expect(box.mails).toEqual([])
  })

  it.each<[Behaviour, RegExp]>([
    [{ do: 'refuse', at: 'recipient', code: 550 }, /^Der Mailserver hat die Test-E-Mail abgelehnt: .*550/],
    [{ do: 'refuse', at: 'recipient', code: 451 }, /^Der Mailserver nimmt gerade nichts an: .*451/],
    [
      { do: 'refuse', at: 'sender', code: 553 },
      /^Die Einstellungen für den Mailversand stimmen nicht: .*553/,
    ],
    [{ do: 'drop' }, /^Der Mailserver nimmt gerade nichts an: /],
  ])('that fails says why: %j', async (current, message) => {
    box.behave(current)
    const { test, rows, ctx } = openAppWithProviders()
    const { status, json } = await test('mail')
    expect([status, json]).toEqual(failed(message))
    expect(box.mails).toEqual([])
    const [row] = rows<{ status: string; error: string }>('select status, error from messages')
    expect([row?.status, json.message]).toEqual(['failed', expect.stringContaining(row?.error ?? '-')])
    expect(outboxState(ctx()).email).toMatchObject({ queued: 0, failed: 0 })
  })

  it('with a wrong password says so, and not which', async () => {
    const { test } = openAppWithProviders({ smtpUrl: box.url.replace('//', '//ordi:secret-that-is-wrong@') })
    const { status, json, text } = await test('mail')
    expect([status, json]).toEqual(failed(/^Die Einstellungen für den Mailversand stimmen nicht: .*535/))
    expect(text).not.toContain('secret')
  })
})

describe('a test SMS', () => {
  it('goes to TEST_MOBILE through this provider only, even while notifications are off, and is a row of the outbox', async () => {
    const { test, ctx, setUpClicksend, setUpSevenio, clicksend, sevenio, rows } = openAppWithProviders()
    setUpClicksend()
    setUpSevenio()
    writeSettings(ctx(), 'general', { notify_off: true })
    expect((await test('sevenio')).json).toEqual({
      message: 'Test-SMS über seven.io an +436600000002 gesendet.',
    })
    expect([clicksend.taken.length, sevenio.taken]).toMatchObject([
      0,
      [
        {
          to: '+436600000002',
          from: 'Ordi',
          text: 'Ordination Dr. Demo Muster: Dies ist eine Test-SMS vom Do 7. Jänner, 13:40 Uhr. Der Versand funktioniert. Tel. +43 5572 000000',
        },
      ],
    ])
    expect((await test('clicksend')).json).toEqual({
      message: 'Test-SMS über ClickSend an +436600000001 gesendet.',
    })
    expect(clicksend.taken).toMatchObject([{ to: '+436600000001', from: 'Ordination' }])
    expect(rows('select kind, recipient, status, provider from messages')).toEqual([
      { kind: 'test', recipient: '+436600000002', status: 'sent', provider: 'sevenio' },
      { kind: 'test', recipient: '+436600000001', status: 'sent', provider: 'clicksend' },
    ])
  })

  it('needs the provider to be set up, and a number', async () => {
    const { test, setUpClicksend, setUpSevenio } = openAppWithProviders()
    for (const [provider, name] of [
      ['clicksend', 'ClickSend'],
      ['sevenio', 'seven.io'],
    ] as const) {
      const { status, json } = await test(provider)
      expect([status, json]).toEqual(failed(`${name} ist noch nicht eingerichtet.`))
    }
    setUpClicksend({ TEST_MOBILE: '' })
    setUpSevenio({ TEST_MOBILE: '' })
    for (const [provider, name] of [
      ['clicksend', 'ClickSend'],
      ['sevenio', 'seven.io'],
    ] as const) {
      const { status, json } = await test(provider)
      expect([status, json]).toEqual(failed(`${name}: Bitte zuerst eine Testnummer (TEST_MOBILE) speichern.`))
    }
  })

  it.each([
    ['clicksend', 'INSUFFICIENT_CREDIT', 'ClickSend: Das Guthaben reicht nicht. (INSUFFICIENT_CREDIT)'],
    ['clicksend', 401, 'ClickSend: Die Zugangsdaten wurden abgelehnt. (HTTP 401)'],
    ['clicksend', 'unreachable', 'ClickSend: Nicht erreichbar (ECONNREFUSED).'],
    ['sevenio', '500', 'seven.io: Das Guthaben reicht nicht. (500)'],
    [
      'sevenio',
      'silence',
      'seven.io: Keine Antwort (Zeitüberschreitung): Es ist nicht bekannt, ob die SMS gesendet wurde.',
    ],
    ['sevenio', 503, 'seven.io: Störung: Es ist nicht bekannt, ob die SMS gesendet wurde. (HTTP 503)'],
  ] as const)(
    'over %s that fails says why, and the other one is not asked: %s',
    async (provider, fault, message) => {
      const app = openAppWithProviders()
      app.setUpClicksend()
      app.setUpSevenio()
      app[provider].faults.expect(fault)
      const { status, json } = await app.test(provider)
      expect([status, json]).toEqual(failed(message))
      expect(app[provider === 'clicksend' ? 'sevenio' : 'clicksend'].taken).toEqual([])
    },
  )

  it('with a wrong key says so', async () => {
    const { test, setUpSevenio } = openAppWithProviders()
    setUpSevenio({ SEVENIO_KEY: 'secret-that-is-wrong' })
    const { status, json } = await test('sevenio')
    expect([status, json]).toEqual(failed('seven.io: Der API-Key wurde abgelehnt. (900)'))
  })
})

describe('the test of Odoo', () => {
  it('connects and signs in', async () => {
    const odoo = openOdooSimulator({ password: 'secret-of-odoo' })
    const { test, ctx } = openAppWithProviders({ config: { allowPrivateTargets: true } })
    writeSettings(ctx(), 'odoo', {
      ODOO_URL: (await listenAs(odoo)).replace('127.0.0.1', 'odoo.example'),
      ODOO_DB: 'praxis',
      ODOO_USER: 'ordi',
      ODOO_PASS: 'secret-of-odoo',
    })
    const { status, json } = await test('odoo')
    expect([status, json]).toEqual([
      200,
      {
        message:
          'Die Verbindung steht: Odoo 18.0 (JSON-RPC), Datenbank praxis, Benutzer ordi. Alle nötigen Rechte sind da.',
      },
    ])
  })

  it('that fails says why', async () => {
    const odoo = openOdooSimulator()
    const { test, ctx } = openAppWithProviders()
    writeSettings(ctx(), 'odoo', {
      ODOO_URL: await listenAs(odoo),
      ODOO_DB: 'praxis',
      ODOO_USER: 'ordi',
      ODOO_PASS: 'demo-key',
    })
    const { status, json } = await test('odoo')
    expect([status, json]).toEqual(
      failed(
        'ODOO_URL führt in ein privates Netz oder auf diesen Rechner. Das muss mit ALLOW_PRIVATE_TARGETS=1 erlaubt werden.',
      ),
    )
    expect(odoo.calls).toEqual([])
  })
})

describe('every test', () => {
  it.each(['mail', 'clicksend', 'sevenio', 'odoo'])(
    'of %s is written down, and shut without a session',
    async (group) => {
      const { test, rows, browser } = openAppWithProviders({ smtpUrl: '' })
      const answer = await browser().post(`/api/admin/settings/${group}/test`)
      expect([answer.status, answer.json.error, rows('select * from audit')]).toEqual([
        401,
        'unauthorized',
        [],
      ])
      await test(group)
      expect(rows('select action, subject, actor_name from audit')).toEqual([
        { action: 'settings-tested', subject: group, actor_name: 'assistenz@ordination.example' },
      ])
    },
  )

  it.each(['general', 'urls', 'practice', 'working-hours', '__proto__', 'constructor'])(
    'is of something that can be tried, and %s is nothing of that kind',
    async (group) => {
      const { test, rows } = openAppWithProviders()
      const answer = await test(group)
      expect([answer.status, answer.json.error, rows('select * from audit')]).toEqual([
        404,
        'unknown_path',
        [],
      ])
    },
  )

  it('can be made twenty times an hour, each for itself', async () => {
    const { test, pass, setUpSevenio, sevenio } = openAppWithProviders()
    setUpSevenio()
    for (let i = 0; i < 20; i++) {
      await test('sevenio')
      pass(MINUTE)
    }
    const { status, json } = await test('sevenio')
    expect([status, json.error, json.retry_after]).toEqual([429, 'too_many', 40 * 60])
    expect(sevenio.taken).toHaveLength(20)
    expect((await test('clicksend')).status).toBe(502)
    pass(40 * MINUTE)
    expect((await test('sevenio')).status).toBe(200)
  })

  it('tells no secret, whether it works or not', async () => {
    const app = openAppWithProviders({ config: { allowPrivateTargets: true } })
    const odoo = openOdooSimulator({ password: 'secret-of-odoo' })
    const said: string[] = []
    app.setUpClicksend()
    app.setUpSevenio()
    writeSettings(app.ctx(), 'odoo', {
      ODOO_URL: await listenAs(odoo),
      ODOO_DB: 'praxis',
      ODOO_USER: 'ordi',
      ODOO_PASS: 'secret-of-odoo',
    })
    const groups = ['mail', 'clicksend', 'sevenio', 'odoo']
    for (const group of groups) said.push((await app.test(group)).text)
    for (const simulator of [app.clicksend, app.sevenio, odoo]) simulator.faults.expect(500)
    box.behave({ do: 'refuse', at: 'message', code: 554 })
    for (const group of groups) said.push((await app.test(group)).text)
    expect(said.map((text) => text.includes('test_failed'))).toEqual([0, 0, 0, 0, 1, 1, 1, 1].map(Boolean))
    const everywhere = said.join('') + app.lines.join('') + JSON.stringify(app.rows('select * from audit'))
    expect(everywhere).not.toMatch(/secret/)
  })
})
