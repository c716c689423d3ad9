import { describe, expect, it } from 'vitest'
import { writeSettings } from '../../practice/settings.ts'
import { MINUTE } from '../../shared/day.ts'
import { openProvidersApp } from '../../testing/providers-app.ts'
import { NOW } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

const REPORTS = { reports_to: expect.stringContaining('/api/webhooks/') }
/** The answer before a provider has reported its balance. */
const UNKNOWN_BALANCE = { amount: null, currency: 'EUR', ts: null, refused: false, ...REPORTS }

/** Opens the app with accounts at both providers. */
function openAppWithAccounts() {
  const app = openProvidersApp()
  app.setUpSms()
  return { ...app, get: (path: string) => app.admin.get(`/api/admin/sms/${path}`) }
}

describe('the balance at an SMS provider', () => {
  const BALANCE = {
    amount: 1117.46106,
    currency: 'EUR',
    ts: isoAt(NOW),
    refused: false,
    ...REPORTS,
  }

  it('is requested while none is known, and with fresh=1', async () => {
    const { get, clicksend, pass } = openAppWithAccounts()
    expect((await get('clicksend/balance')).json).toEqual(BALANCE)
    pass(MINUTE)
    clicksend.account.balance = '7.000000'
    expect((await get('clicksend/balance?fresh=0')).json).toEqual(BALANCE)
    expect((await get('clicksend/balance?fresh=1')).json).toMatchObject({ amount: 7 })
  })

  it('is the last known balance without fresh=1', async () => {
    const { get, clicksend } = openAppWithAccounts()
    await get('clicksend/balance?fresh=1')
    expect((await get('clicksend/balance')).json).toEqual(BALANCE)
    expect(clicksend.countCalls('/account')).toBe(1)
  })

  it('is unknown for a provider that is not set up', async () => {
    const { admin } = openProvidersApp()
    expect((await admin.get('/api/admin/sms/sevenio/balance')).json).toEqual(UNKNOWN_BALANCE)
  })

  it('is null if the provider has never answered', async () => {
    const { get, clicksend } = openAppWithAccounts()
    clicksend.faults.plan('unreachable')
    const { status, json } = await get('clicksend/balance?fresh=1')
    expect([status, json]).toEqual([200, UNKNOWN_BALANCE])
  })

  it('is marked as refused when the provider refuses the credentials', async () => {
    const { get, ctx } = openAppWithAccounts()
    writeSettings(ctx(), 'clicksend', { CLICKSEND_PWD: 'wrong' })
    expect((await get('clicksend/balance')).json).toEqual({ ...UNKNOWN_BALANCE, refused: true })
  })

  it.each([
    { fault: 'an unknown provider', path: 'other/balance', refusal: [404, 'unknown_path'] },
    { fault: 'a member of every object', path: '__proto__/balance', refusal: [404, 'unknown_path'] },
    {
      fault: 'another value of fresh',
      path: 'clicksend/balance?fresh=yes',
      refusal: [400, 'invalid'],
    },
  ])('is refused for $fault', async ({ path, refusal }) => {
    const answer = await openAppWithAccounts().get(path)
    expect([answer.status, answer.json.error]).toEqual(refusal)
  })

  it('includes the URL to which the provider pushes its reports', async () => {
    const { get, ctx, browser } = openAppWithAccounts()
    writeSettings(ctx(), 'urls', { PUBLIC_BASE_URL: 'https://termine.example' })
    const { json } = await get('clicksend/balance')
    expect(json.reports_to).toMatch(/^https:\/\/termine\.example\/api\/webhooks\/clicksend\/[\w-]{43}$/)
    const { pathname } = new URL(json.reports_to)
    expect((await browser().post(pathname, {})).status).toBe(200)
    // Each provider has its own secret.
    expect((await browser().post(pathname.replace('clicksend', 'sevenio'), {})).status).toBe(404)
  })
})
