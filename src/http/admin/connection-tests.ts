import { Hono } from 'hono'
import { recordAudit } from '../../access/audit.ts'
import { countAttempt } from '../../access/rate-limit.ts'
import type { Ctx } from '../../ctx.ts'
import { testOdooConnection } from '../../erp/odoo.ts'
import { sendTestMail, sendTestSms } from '../../messaging/connection-tests.ts'
import { HOUR } from '../../shared/day.ts'
import { Problem } from '../../shared/problems.ts'
import { SMS_PROVIDERS } from '../../shared/sms-providers.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

type ConnectionTest = (ctx: Ctx, deps: Deps) => Promise<string>

const TESTS = new Map<string, ConnectionTest>([
  ['urls', sendTestMail],
  ['smtp', sendTestMail],
  ...SMS_PROVIDERS.map((provider): [string, ConnectionTest] => [
    provider,
    (ctx, deps) => sendTestSms(ctx, provider, deps),
  ]),
  ['odoo', (ctx, { resolveHost }) => testOdooConnection(ctx, resolveHost)],
])

/** Enough for setting up; an SMS costs money. */
const PER_HOUR = { most: 20, window: HOUR }

/** Tests the saved settings at once; a failure is answered as test_failed with its reason. */
export function connectionTestRoutes(deps: Deps) {
  return new Hono<AdminEnv>().post('/settings/:group/test', noBody, async (c) => {
    const group = c.req.param('group')
    const test = TESTS.get(group)
    if (test === undefined) throw new Problem('unknown_path')
    countAttempt(ctxOf(c), [[`connection-test:${group}`, PER_HOUR]])
    recordAudit(ctxOf(c), 'settings-tested', group)
    return c.json({ message: await test(ctxOf(c), deps) })
  })
}
