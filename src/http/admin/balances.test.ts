import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { openClicksendSimulator } from '../../testing/simulators/clicksend.ts'
import { askSimulators } from '../../testing/simulators/faults.ts'
import { openSevenioSimulator } from '../../testing/simulators/sevenio.ts'
import { openTestApp } from '../../testing/test-app.ts'

const NEVER = { amount: null, currency: 'EUR', ts: null }

function openAppWithProviders() {
  const clicksend = openClicksendSimulator()
  const sevenio = openSevenioSimulator()
  const app = openTestApp({
    ports: {
      ask: askSimulators({
        'https://rest.clicksend.com/v3': clicksend,
        'https://gateway.seven.io/api': sevenio,
      }),
    },
  })
  writeSettings(app.ctx(), 'clicksend', { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key' })
  writeSettings(app.ctx(), 'sevenio', { SEVENIO_KEY: 'demo-key' })
  const admin = app.admin()
  return {
    ...app,
    clicksend,
    sevenio,
    balance: async (path: string) => (await admin.get(`/api/admin/sms/${path}`)).json,
    admin,
  }
}

describe('the balance', () => {
  it('was never asked for until somebody does', async () => {
    const { balance, clicksend } = openAppWithProviders()
    expect(await balance('clicksend/balance')).toEqual(NEVER)
    expect(await balance('clicksend/balance?fresh=0')).toEqual(NEVER)
    expect(clicksend.calls('/account')).toBe(0)
  })

  it('is asked for, and known from then on with the time', async () => {
    const { balance, clicksend, pass } = openAppWithProviders()
    const told = { amount: 1117.46106, currency: 'EUR', ts: '2027-01-07T13:40:00+01:00' }
    expect(await balance('clicksend/balance?fresh=1')).toEqual(told)
    clicksend.account.balance = '3.200000'
    pass(MINUTE)
    expect(await balance('clicksend/balance')).toEqual(told)
    expect(await balance('clicksend/balance?fresh=1')).toEqual({
      amount: 3.2,
      currency: 'EUR',
      ts: '2027-01-07T13:41:00+01:00',
    })
  })

  it('of each provider is its own', async () => {
    const { balance } = openAppWithProviders()
    expect(await balance('sevenio/balance?fresh=1')).toMatchObject({ amount: 593.994, currency: 'EUR' })
    expect(await balance('clicksend/balance')).toEqual(NEVER)
  })

  it('stays the last known one where the provider does not answer', async () => {
    const { balance, sevenio, pass } = openAppWithProviders()
    sevenio.faults.expect('unreachable')
    expect(await balance('sevenio/balance?fresh=1')).toEqual(NEVER)
    const known = await balance('sevenio/balance?fresh=1')
    pass(MINUTE)
    sevenio.faults.expect(500)
    expect(await balance('sevenio/balance?fresh=1')).toEqual(known)
  })

  it('is that of the account that is set: forgotten when other settings are saved', async () => {
    const { balance, admin, pass } = openAppWithProviders()
    await balance('sevenio/balance?fresh=1')
    pass(1)
    await admin.put('/api/admin/settings/sevenio', { SEVENIO_KEY: 'another', SEVENIO_FROM: 'Ordi' })
    expect(await balance('sevenio/balance')).toEqual(NEVER)
  })

  it.each([
    ['other/balance', 404, 'unknown_path'],
    ['__proto__/balance', 404, 'unknown_path'],
    ['clicksend/balance?fresh=yes', 400, 'invalid'],
  ])('is not at %s', async (path, status, error) => {
    const answer = await openAppWithProviders().admin.get(`/api/admin/sms/${path}`)
    expect([answer.status, answer.json.error]).toEqual([status, error])
  })

  it('is shut without a session, and nobody is asked', async () => {
    const { browser, clicksend } = openAppWithProviders()
    const answer = await browser().get('/api/admin/sms/clicksend/balance?fresh=1')
    expect([answer.status, clicksend.calls('/account')]).toEqual([401, 0])
  })
})
