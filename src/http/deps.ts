import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Actor, Ctx, OpenedConfig } from '../ctx.ts'
import type { ResolveHost } from '../erp/guarded-call.ts'
import type { Log } from '../log.ts'
import type { MailPort } from '../messaging/email/smtp.ts'

/** What the routes are built from. */
export type Deps = Readonly<{
  config: OpenedConfig
  log: Log
  /** Makes a Ctx with the current `now`. */
  ctx: (actor: Actor) => Ctx
  /** Calls Turnstile and the SMS providers. */
  httpFetch: typeof fetch
  mail: MailPort
  resolveHost: ResolveHost
  /** True after the process was asked to stop. */
  draining: () => boolean
}>

export type Env = { Variables: { ctx: Ctx } }

/** The request's Ctx, in public and in admin routes. */
export function ctxOf(c: { get: Context<Env>['get'] }): Ctx {
  return c.get('ctx')
}

/** Node's request and answer; none where the routes are called without a server, as in tests. */
export function bindingsOf(c: Context): Partial<HttpBindings> {
  return c.env ?? {}
}
