import { Hono } from 'hono'
import { answerSelf } from '../access/self-check.ts'
import { Problem } from '../shared/problems.ts'
import { ctxOf, type Deps, type Env } from './deps.ts'
import { isForwarded, isHttps, originOf, untrustedProxyOf } from './origin.ts'

/** Carries the question of `ordi doctor`. */
export const SELF_CHECK_HEADER = 'x-ordi-self-check'

/** How a request arrives here, for `ordi doctor` of this installation only; everybody else is told that there is no such address. */
export function selfCheckRoutes({ config }: Deps) {
  return new Hono<Env>().get('/self-check', (c) => {
    const answer = answerSelf(ctxOf(c), c.req.header(SELF_CHECK_HEADER) ?? '')
    if (answer === undefined) throw new Problem('unknown_path')
    return c.json({
      answer,
      https: isHttps(c, config),
      forwarded: isForwarded(c),
      origin: originOf(c, config),
      untrusted_proxy: untrustedProxyOf(c, config) ?? null,
    })
  })
}

export type SelfCheckAnswer = Readonly<{
  answer: string
  https: boolean
  /** Whether a proxy says that it forwards for somebody. */
  forwarded: boolean
  /** Whom the portal takes the visitor for. */
  origin: string
  untrusted_proxy: string | null
}>
