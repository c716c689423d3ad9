import { Hono } from 'hono'
import * as v from 'valibot'
import { verifyBuiltInCheck } from '../access/bot-check.ts'
import { verifyByCode, verifyByToken } from '../booking/email-verification.ts'
import { requestVerification } from '../booking/verification-requests.ts'
import { isVerified } from '../booking/verified-addresses.ts'
import { isEmail } from '../shared/contact/email.ts'
import { normalEmail, normalEmailSchema } from '../shared/contact/normal-email.ts'
import { EMAIL_UNSENDABLE } from '../shared/messages.de.ts'
import { ensureBrowser, readBrowser, setBrowser } from './browser.ts'
import { ctxOf, type Deps, type Env } from './deps.ts'
import { requiredField } from './fields.ts'
import { body, query } from './input.ts'
import { patientOrigin } from './origin.ts'

/**
 * All invalid e-mail addresses get the same sentence, except those with mixed scripts, whose rule has its
 * own.
 */
const addressField = v.pipe(
  v.string(EMAIL_UNSENDABLE),
  v.transform(normalEmail),
  v.check(isEmail, EMAIL_UNSENDABLE),
  normalEmailSchema,
)

/**
 * Returns the sentence for a refused request: that about its e-mail address or, if only other fields are
 * wrong, undefined, which means the usual sentence. A body that is not a JSON object has no field errors, and
 * gets the sentence about an invalid address.
 */
const addressSentence = (fields: Readonly<Record<string, string>>) =>
  Object.keys(fields).length === 0 ? EMAIL_UNSENDABLE : fields.email

const sendBody = v.strictObject({
  email: addressField,
  purpose: v.optional(v.picklist(['booking', 'my-bookings'])),
  // The specification has this field, so it is accepted, but nothing uses it.
  svn: v.optional(v.nullable(v.string())),
  turnstile_token: v.nullish(v.string(), ''),
})

const SIX_DIGITS_SENTENCE = 'Bitte die sechs Ziffern eingeben.'
const verifyByTokenBody = v.strictObject({
  token: requiredField('Bitte den ganzen Link aus der E-Mail öffnen.'),
})
const verifyByCodeBody = v.strictObject({
  email: addressField,
  code: v.pipe(v.string(SIX_DIGITS_SENTENCE), v.trim(), v.regex(/^\d{6}$/, SIX_DIGITS_SENTENCE)),
})

/** A union would name no invalid field, because it cannot know which of the two was meant. */
const verifyBody = v.lazy((sent) =>
  typeof sent === 'object' && sent !== null && 'token' in sent ? verifyByTokenBody : verifyByCodeBody,
)

/** The calls of e-mail verification (docs/behaviour.md 6). */
export function emailVerificationRoutes({ config }: Deps) {
  return new Hono<Env>()
    .get('/email/status', query(v.object({ email: addressField })), (c) =>
      c.json({ verified: isVerified(ctxOf(c), c.req.valid('query').email, readBrowser(c, config)) }),
    )
    .post('/email/send', body(sendBody, { sentenceOf: addressSentence }), async (c) => {
      const ctx = ctxOf(c)
      const { email, purpose, turnstile_token: token } = c.req.valid('json')
      const origin = patientOrigin(c, config)
      const botCheck = await verifyBuiltInCheck(ctx, token)
      requestVerification(ctx, { email, purpose, browser: ensureBrowser(c, config), origin }, botCheck)
      return c.json({ sent: true as const })
    })
    .post('/email/verify', body(verifyBody), (c) => {
      const tokenOrCode = c.req.valid('json')
      const browser = readBrowser(c, config)
      const newBrowser =
        'token' in tokenOrCode
          ? verifyByToken(ctxOf(c), tokenOrCode.token, browser)
          : verifyByCode(ctxOf(c), { ...tokenOrCode, browser, origin: patientOrigin(c, config) })
      if (newBrowser !== undefined) setBrowser(c, config, newBrowser)
      return c.json({ verified: true as const })
    })
}
