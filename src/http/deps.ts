import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { ResolveHost } from '../access/guarded-call.ts'
import type { Actor, Ctx, OpenedConfig } from '../ctx.ts'
import type { Log } from '../log.ts'
import type { MailPort } from '../messaging/email/smtp.ts'
import type { Finding } from '../operation/checks/finding.ts'

/** Runs `ordi doctor` in a separate process. Undefined in tests, which start no process. */
export type ExaminePort = (() => Promise<readonly Finding[]>) | undefined

/** The dependencies of the routes, which tests can replace. */
export type Deps = Readonly<{
  config: OpenedConfig
  log: Log
  /** Makes a Ctx with the current `now`. */
  ctx: (actor: Actor) => Ctx
  /** The `fetch` that calls Turnstile and the SMS providers. */
  httpFetch: typeof fetch
  mail: MailPort
  resolveHost: ResolveHost
  examine: ExaminePort
  /** Returns true once the process was asked to stop. */
  isDraining: () => boolean
}>

/** The variables of a request that the routes of the API read. */
export type Env = { Variables: { ctx: Ctx } }

/** Returns the request's Ctx, in public and in admin routes. */
export function ctxOf(c: { get: Context<Env>['get'] }): Ctx {
  return c.get('ctx')
}

/** Returns Node's request and answer; both are missing where tests call the routes without a server. */
export function bindingsOf(c: Context): Partial<HttpBindings> {
  return c.env ?? {}
}
