import { Hono } from 'hono'
import * as v from 'valibot'
import { findBalance, refreshBalance } from '../../messaging/sms/balances.ts'
import { webhookUrl } from '../../messaging/sms/webhooks.ts'
import { Problem } from '../../shared/problems.ts'
import { type SmsProvider, smsProviderOf } from '../../shared/sms-providers.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { query } from '../input.ts'
import type { AdminEnv } from './guard.ts'

const balanceQuery = v.object({
  fresh: v.optional(v.picklist(['0', '1'], 'Bitte 0 oder 1 angeben.'), '0'),
})

/** The call about the practice's account at an SMS provider. */
export function smsBalanceRoutes(deps: Deps) {
  return new Hono<AdminEnv>().get('/sms/:provider/balance', query(balanceQuery), async (c) => {
    const provider = getProvider(c.req.param('provider'))
    const isFreshWanted = c.req.valid('query').fresh === '1'
    // The provider answers slowly, so a known balance is enough unless a fresh one is requested.
    const knownBalance = isFreshWanted ? undefined : findBalance(ctxOf(c), provider)
    const { balance, isRefused } = knownBalance
      ? { balance: knownBalance, isRefused: false }
      : await refreshBalance(ctxOf(c), provider, deps)
    return c.json({
      amount: balance === undefined ? null : Number(balance.amount),
      currency: balance?.currency ?? 'EUR',
      ts: balance === undefined ? null : isoAt(balance.at),
      // Whether the provider does not accept the credentials, known only when it was asked.
      refused: isRefused,
      // The URL to which the provider pushes its delivery reports.
      reports_to: webhookUrl(ctxOf(c), provider),
    })
  })
}

/** Returns the provider that the path names. @throws Problem unknown_path */
function getProvider(name: string): SmsProvider {
  const provider = smsProviderOf(name)
  if (provider === undefined) throw new Problem('unknown_path')
  return provider
}
