import type { Context } from 'hono'
import type { Actor, Ctx, OpenedConfig } from '../ctx.ts'
import type { Lookup } from '../erp/guarded-call.ts'
import type { Log } from '../log.ts'
import type { MailPort } from '../messaging/email/smtp.ts'

/** What every door is built from. */
export type Deps = Readonly<{
  config: OpenedConfig
  log: Log
  /** A Ctx with its own fixed `now`. */
  ctx: (actor: Actor) => Ctx
  /** The ways out to the bot check, the text message providers, the mail server and the names of Odoo's; fakes in tests. */
  ask: typeof fetch
  mail: MailPort | undefined
  lookup: Lookup
  /** True once the process has been told to stop. */
  draining: () => boolean
}>

export type Env = { Variables: { ctx: Ctx } }

/** The request's Ctx: one `now` for everything that it does. The admin's doors know more than this, and have it too. */
export function ctxOf(c: { get: Context<Env>['get'] }): Ctx {
  return c.get('ctx')
}
