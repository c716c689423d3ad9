import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { changeAdmin, replacePassword } from '../access/admins.ts'
import { recordAudit } from '../access/audit.ts'
import { hashToken } from '../access/crypto.ts'
import { assertTokenAllowed, countWrongToken } from '../access/login-limits.ts'
import { randomToken } from '../access/random.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Admin, admins } from '../db/schema.ts'
import { notifyNamed } from '../messaging/notify.ts'
import { emptyMessages } from '../messaging/outbox/emptied-messages.ts'
import { staffUrl } from '../practice/addresses.ts'
import { hasMailServer } from '../practice/mail-server.ts'
import { HOUR } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { INVITATION_HOURS } from '../shared/staff.ts'

/**
 * This module sends the link by which a staff member chooses a password, after an invitation or a reset.
 * Columns, paths and the audit call it an invitation in both cases (docs/behaviour.md 12.42 and 12.43).
 */

const NO_MAIL_SERVER =
  'Ohne E-Mail-Server kann das Portal keinen Link senden. Wer den Server betreut, legt Zugänge mit „ordi admin add“ an (für die Assistenz mit „--role assistant“) und neue Passwörter mit „ordi admin password“.'

/**
 * Sends a staff member a link for choosing a password, which replaces an earlier link.
 * @returns the staff member with the new link
 * @throws Problem conflict in production without a mail server
 */
export function sendPasswordLink(ctx: Ctx, member: Admin): Admin {
  // Outside production the log shows the link, so that a newcomer can go on without a mail server.
  if (ctx.config.production && !hasMailServer(ctx)) throw new Problem('conflict', {}, NO_MAIL_SERVER)
  dropPasswordLink(ctx, member)
  const token = randomToken()
  const { id, email, name, role } = member
  const url = staffUrl(ctx, `/admin/invitation?token=${token}`)
  const { id: invitationMessageId } = notifyNamed(ctx, {
    kind: 'invitation',
    to: { email },
    facts: { name, role, url },
  })
  return changeAdmin(ctx, id, {
    invitationToken: hashToken(token),
    invitationExpiresAt: ctx.now + INVITATION_HOURS * HOUR,
    invitationMessageId,
  })
}

/**
 * Checks the token of a link, and counts a wrong one against its origin.
 * @returns the staff member who chooses a password by it
 * @throws Problem expired when the token is unknown, used, replaced or too old; too_many
 */
export function checkPasswordLink(ctx: Ctx, token: string, origin: string): Admin {
  assertTokenAllowed(ctx, origin)
  const member = findMemberOfLink(ctx, token)
  if (member !== undefined) return member
  countWrongToken(ctx, origin)
  throw new Problem('expired')
}

/** Sets name and password, and invalidates the link. @throws Problem expired when it was used meanwhile */
export function choosePassword(
  ctx: Ctx,
  token: string,
  { name, passwordHash }: Readonly<{ name: string; passwordHash: string }>,
): void {
  inTx(ctx, () => {
    const member = findMemberOfLink(ctx, token)
    if (member === undefined) throw new Problem('expired')
    // The staff member has no session yet, but the audit names the actor.
    const ctxOfMember: Ctx = { ...ctx, actor: { kind: 'admin', id: member.id, email: member.email } }
    changeAdmin(ctxOfMember, member.id, { name })
    recordAudit(ctxOfMember, 'invitation-accepted')
    replacePassword(ctxOfMember, member, passwordHash)
    dropPasswordLink(ctxOfMember, member)
  })
}

/**
 * Empties the stored e-mails whose links no longer work (docs/behaviour.md 12.43).
 * @returns false: one call does all the work, so the job need not call again
 */
export function dropDeadPasswordLinks(ctx: Ctx): boolean {
  const { invitationExpiresAt, invitationMessageId } = admins
  // `ordi admin password` ends an invitation too, and clears its time (`replacePassword`).
  const isDead = or(isNull(invitationExpiresAt), lte(invitationExpiresAt, ctx.now))
  const membersWithDeadLink = ctx.db
    .select()
    .from(admins)
    .where(and(isNotNull(invitationMessageId), isDead))
    .all()
  for (const member of membersWithDeadLink) inTx(ctx, () => dropPasswordLink(ctx, member))
  return false
}

/** Finds the staff member of the link with this token; undefined when it is no longer valid. */
function findMemberOfLink(ctx: Ctx, token: string): Admin | undefined {
  const { invitationToken, invitationExpiresAt } = admins
  const isValid = and(eq(invitationToken, hashToken(token)), gt(invitationExpiresAt, ctx.now))
  return ctx.db.select().from(admins).where(isValid).get()
}

/**
 * Invalidates the link of an invitation or password reset, and empties the e-mail that contains it.
 * `invitationExpiresAt` stays, because it marks a staff member who cannot sign in yet (`isInvited`).
 */
export function dropPasswordLink(ctx: Ctx, { id, invitationMessageId }: Admin): void {
  if (invitationMessageId === null) return
  emptyMessages(ctx, [invitationMessageId], 'Der Link gilt nicht mehr.')
  changeAdmin(ctx, id, { invitationToken: null, invitationMessageId: null })
}
