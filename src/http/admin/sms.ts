import { Hono } from 'hono'
import * as v from 'valibot'
import { findBalance, type KnownBalance, readBalance } from '../../messaging/sms/balances.ts'
import { webhookUrl } from '../../messaging/sms/delivery-reports.ts'
import { Problem } from '../../shared/problems.ts'
import { type SmsProvider, smsProviderOf } from '../../shared/sms-providers.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { query } from '../input.ts'
import type { AdminEnv } from './guard.ts'

const asked = v.object({ fresh: v.optional(v.picklist(['0', '1'], 'Bitte 0 oder 1 angeben.'), '0') })

/**
 * The balance of an SMS account: the last known one, or with `fresh=1` a new one. And the address to which the provider
 * pushes its delivery reports.
 */
export function smsRoutes({ httpFetch, log }: Deps) {
  return new Hono<AdminEnv>()
    .get('/sms/:provider/balance', query(asked), async (c) => {
      const provider = getProvider(c.req.param('provider'))
      const fresh = c.req.valid('query').fresh === '1'
      const known = fresh
        ? await readBalance(ctxOf(c), provider, { httpFetch, log })
        : findBalance(ctxOf(c), provider)
      return c.json(answer(known))
    })
    .get('/sms/:provider/webhook', (c) =>
      c.json({ url: webhookUrl(ctxOf(c), getProvider(c.req.param('provider'))) }),
    )
}

/** @throws Problem unknown_path */
function getProvider(name: string): SmsProvider {
  const provider = smsProviderOf(name)
  if (provider === undefined) throw new Problem('unknown_path')
  return provider
}

function answer(known: KnownBalance | undefined) {
  return {
    amount: known === undefined ? null : Number(known.amount),
    currency: known?.currency ?? 'EUR',
    ts: known === undefined ? null : isoAt(known.at),
  }
}
