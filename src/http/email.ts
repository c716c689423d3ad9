import { Hono } from 'hono'
import * as v from 'valibot'
import { askForProof, isProved, proveByCode, proveByToken } from '../booking/email-proof.ts'
import { isEmail } from '../rules/contact.ts'
import { EMAIL_UNSENDABLE } from '../rules/sentences.ts'
import { knowBrowser, readBrowser } from './browser.ts'
import { ctxOf, type Doorway, type Env } from './doorway.ts'
import { body, query } from './input.ts'
import { originFingerprint } from './origin.ts'

/** The specification's own sentence for this call, whatever is wrong with the address. */
const address = v.pipe(v.string(EMAIL_UNSENDABLE), v.trim(), v.check(isEmail, EMAIL_UNSENDABLE))
const sendBody = v.strictObject({ email: address, svn: v.optional(v.nullable(v.string())) })
const verifyBody = v.union([
  v.strictObject({ token: v.pipe(v.string(), v.nonEmpty()) }),
  v.strictObject({
    email: address,
    code: v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'Bitte die sechs Ziffern eingeben.')),
  }),
])

/** Proving an e-mail address: the only thing that a stranger can make the portal send. */
export function emailDoors({ config }: Doorway) {
  return new Hono<Env>()
    .get('/email/status', query(v.object({ email: address })), (c) =>
      c.json({ verified: isProved(ctxOf(c), c.req.valid('query').email, readBrowser(c, config)) }),
    )
    .post('/email/send', body(sendBody, EMAIL_UNSENDABLE), (c) => {
      const ctx = ctxOf(c)
      const origin = originFingerprint(c, config)
      askForProof(ctx, { email: c.req.valid('json').email, browser: knowBrowser(c, config), origin })
      return c.json({ sent: true as const })
    })
    .post('/email/verify', body(verifyBody), (c) => {
      const proof = c.req.valid('json')
      if ('token' in proof) proveByToken(ctxOf(c), proof.token)
      else proveByCode(ctxOf(c), proof.email, proof.code, readBrowser(c, config))
      return c.json({ verified: true as const })
    })
}
