import { beforeEach, describe, expect, it } from 'vitest'
import { balances } from '../../db/schema.ts'
import { MINUTE } from '../../shared/day.ts'
import { openSmsApp, type SmsApp } from '../../testing/sms-app.ts'
import { findBalance, refreshBalance, refreshBalances } from './balances.ts'

let app: SmsApp
beforeEach(() => {
  app = openSmsApp()
})

const ports = () => ({ httpFetch: app.httpFetch, log: app.log })
const refresh = () => refreshBalance(app.ctx(), 'clicksend', ports())
/** Returns the balance at ClickSend after a refresh; undefined if it is unknown. */
const readBalance = async () => (await refresh()).balance

describe('a balance', () => {
  it('is unknown for a provider that is not set up, which is not asked', async () => {
    expect(await readBalance()).toBeUndefined()
    expect(app.clicksend.countCalls('/account')).toBe(0)
  })

  it('is read from each provider that is set up, and stored', async () => {
    app.setUpClicksend()
    app.setUpSevenio()
    await refreshBalances(app.ctx, ports())
    const at = app.ctx().now
    expect(app.db.select().from(balances).all()).toEqual([
      { provider: 'clicksend', amount: '1117.461060', currency: 'EUR', at },
      { provider: 'sevenio', amount: '593.994', currency: 'EUR', at },
    ])
  })

  it('is read at most once a minute', async () => {
    app.setUpClicksend()
    const first = await readBalance()
    app.clicksend.account.balance = '7.000000'
    app.pass(MINUTE - 1)
    expect(await readBalance()).toEqual(first)
    app.pass(1)
    expect(await readBalance()).toMatchObject({ amount: '7.000000', at: app.ctx().now })
  })

  it('is the stored one if the provider fails, without a secret in row or log', async () => {
    app.setUpClicksend()
    const stored = await readBalance()
    app.pass(MINUTE)
    app.clicksend.faults.plan(500)
    expect(await readBalance()).toEqual(stored)
    expect(app.readLog()).toContain('balance could not be read')
    // The answer also contains the live key of a sub-account.
    const rows = JSON.stringify(app.db.select().from(balances).all())
    expect(rows + app.readLog()).not.toMatch(/LIVE-SECRET|demo/)
  })

  it('is read again after the settings were saved, because they may name another account', async () => {
    app.setUpClicksend()
    await readBalance()
    app.pass(1_000)
    app.setUpClicksend({ CLICKSEND_PWD: 'wrong' })
    expect(await refresh()).toEqual({ balance: undefined, isRefused: true })
    app.setUpClicksend()
    app.clicksend.account.balance = '7.000000'
    expect(await readBalance()).toMatchObject({ amount: '7.000000' })
  })

  it('is read from one provider even if the other fails', async () => {
    app.setUpClicksend()
    app.setUpSevenio()
    app.clicksend.faults.plan('unreachable')
    await refreshBalances(app.ctx, ports())
    expect(app.db.select().from(balances).all()).toMatchObject([{ provider: 'sevenio' }])
  })
})

describe('a stored balance', () => {
  it('is ignored once the settings may name another account', async () => {
    app.setUpClicksend()
    const findStored = () => findBalance(app.ctx(), 'clicksend')
    expect(findStored()).toBeUndefined()
    app.clicksend.account.balance = '3.2'
    await readBalance()
    expect(findStored()).toEqual({ provider: 'clicksend', amount: '3.2', currency: 'EUR', at: app.ctx().now })
    app.pass(1_000)
    app.setUpClicksend({ CLICKSEND_PWD: 'of another account' })
    expect(findStored()).toBeUndefined()
  })
})
