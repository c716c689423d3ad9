import { beforeEach, describe, expect, it } from 'vitest'
import { balances } from '../db/schema.ts'
import { MINUTE } from '../rules/day.ts'
import { openTexting, type Texting } from '../testing/texting.ts'
import { lowBalances, readBalance, refreshBalances } from './balances.ts'

let house: Texting
beforeEach(() => {
  house = openTexting()
})

const ports = () => ({ ask: house.ask, log: house.log })
const read = (provider: 'clicksend' | 'sevenio' = 'clicksend') => readBalance(house.ctx(), provider, ports())

describe('a balance', () => {
  it('of a provider that is not set up is not known, and nobody is asked', async () => {
    expect(await read()).toBeUndefined()
    expect(house.clicksend.calls('/account')).toBe(0)
  })

  it('is read and kept, each provider for itself', async () => {
    house.setUpClicksend()
    house.setUpSevenio()
    await refreshBalances(house.ctx, ports())
    const at = house.ctx().now
    expect(house.db.select().from(balances).all()).toEqual([
      { provider: 'clicksend', amount: '1117.461060', currency: 'EUR', at },
      { provider: 'sevenio', amount: '593.994', currency: 'EUR', at },
    ])
  })

  it('is asked for at most once a minute', async () => {
    house.setUpClicksend()
    const first = await read()
    house.clicksend.account.balance = '7.000000'
    house.pass(MINUTE - 1)
    expect(await read()).toEqual(first)
    house.pass(1)
    expect(await read()).toMatchObject({ amount: '7.000000', at: house.ctx().now })
  })

  it.each(['unreachable', 'silence', 401, 429, 500])(
    'stays the last known one when the provider fails (%s)',
    async (trouble) => {
      house.setUpClicksend()
      const known = await read()
      house.pass(MINUTE)
      house.clicksend.troubles.expect(trouble)
      expect(await read()).toEqual(known)
      expect(house.logged()).toContain('balance could not be read')
    },
  )

  it('was never known when the provider has always failed', async () => {
    house.setUpClicksend({ CLICKSEND_PWD: 'wrong' })
    expect(await read()).toBeUndefined()
    expect(house.db.select().from(balances).all()).toEqual([])
  })

  it('is asked for anew after the settings were saved: it may be another account', async () => {
    house.setUpClicksend()
    await read()
    house.pass(1_000)
    house.setUpClicksend({ CLICKSEND_PWD: 'wrong' })
    expect(await read()).toBeUndefined()
    house.setUpClicksend()
    house.clicksend.account.balance = '7.000000'
    expect(await read()).toMatchObject({ amount: '7.000000' })
  })

  it('of one provider does not depend on the other', async () => {
    house.setUpClicksend()
    house.setUpSevenio()
    house.clicksend.troubles.expect('unreachable')
    await refreshBalances(house.ctx, ports())
    expect(house.db.select().from(balances).all()).toMatchObject([{ provider: 'sevenio' }])
  })

  it('leaves no secret behind, not even those that the answer holds', async () => {
    house.setUpClicksend()
    await read()
    house.pass(MINUTE)
    house.clicksend.troubles.expect(500)
    await read()
    const kept = JSON.stringify(house.db.select().from(balances).all()) + house.logged()
    expect(kept).not.toMatch(/LIVE-SECRET|demo/)
  })
})

describe('a low balance', () => {
  it.each([
    ['5.000000', 0],
    ['4.999999', 1],
    ['0', 1],
    ['-1.20', 1],
    ['1117.46', 0],
  ])('of %s: %i', async (balance, count) => {
    house.setUpClicksend()
    house.clicksend.account.balance = balance
    await read()
    expect(lowBalances(house.ctx())).toHaveLength(count)
  })

  it('counts while its provider is set up, and as the account that is set now was last known', async () => {
    house.setUpClicksend()
    house.setUpSevenio()
    expect(lowBalances(house.ctx())).toEqual([])
    house.clicksend.account.balance = '3.2'
    await refreshBalances(house.ctx, ports())
    const low = { provider: 'clicksend', amount: '3.2', currency: 'EUR', at: house.ctx().now }
    expect(lowBalances(house.ctx())).toEqual([low])
    house.pass(1_000)
    house.setUpClicksend({ CLICKSEND_PWD: 'of another account' })
    expect(lowBalances(house.ctx())).toEqual([])
  })
})
