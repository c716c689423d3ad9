import { Hono } from 'hono'
import { recordAct } from '../../access/audit.ts'
import { countAttempt } from '../../access/throttle.ts'
import type { Ctx } from '../../ctx.ts'
import { tryOdoo } from '../../erp/odoo.ts'
import { sendTestMail, sendTestSms } from '../../messaging/trials.ts'
import { HOUR } from '../../rules/day.ts'
import { Problem } from '../../rules/problems.ts'
import { ctxOf, type Doorway } from '../doorway.ts'
import { noBody } from '../input.ts'
import type { AdminEnv } from './guard.ts'

type Trial = (ctx: Ctx, doorway: Doorway) => Promise<string>

const TRIALS: ReadonlyMap<string, Trial> = new Map<string, Trial>([
  ['mail', (ctx, { mail }) => sendTestMail(ctx, mail)],
  ['clicksend', (ctx, { ask }) => sendTestSms(ctx, 'clicksend', ask)],
  ['sevenio', (ctx, { ask }) => sendTestSms(ctx, 'sevenio', ask)],
  ['odoo', (ctx, { lookup }) => tryOdoo(ctx, lookup)],
])

/** Enough for setting up; a text message costs money. */
const PER_HOUR = { most: 20, window: HOUR }

/** Tries out what is saved, at once; a failure is answered as test_failed with its reason. */
export function trialDoors(doorway: Doorway) {
  return new Hono<AdminEnv>().post('/settings/:group/test', noBody, async (c) => {
    const group = c.req.param('group')
    const trial = TRIALS.get(group)
    if (trial === undefined) throw new Problem('unknown_path')
    countAttempt(ctxOf(c), [[`trial:${group}`, PER_HOUR]])
    recordAct(ctxOf(c), 'settings-tested', group)
    return c.json({ message: await trial(ctxOf(c), doorway) })
  })
}
