import { describe, expect, it } from 'vitest'
import type { Config } from '../../config.ts'
import { onWake } from '../../db/wake.ts'
import { erpTransport, queueErpPush } from '../../erp/sync.ts'
import { openLog } from '../../log.ts'
import type { MailFault, MailResult } from '../../messaging/email/mail-fault.ts'
import type { EmailMessage } from '../../messaging/email/smtp.ts'
import { emailTransport } from '../../messaging/email/transport.ts'
import { deliverDue } from '../../messaging/outbox/deliver.ts'
import { outboxState } from '../../messaging/outbox/state.ts'
import type { MailServer } from '../../practice/mail-server.ts'
import { readSetting, readSettings, writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { insertBooking } from '../../testing/bookings.ts'
import { listenAs } from '../../testing/loopback.ts'
import { SAMPLE_SETTINGS } from '../../testing/sample-settings.ts'
import { openClicksendSimulator } from '../../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../../testing/simulators/faults.ts'
import { openOdooSimulator } from '../../testing/simulators/odoo.ts'
import { openSevenioSimulator } from '../../testing/simulators/sevenio.ts'
import { openTestApp } from '../../testing/test-app.ts'

const { practice: PRACTICE, urls: URLS, odoo: ODOO, sevenio: SEVENIO } = SAMPLE_SETTINGS
const HOURS = {
  workingHours: {
    0: null,
    1: [
      { start: '08:00', end: '12:00' },
      { start: '13:30', end: '17:30' },
    ],
    2: null,
    3: [{ start: '07:15', end: '07:45' }],
    4: null,
    5: null,
    6: [{ start: '00:00', end: '23:59' }],
  },
}

/** Path, body, the sentence after saving, the name of the secret. */
const GROUPS = [
  ['practice', PRACTICE, 'Praxisdaten gespeichert.', undefined],
  ['settings/general', SAMPLE_SETTINGS.general, 'Einstellungen gespeichert.', 'TURNSTILE_SECRET'],
  ['settings/urls', URLS, 'Einstellungen gespeichert.', undefined],
  ['settings/smtp', SAMPLE_SETTINGS.smtp, 'Einstellungen gespeichert.', 'SMTP_PASS'],
  ['settings/odoo', ODOO, 'Odoo-Einstellungen gespeichert.', 'ODOO_PASS'],
  [
    'settings/clicksend',
    SAMPLE_SETTINGS.clicksend,
    'SMS-Provider-Einstellungen gespeichert.',
    'CLICKSEND_PWD',
  ],
  ['settings/sevenio', SEVENIO, 'SMS-Provider-Einstellungen gespeichert.', 'SEVENIO_KEY'],
  ['settings/working-hours', HOURS, 'Arbeitszeiten gespeichert.', undefined],
] as const

/** The answer for the saved values. */
const shown = (body: object, secret: string | undefined) =>
  secret === undefined ? body : { ...body, [secret]: '', secrets: { [secret]: true } }

function openAdmin(config: Partial<Config> = {}) {
  const lines: string[] = []
  const log = openLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) })
  const app = openTestApp({ config, ports: { log } })
  const admin = app.admin()
  return {
    ...app,
    lines,
    get: (path: string) => admin.get(`/api/admin/${path}`),
    put: (path: string, body: unknown, headers?: Record<string, string>) =>
      admin.put(`/api/admin/${path}`, body, headers),
    /** Everything that a save could touch. */
    stored: () =>
      ['settings', 'working_hours', 'services', 'audit'].map((table) => app.rows(`select * from ${table}`)),
  }
}

describe.each(GROUPS)('%s', (path, body, message, secret) => {
  it('is saved, answered as it was saved, and unchanged when it is saved as it was read', async () => {
    const { get, put, rows, stored } = openAdmin()
    const saved = await put(path, body)
    expect([saved.status, saved.json]).toEqual([
      200,
      {
        message,
        ...(path === 'settings/general' && { statusText: expect.stringContaining('Online-Buchung') }),
        ...shown(body, secret),
      },
    ])
    expect(rows('select action, actor_name from audit')).toEqual([
      { action: 'settings-saved', actor_name: 'assistenz@ordination.example' },
    ])
    const read = await get(path)
    const etag = read.headers.get('etag') ?? ''
    expect([read.status, read.json, etag]).toEqual([200, shown(body, secret), saved.headers.get('etag')])
    const before = stored()
    expect((await put(path, read.json, { 'if-match': etag })).status).toBe(200)
    expect([(await get(path)).json, stored()]).toEqual([read.json, before])
  })

  it('takes each field alone, and the others stay as they are', async () => {
    const { get, put } = openAdmin()
    await put(path, body)
    const before = (await get(path)).json
    for (const [name, value] of Object.entries(body)) {
      const answer = await put(path, { [name]: value })
      expect([name, answer.status, (await get(path)).json]).toEqual([name, 200, before])
    }
  })

  it('is not saved with the version of an older state', async () => {
    const { get, put, stored } = openAdmin()
    const first = (await get(path)).headers.get('etag') ?? ''
    expect(first).toMatch(/^"[\w-]{43}"$/)
    await put(path, body, { 'if-match': first })
    const before = stored()
    const late = await put(path, body, { 'if-match': first })
    expect([late.status, late.json]).toEqual([
      409,
      {
        error: 'conflict',
        message: 'Diese Angaben wurden inzwischen von jemand anderem geändert.',
        current: (await get(path)).json,
      },
    ])
    expect(stored()).toEqual(before)
  })

  it('answers 200 or 400 to anything that is sent', async () => {
    const { put, lines } = openAdmin()
    const field = Object.keys(body)[0] ?? ''
    for (const value of [null, 7, -0, '', '\0', '\ud800', [], {}, [[]], 'x'.repeat(50_000), '__proto__']) {
      const { status } = await put(path, { ...body, [field]: value })
      expect([value, status === 200 || status === 400]).toEqual([value, true])
    }
    for (const sent of [[], null, 7, '"', '{"__proto__":{"x":1}}', { __proto: 1 }])
      expect([sent, (await put(path, sent)).status]).toEqual([sent, 400])
    expect(lines).toEqual([])
  })
})

describe('the version of a group', () => {
  const path = 'settings/urls'

  it.each([
    ['as it is', (etag: string) => etag],
    ['weakened by a proxy', (etag: string) => `W/${etag}`],
    ['without quotes', (etag: string) => etag.slice(1, -1)],
    ['one of several', (etag: string) => `"x", ${etag}`],
    ['any', () => '*'],
  ])('is saved with the version that was read: %s', async (_, written) => {
    const { get, put } = openAdmin()
    const etag = (await get(path)).headers.get('etag') ?? ''
    expect((await put(path, URLS, { 'if-match': written(etag) })).status).toBe(200)
  })

  it.each(['"x"', '', 'W/""', '"*"'])('is not saved with the version %s', async (version) => {
    const { put, stored } = openAdmin()
    const before = stored()
    expect((await put(path, URLS, { 'if-match': version })).status).toBe(409)
    expect(stored()).toEqual(before)
  })
})

it.each<[string, object, Record<string, string>]>([
  [
    'settings/urls',
    { PUBLIC_BASE_URL: 'x', PATIENT_BASE_URL: 'y', ADMIN_EMAIL: 'z' },
    {
      PUBLIC_BASE_URL: 'Ungültige URL.',
      PATIENT_BASE_URL: 'Ungültige URL.',
      ADMIN_EMAIL: 'ADMIN_EMAIL: Ungültige E-Mail-Adresse.',
    },
  ],
  [
    'settings/working-hours',
    { workingHours: { 1: [{ start: '08:00', end: '' }] } },
    { 1: 'Montag Block 1: Bitte Start und Ende angeben.' },
  ],
  ['settings/working-hours', {}, { workingHours: 'Diese Angabe fehlt.' }],
])(
  '%s is refused with a sentence for each field and all different ones together, and not saved: %j',
  async (path, sent, fields) => {
    const { put, stored } = openAdmin()
    const before = stored()
    const answer = await put(path, sent)
    const message = [...new Set(Object.values(fields))].join(' ')
    expect([answer.status, answer.json]).toEqual([400, { error: 'invalid', message, fields }])
    expect(stored()).toEqual(before)
  },
)

describe('a setting that the environment sets', () => {
  const path = 'settings/smtp'
  const smtpUrl = 'smtps://ordi%40mail.example:secret%20of%20url@mail.example'

  it('is the one that is shown, without its secret, and that is named as fixed', async () => {
    const { get, ctx } = openAdmin({ smtpUrl, mailFrom: 'Ordi <ordi@mail.example>' })
    writeSettings(ctx(), 'smtp', SAMPLE_SETTINGS.smtp)
    expect((await get(path)).json).toEqual({
      SMTP_HOST: 'mail.example',
      SMTP_PORT: null,
      SMTP_SECURITY: 'tls',
      SMTP_USER: 'ordi@mail.example',
      SMTP_PASS: '',
      MAIL_FROM: 'Ordi <ordi@mail.example>',
      secrets: { SMTP_PASS: true },
      fixed: ['SMTP_HOST', 'SMTP_PORT', 'SMTP_SECURITY', 'SMTP_USER', 'SMTP_PASS', 'MAIL_FROM'],
    })
  })

  it('cannot be changed, while the others can', async () => {
    const { get, put, stored } = openAdmin({ smtpUrl })
    const before = stored()
    const { json: shown } = await get(path)
    for (const change of [{ SMTP_HOST: 'other.example' }, { SMTP_PASS: 'other' }, { SMTP_PASS: null }]) {
      const message = 'Das legt der Server fest (SMTP_URL, MAIL_FROM) und lässt sich hier nicht ändern.'
      const fields = Object.fromEntries(Object.keys(change).map((name) => [name, message]))
      const refused = await put(path, { ...shown, ...change })
      expect([refused.status, refused.json]).toEqual([400, { error: 'invalid', message, fields }])
    }
    expect(stored()).toEqual(before)
    const saved = await put(path, { ...shown, MAIL_FROM: 'ordi@other.example' })
    expect(saved.json).toMatchObject({ SMTP_HOST: 'mail.example', MAIL_FROM: 'ordi@other.example' })
  })

  it('gives way to what was saved before once the environment sets it no more', async () => {
    const { ctx } = openAdmin({ smtpUrl })
    writeSettings(ctx(), 'smtp', SAMPLE_SETTINGS.smtp)
    const later = { ...ctx(), config: { ...ctx().config, smtpUrl: undefined } }
    expect([readSettings(ctx(), 'smtp').SMTP_HOST, readSetting(ctx(), 'smtp', 'SMTP_HOST')]).toEqual([
      'mail.example',
      'mail.example',
    ])
    expect(readSettings(later, 'smtp')).toEqual(SAMPLE_SETTINGS.smtp)
  })
})

it('working hours change the free times at once', async () => {
  const { put, browser } = openAdmin()
  const slots = async () => (await browser().get('/api/slots?date=2027-01-13&service=facial')).json.length
  expect(await slots()).toBeGreaterThan(1)
  await put('settings/working-hours', { workingHours: { 3: [{ start: '08:00', end: '09:30' }] } })
  expect(await slots()).toBe(1)
  await put('settings/working-hours', { workingHours: {} })
  expect(await slots()).toBe(0)
})

it.each([
  ['settings/odoo', { odoo_sync: false }],
  ['settings/clicksend', { PRACTICE_NAME: 'Ordination' }],
  ['settings/sevenio', { TEST_MOBILE: '+436641234567' }],
])('in %s %j can be saved alone before anything else is set up', async (path, change) => {
  const { get, put } = openAdmin()
  expect((await put(path, change)).status).toBe(200)
  expect((await get(path)).json).toMatchObject(change)
})

it('a group that is being set up names each required field that is missing', async () => {
  const { put } = openAdmin()
  const { status, json } = await put('settings/odoo', { ODOO_URL: 'https://odoo.example' })
  expect([status, json.message]).toEqual([400, 'Bitte ODOO_DB angeben. Bitte ODOO_USER angeben.'])
})

describe('a secret', () => {
  it('that is required may be left out only while one is stored', async () => {
    const { put } = openAdmin()
    const withoutKey = { ...SEVENIO, SEVENIO_KEY: '' }
    expect((await put('settings/sevenio', withoutKey)).json.message).toBe('seven.io Key fehlt.')
    await put('settings/sevenio', SEVENIO)
    expect((await put('settings/sevenio', withoutKey)).json.secrets).toEqual({ SEVENIO_KEY: true })
    const removed = await put('settings/sevenio', { ...SEVENIO, SEVENIO_KEY: null })
    expect(removed.json.secrets).toEqual({ SEVENIO_KEY: false })
    expect((await put('settings/sevenio', withoutKey)).json.message).toBe('seven.io Key fehlt.')
  })

  it('appears in no answer, not as plain text in the database, not in the log and not in the audit', async () => {
    const { get, put, ctx, rows, lines } = openAdmin()
    const answers: string[] = []
    for (const [path, body] of GROUPS) {
      for (const answer of [
        await put(path, body),
        await get(path),
        await put(path, body, { 'if-match': '"x"' }),
        await put(path, { ...body, unknown: true }),
      ])
        answers.push(answer.text + JSON.stringify([...answer.headers]))
    }
    ctx().db.$client.exec(
      `create trigger full before insert on settings begin select raise(abort, 'no'); end`,
    )
    const broken = await put('settings/odoo', {
      ...ODOO,
      ODOO_DB: 'another',
      ODOO_PASS: 'another secret of odoo',
    })
    expect(broken.status).toBe(500)
    answers.push(broken.text)
    expect(lines).toHaveLength(1)
    const said = answers.join('') + lines.join('') + JSON.stringify(rows('select * from audit'))
    const bytes = ctx().db.$client.serialize().toString('latin1')
    expect(bytes).toContain('Wir stellen um.')
    for (const where of [said, bytes]) expect(where).not.toMatch(/secret of/)
  })
})

const REPORTS = { reports_to: expect.stringContaining('/api/webhooks/') }
const NEVER = { amount: null, currency: 'EUR', ts: null, ...REPORTS }

function openAppWithAccount() {
  const app = openAppWithProviders()
  app.setUpSms()
  return { ...app, get: (path: string) => app.admin.get(`/api/admin/sms/${path}`) }
}

it('a balance is the last known one with its time; fresh=1 asks the provider', async () => {
  const { get, clicksend } = openAppWithAccount()
  const balance = async (query = '') => (await get(`clicksend/balance${query}`)).json
  expect([await balance(), await balance('?fresh=0')]).toEqual([NEVER, NEVER])
  expect(clicksend.calls('/account')).toBe(0)
  const known = { amount: 1117.46106, currency: 'EUR', ts: '2027-01-07T13:40:00+01:00', ...REPORTS }
  expect([await balance('?fresh=1'), await balance()]).toEqual([known, known])
  expect(clicksend.calls('/account')).toBe(1)
  expect((await get('sevenio/balance')).json).toEqual(NEVER)
})

it('a balance is null when the provider has never answered', async () => {
  const { get, clicksend } = openAppWithAccount()
  clicksend.faults.expect('unreachable')
  const { status, json } = await get('clicksend/balance?fresh=1')
  expect([status, json]).toEqual([200, NEVER])
})

it.each([
  ['other/balance', 404, 'unknown_path'],
  ['__proto__/balance', 404, 'unknown_path'],
  ['clicksend/balance?fresh=yes', 400, 'invalid'],
])('nothing is at %s', async (path, status, error) => {
  const answer = await openAppWithAccount().get(path)
  expect([answer.status, answer.json.error]).toEqual([status, error])
})

it('beside a balance is the address at which the provider’s reports are taken', async () => {
  const { get, ctx, browser } = openAppWithAccount()
  writeSettings(ctx(), 'urls', { PUBLIC_BASE_URL: 'https://termine.example' })
  const { status, json } = await get('clicksend/balance')
  expect([status, json.reports_to]).toEqual([
    200,
    expect.stringMatching(/^https:\/\/termine\.example\/api\/webhooks\/clicksend\/[\w-]{43}$/),
  ])
  const { pathname } = new URL(json.reports_to)
  expect((await browser().post(pathname, {})).status).toBe(200)
  expect((await browser().post(pathname.replace('clicksend', 'sevenio'), {})).status).toBe(404)
})

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
    // The doctor's notice of the change left by the former server.
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Ordi: E-Mail-Server geändert',
      'Test-E-Mail der Online-Terminbuchung',
    ])
    expect(servers.map(({ host }) => host)).toEqual(['wrong.example', 'wrong.example', '10.0.0.25'])
    expect(rows(`select status from messages where kind = 'test'`)).toEqual([
      { status: 'failed' },
      { status: 'sent' },
    ])
  })

  it('needs a mail server, a recipient and a sender', async () => {
    const withoutServer = openAppWithProviders({ mailServer: false })
    const noServer = 'Es ist kein E-Mail-Server eingerichtet. Bitte unter „E-Mail-Server“ eintragen.'
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
        'Kein Empfänger: Bitte die „Admin E-Mail“ (Seite „URLs & Admin E-Mail“) oder die E-Mail-Adresse in den Praxisdaten eintragen.',
      ),
    )
    writeSettings(ctx(), 'urls', { ADMIN_EMAIL: 'technik@ordination.example' })
    expect(await test('urls')).toMatchObject(
      failed('Kein Absender: Bitte MAIL_FROM oder die E-Mail-Adresse in den Praxisdaten eintragen.'),
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
    ['permanent', 'Der E-Mail-Server hat die Test-E-Mail abgelehnt: 550 unknown'],
    ['temporary', 'Der E-Mail-Server nimmt gerade nichts an: 550 unknown'],
    ['configuration', 'Die Einstellungen für den E-Mail-Versand stimmen nicht: 550 unknown'],
    ['interrupted', 'Der Versand wurde unterbrochen: 550 unknown'],
  ])('that fails says why, and is not tried again: %s', async (kind, sentence) => {
    const { test, rows, ctx, mail } = openAppWithProviders()
    mail.next = { ok: false, kind, detail: '550 unknown' }
    expect(await test('urls')).toMatchObject(failed(sentence))
    expect(rows('select status, error from messages')).toEqual([
      { status: 'failed', error: expect.stringMatching(/(^|: )550 unknown$/) },
    ])
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
    ['0664 1234567', 'Österreich', '+436641234567'],
    ['0664 1234567', '', '+436641234567'],
    ['079 123 45 67', 'Schweiz', '+41791234567'],
    ['0043 664 1234567', 'CH', '+436641234567'],
  ])('understands the number %s of a practice in %j as %s', async (typed, country, number) => {
    const app = openAppWithProviders()
    app.setUpSms(typed)
    writeSettings(app.ctx(), 'practice', { country })
    expect((await app.test('clicksend')).json.message).toContain(`an ${number} gesendet.`)
    expect(app.clicksend.taken).toMatchObject([{ to: number }])
  })

  it('to a landline is refused, and stored as failed', async () => {
    const app = openAppWithProviders()
    app.setUpSms('05572 123456')
    expect(await app.test('clicksend')).toMatchObject(
      failed('ClickSend: Die Testnummer kann keine SMS empfangen.'),
    )
    expect(app.rows('select status from messages')).toEqual([{ status: 'failed' }])
  })

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

describe('a push to Odoo', () => {
  it('that a wrong password has paused goes as soon as the right one is saved', async () => {
    const { ctx, rows, log, setUpOdoo, admin } = openAppWithProviders({ allowPrivateTargets: true })
    await setUpOdoo()
    writeSettings(ctx(), 'odoo', { ODOO_PASS: 'wrong' })
    queueErpPush(ctx(), insertBooking(ctx().db, { status: 'confirmed' }))
    const push = () => deliverDue(ctx, erpTransport({ resolveHost: async () => [], log }), log)
    const pushes = () => rows(`select status, error from messages where channel = 'erp'`)
    await push()
    await push()
    expect(pushes()).toEqual([{ status: 'queued', error: 'Odoo hat Benutzer oder Passwort abgelehnt.' }])
    const woken: unknown[] = []
    onWake(ctx().db, (work) => woken.push(work))
    const { ODOO_URL, ODOO_DB, ODOO_USER, odoo_sync } = readSettings(ctx(), 'odoo')
    const saved = { ODOO_URL, ODOO_DB, ODOO_USER, odoo_sync, ODOO_PASS: 'secret-of-odoo' }
    expect((await admin.put('/api/admin/settings/odoo', saved)).status).toBe(200)
    expect(woken).toContain(undefined)
    await push()
    expect(pushes()).toEqual([{ status: 'sent', error: null }])
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
