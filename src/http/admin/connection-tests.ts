import { Hono } from 'hono'
import { recordAudit } from '../../access/audit.ts'
import { countAttempt } from '../../access/rate-limit.ts'
import type { Ctx } from '../../ctx.ts'
import { testOdooConnection } from '../../erp/connection-test.ts'
import { sendTestMail, sendTestSms } from '../../messaging/connection-tests.ts'
import { HOUR } from '../../shared/day.ts'
import { Problem } from '../../shared/problems.ts'
import { SMS_PROVIDERS } from '../../shared/sms-providers.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

/** The tests of the saved settings, by group. Each returns the sentence for the admin. */
const TESTS = new Map<string, (ctx: Ctx, deps: Deps) => Promise<string>>([
  ['urls', sendTestMail],
  ['smtp', sendTestMail],
  ...SMS_PROVIDERS.map(
    (provider) => [provider, (ctx: Ctx, deps: Deps) => sendTestSms(ctx, provider, deps)] as const,
  ),
  ['odoo', (ctx, { resolveHost }) => testOdooConnection(ctx, resolveHost)],
])

/** A limit, because a test SMS costs money. Setting up needs far fewer tests. */
const TEST_LIMIT = { most: 20, window: HOUR }

/**
 * The call that tests the saved settings of a group. A test that fails is answered as test_failed with the
 * reason.
 */
export function connectionTestRoutes(deps: Deps) {
  return new Hono<AdminEnv>().post('/settings/:group/test', noBody, async (c) => {
    const group = c.req.param('group')
    const test = TESTS.get(group)
    if (test === undefined) throw new Problem('unknown_path')
    countAttempt(ctxOf(c), [[`connection-test:${group}`, TEST_LIMIT]])
    recordAudit(ctxOf(c), 'settings-tested', group)
    return c.json({ message: await test(ctxOf(c), deps) })
  })
}
