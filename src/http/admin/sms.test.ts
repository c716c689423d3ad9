import { expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { openClicksendSimulator } from '../../testing/simulators/clicksend.ts'
import { simulatedFetch } from '../../testing/simulators/faults.ts'
import { openTestApp } from '../../testing/test-app.ts'

const NEVER = { amount: null, currency: 'EUR', ts: null }

function openAppWithProvider() {
  const clicksend = openClicksendSimulator()
  const app = openTestApp({
    ports: { httpFetch: simulatedFetch({ 'https://rest.clicksend.com/v3': clicksend }) },
  })
  writeSettings(app.ctx(), 'clicksend', { CLICKSEND_USERNAME: 'demo', CLICKSEND_PWD: 'demo-key' })
  const admin = app.admin()
  return { ...app, clicksend, get: (path: string) => admin.get(`/api/admin/sms/${path}`) }
}

it('a balance is the last known one with its time; fresh=1 asks the provider', async () => {
  const { get, clicksend } = openAppWithProvider()
  const balance = async (query = '') => (await get(`clicksend/balance${query}`)).json
  expect([await balance(), await balance('?fresh=0')]).toEqual([NEVER, NEVER])
  expect(clicksend.calls('/account')).toBe(0)
  const known = { amount: 1117.46106, currency: 'EUR', ts: '2027-01-07T13:40:00+01:00' }
  expect([await balance('?fresh=1'), await balance()]).toEqual([known, known])
  expect(clicksend.calls('/account')).toBe(1)
  expect((await get('sevenio/balance')).json).toEqual(NEVER)
})

it('a balance is null when the provider has never answered', async () => {
  const { get, clicksend } = openAppWithProvider()
  clicksend.faults.expect('unreachable')
  const { status, json } = await get('clicksend/balance?fresh=1')
  expect([status, json]).toEqual([200, NEVER])
})

it.each([
  ['other/balance', 404, 'unknown_path'],
  ['__proto__/balance', 404, 'unknown_path'],
  ['clicksend/balance?fresh=yes', 400, 'invalid'],
  ['other/webhook', 404, 'unknown_path'],
])('nothing is at %s', async (path, status, error) => {
  const answer = await openAppWithProvider().get(path)
  expect([answer.status, answer.json.error]).toEqual([status, error])
})

it('a webhook is the address at which the provider’s reports are taken', async () => {
  const { get, ctx, browser } = openAppWithProvider()
  writeSettings(ctx(), 'urls', { PUBLIC_BASE_URL: 'https://termine.example' })
  const { status, json } = await get('clicksend/webhook')
  expect([status, json.url]).toEqual([
    200,
    expect.stringMatching(/^https:\/\/termine\.example\/api\/webhooks\/clicksend\/[\w-]{43}$/),
  ])
  const { pathname } = new URL(json.url)
  expect((await browser().post(pathname, {})).status).toBe(200)
  expect((await browser().post(pathname.replace('clicksend', 'sevenio'), {})).status).toBe(404)
})
