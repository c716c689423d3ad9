import { describe, expect, it } from 'vitest'
import { findingRows } from '../../testing/finding-rows.ts'
import { NOW } from '../../testing/test-app.ts'
import { smsAccountsCheck } from './sms-accounts.ts'

type KnownBalance = Readonly<{
  provider: 'sevenio' | 'clicksend'
  amount: string
  currency: string
  at: number
}>

/** Returns an account in use with this balance, by default at seven.io, in euros and read now. */
function account(amount: string, changes: Partial<KnownBalance> = {}) {
  const balance: KnownBalance = { provider: 'sevenio', currency: 'EUR', at: NOW, amount, ...changes }
  return { provider: balance.provider, isInUse: true, balance }
}
const alertsOf = (...accounts: ReturnType<typeof account>[]) => smsAccountsCheck.alerts?.(accounts, NOW)

it.each(['4.999999', '0', '-1.20'])('a balance of %s euros is low', (amount) => {
  expect(alertsOf(account(amount))).toHaveLength(1)
})

it.each(['5.000000', '1117.46'])('a balance of %s euros is not low', (amount) => {
  expect(alertsOf(account(amount))).toEqual([])
})

describe('a low balance', () => {
  it('is reported for each account in its currency', () => {
    const clicksend = account('0.5', { provider: 'clicksend', currency: 'USD' })
    expect(alertsOf(clicksend, account('3.2'))?.map(({ banner }) => banner)).toEqual([
      'Guthaben bei ClickSend ist niedrig: $\u00a00,50.',
      'Guthaben bei seven.io ist niedrig: €\u00a03,20.',
    ])
  })

  it.each([
    { at: '2027-01-07T13:00:00+01:00', when: 'heute 13:00' },
    { at: '2027-01-06T23:59:00+01:00', when: 'gestern 23:59' },
    { at: '2027-01-05T02:15:00+01:00', when: 'Di\u00a05.\u00a0Jänner, 02:15' },
  ])('that was read at $at is dated: $when', ({ at, when }) => {
    const detail = `seven.io €\u00a03,20, Stand ${when}`
    expect(alertsOf(account('3.2', { at: Date.parse(at) }))).toEqual([
      {
        level: 'warning',
        kind: 'balance',
        banner: 'Guthaben bei seven.io ist niedrig: €\u00a03,20.',
        card: { title: 'Guthaben niedrig', detail, href: '/admin/settings/sms' },
      },
    ])
  })
})

describe('ordi doctor', () => {
  const unused = { provider: 'clicksend', isInUse: false, balance: undefined } as const

  it('names the providers in use', () => {
    expect(findingRows(smsAccountsCheck.doctor?.findings([unused, account('3')], NOW))).toEqual([
      'good: seven.io set up',
    ])
  })

  it('says that no provider is set up', () => {
    expect(findingRows(smsAccountsCheck.doctor?.findings([unused], NOW))).toEqual([
      'good: no provider set up: none are sent',
    ])
  })
})
