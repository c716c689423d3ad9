import { and, eq, gt, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { addInvited, changeAdmin, findAdmin, isInvited, replacePassword } from '../access/admins.ts'
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
import { emailKey } from '../shared/contact/email.ts'
import { HOUR } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import type { Role } from '../shared/role.ts'
import { INVITATION_HOURS } from '../shared/staff.ts'
import { notifyDoctors } from './security-notices.ts'

const HAS_ACCOUNT = 'Diese Person hat schon einen Zugang.'

const NO_MAIL_SERVER =
  'Ohne E-Mail-Server kann das Portal keinen Link senden. Wer den Server betreut, legt Zugänge mit „ordi admin add“ an (für die Assistenz mit „--role assistant“) und neue Passwörter mit „ordi admin password“.'

/**
 * Adds a staff member who cannot sign in yet, and sends a link for choosing a password. A staff member who
 * has not used an earlier link gets a new one.
 * @throws Problem conflict for a staff member who can sign in, and in production without a mail server
 */
export function inviteMember(
  ctx: Ctx,
  { email, name, role }: Readonly<{ email: string; name: string; role: Role }>,
): Admin {
  return inTx(ctx, () => {
    const existing = findAdmin(ctx, email)
    if (existing !== undefined && !isInvited(existing))
      throw new Problem('conflict', { fields: { email: HAS_ACCOUNT } }, HAS_ACCOUNT)
    const added = addInvited(ctx, { email, name, role })
    recordAudit(ctx, 'admin-invited', emailKey(email), [{ field: 'role', after: role }])
    const invited = sendLink(ctx, added)
    notifyDoctors(ctx, { of: 'invited', member: invited })
    return invited
  })
}

/**
 * Returns the invited staff member, and counts a wrong token.
 * @throws Problem expired when the token is unknown, used, replaced or too old; too_many
 */
export function getInvited(ctx: Ctx, token: string, origin: string): Admin {
  assertTokenAllowed(ctx, origin)
  const member = findInvited(ctx, token)
  if (member !== undefined) return member
  countWrongToken(ctx, origin)
  throw new Problem('expired')
}

/** Sets name and password, and invalidates the link. @throws Problem expired when it was used meanwhile */
export function acceptInvitation(
  ctx: Ctx,
  token: string,
  { name, passwordHash }: Readonly<{ name: string; passwordHash: string }>,
): void {
  inTx(ctx, () => {
    const member = findInvited(ctx, token)
    if (member === undefined) throw new Problem('expired')
    // The staff member has no session yet, but the audit names the actor.
    const ctxOfMember: Ctx = { ...ctx, actor: { kind: 'admin', id: member.id, email: member.email } }
    changeAdmin(ctxOfMember, member.id, { name })
    recordAudit(ctxOfMember, 'invitation-accepted')
    replacePassword(ctxOfMember, member, passwordHash)
    dropLink(ctxOfMember, member)
  })
}

/**
 * Empties the stored e-mails whose links no longer work (docs/behaviour.md 12.43).
 * @returns false: one call does all the work, so the job need not call again
 */
export function dropDeadLinks(ctx: Ctx): boolean {
  const { invitationExpiresAt, invitationMessageId } = admins
  // `ordi admin password` ends an invitation too, and clears its time (`replacePassword`).
  const isDead = or(isNull(invitationExpiresAt), lte(invitationExpiresAt, ctx.now))
  const membersWithDeadLink = ctx.db
    .select()
    .from(admins)
    .where(and(isNotNull(invitationMessageId), isDead))
    .all()
  for (const member of membersWithDeadLink) inTx(ctx, () => dropLink(ctx, member))
  return false
}

/** Finds the staff member invited by this token, if the link is still valid. */
function findInvited(ctx: Ctx, token: string): Admin | undefined {
  const { invitationToken, invitationExpiresAt } = admins
  const isValid = and(eq(invitationToken, hashToken(token)), gt(invitationExpiresAt, ctx.now))
  return ctx.db.select().from(admins).where(isValid).get()
}

/**
 * Sends a staff member a link for choosing a password, which replaces an earlier link.
 * @returns the staff member with the new link
 * @throws Problem conflict in production without a mail server
 */
export function sendLink(ctx: Ctx, member: Admin): Admin {
  // Outside production the log shows the link, so that a newcomer can go on without a mail server.
  if (ctx.config.production && !hasMailServer(ctx)) throw new Problem('conflict', {}, NO_MAIL_SERVER)
  dropLink(ctx, member)
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
 * Invalidates the link of an invitation or password reset, and empties the e-mail that contains it.
 * `invitationExpiresAt` stays, because it marks a staff member who cannot sign in yet (`isInvited`).
 */
export function dropLink(ctx: Ctx, { id, invitationMessageId }: Admin): void {
  if (invitationMessageId === null) return
  emptyMessages(ctx, [invitationMessageId], 'Der Link gilt nicht mehr.')
  changeAdmin(ctx, id, { invitationToken: null, invitationMessageId: null })
}
