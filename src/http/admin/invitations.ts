import { type Context, Hono } from 'hono'
import { hashPassword } from '../../access/passwords.ts'
import { readSetting } from '../../practice/settings.ts'
import { acceptInvitationSchema, invitationTokenSchema } from '../../shared/staff.ts'
import { checkPasswordLink, choosePassword } from '../../staff/password-links.ts'
import { ctxOf, type Deps, type Env } from '../deps.ts'
import { body, query, readInput } from '../input.ts'
import { originFingerprint } from '../origin.ts'

/**
 * The calls of the page on which an invited staff member, who has no session yet, chooses a password
 * (docs/behaviour.md 12.42).
 */
export function invitationRoutes({ config }: Deps) {
  const memberOfLink = (c: Context<Env>, token: string) =>
    checkPasswordLink(ctxOf(c), token, originFingerprint(c, config))
  return new Hono<Env>()
    .get('/people/invitation', query(invitationTokenSchema), (c) => {
      const { email, name } = memberOfLink(c, c.req.valid('query').token)
      return c.json({ email, name })
    })
    .post('/people/accept', body(invitationTokenSchema), async (c) => {
      const ctx = ctxOf(c)
      const input = c.req.valid('json')
      // The rule for passwords needs the e-mail address of the invited person, so the rest is read after the
      // token.
      const { email } = memberOfLink(c, input.token)
      const passwordFacts = { email, practice: readSetting(ctx, 'practice', 'name') }
      const { token, name, password } = readInput(acceptInvitationSchema(passwordFacts), input)
      choosePassword(ctx, token, { name, passwordHash: await hashPassword(password) })
      return c.json({ email })
    })
}
