import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { openProvidersApp } from '../../testing/providers-app.ts'

/** Returns the answer to a test that fails. */
const failedTest = (message: string) => ({ status: 502, json: { error: 'test_failed', message } })

describe('a test SMS', () => {
  /** The row of a test SMS that no provider could be asked to send. */
  const FAILED_ROW = { kind: 'test', recipient: '', status: 'failed', provider: null }
  const PROVIDERS = [
    { provider: 'clicksend', name: 'ClickSend' },
    { provider: 'sevenio', name: 'seven.io' },
  ]

  it.each([
    { provider: 'clicksend', name: 'ClickSend', from: 'Ordination' },
    { provider: 'sevenio', name: 'seven.io', from: 'Ordi' },
  ] as const)(
    'is sent to TEST_MOBILE through $name only, even while notifications are off',
    async ({ provider, name, from }) => {
      const app = openProvidersApp()
      app.setUpSms('+436600000001')
      writeSettings(app.ctx(), 'general', { notify_off: true })
      expect((await app.testConnection(provider)).json).toEqual({
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
        { kind: 'test', recipient: '+436600000001', status: 'sent', provider },
      ])
    },
  )

  it.each(PROVIDERS)('needs an account at $name', async ({ provider, name }) => {
    const { testConnection, rows } = openProvidersApp()
    expect(await testConnection(provider)).toMatchObject(failedTest(`${name} ist noch nicht eingerichtet.`))
    expect(rows('select kind, recipient, status, provider from messages')).toEqual([FAILED_ROW])
  })

  it.each(PROVIDERS)(
    'over $name fails without a number, and then cannot be sent again',
    async ({ provider, name }) => {
      const { testConnection, setUpSms, rows, retry } = openProvidersApp()
      setUpSms('')
      expect(await testConnection(provider)).toMatchObject(
        failedTest(`${name}: Bitte zuerst eine Testnummer (TEST_MOBILE) speichern.`),
      )
      expect(rows('select kind, recipient, status, provider from messages')).toEqual([FAILED_ROW])
      expect((await retry('sms/1')).json.message).toBe('Für diese SMS ist keine Nummer bekannt.')
    },
  )

  it.each([
    { typed: '0664 1234567', country: 'Österreich', number: '+436641234567' },
    { typed: '0664 1234567', country: '', number: '+436641234567' },
    { typed: '079 123 45 67', country: 'Schweiz', number: '+41791234567' },
    { typed: '0043 664 1234567', country: 'CH', number: '+436641234567' },
  ])(
    'is sent to $number if the practice in "$country" types "$typed"',
    async ({ typed, country, number }) => {
      const app = openProvidersApp()
      app.setUpSms(typed)
      writeSettings(app.ctx(), 'practice', { country })
      expect((await app.testConnection('clicksend')).json.message).toContain(`an ${number} gesendet.`)
      expect(app.clicksend.taken).toMatchObject([{ to: number }])
    },
  )

  it('to a landline is refused, and stored as failed', async () => {
    const app = openProvidersApp()
    app.setUpSms('05572 123456')
    expect(await app.testConnection('clicksend')).toMatchObject(
      failedTest('ClickSend: Die Testnummer kann keine SMS empfangen.'),
    )
    expect(app.rows('select status from messages')).toEqual([{ status: 'failed' }])
  })

  it.each([
    {
      provider: 'clicksend',
      other: 'sevenio',
      fault: 'INSUFFICIENT_CREDIT',
      message: 'ClickSend: Das Guthaben reicht nicht. (INSUFFICIENT_CREDIT)',
    },
    {
      provider: 'sevenio',
      other: 'clicksend',
      fault: 503,
      message: 'seven.io: Störung: Es ist nicht bekannt, ob die SMS gesendet wurde. (HTTP 503)',
    },
  ] as const)(
    'says why $provider has not sent it, and is not sent through $other instead',
    async ({ provider, other, fault, message }) => {
      const app = openProvidersApp()
      app.setUpSms()
      app[provider].faults.plan(fault)
      expect(await app.testConnection(provider)).toMatchObject(failedTest(message))
      expect(app[other].taken).toEqual([])
    },
  )
})
