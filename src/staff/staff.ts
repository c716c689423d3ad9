import { and, eq, gt, isNotNull, isNull, lte, ne, or } from 'drizzle-orm'
import {
  addInvited,
  changeAdmin,
  findAdmin,
  isInvited,
  removeAdmin,
  replacePassword,
} from '../access/admins.ts'
import { changesBetween, recordAudit } from '../access/audit.ts'
import { hashToken } from '../access/crypto.ts'
import { endFeeds } from '../access/feeds.ts'
import { assertTokenAllowed, countWrongToken } from '../access/login-limits.ts'
import { randomToken } from '../access/random.ts'
import { disableAllFactors } from '../access/second-factor.ts'
import { endSessionsOf } from '../access/sessions.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Admin, admins } from '../db/schema.ts'
import { notifyNamed } from '../messaging/notify.ts'
import { emptyMessages } from '../messaging/outbox/emptied-messages.ts'
import { staffUrl } from '../practice/addresses.ts'
import { hasMailServer } from '../practice/mail-server.ts'
import { assertResource } from '../schedule/resources.ts'
import { emailKey } from '../shared/contact/email.ts'
import { HOUR } from '../shared/day.ts'
import { Problem } from '../shared/problems.ts'
import { type Role, seesPatients } from '../shared/role.ts'
import { INVITATION_HOURS } from '../shared/staff.ts'
import { notifyDoctors } from './security-notices.ts'

const HAS_ACCOUNT = 'Diese Person hat schon einen Zugang.'
const NO_MAIL_SERVER =
  'Ohne E-Mail-Server kann das Portal keinen Link senden. Wer den Server betreut, legt Zugänge mit „ordi admin add“ an (für die Assistenz mit „--role assistant“) und neue Passwörter mit „ordi admin password“.'
const LAST_DOCTOR = 'Mindestens eine Ärztin oder ein Arzt muss sich anmelden können.'
const NOT_ONESELF = {
  remove: 'Den eigenen Zugang können Sie nicht entfernen.',
  reset: 'Ihr eigenes Passwort ändern Sie unter „Mein Zugang“.',
}
const NOT_FOUND = 'Diesen Zugang gibt es nicht mehr.'

/**
 * Adds a staff member who cannot sign in yet, and sends a link to choose a password. A staff member who has
 * not used the last link gets a new one.
 * @throws Problem conflict for a staff member who can sign in, and without a mail server
 */
export function inviteMember(
  ctx: Ctx,
  { email, name, role }: Readonly<{ email: string; name: string; role: Role }>,
): Admin {
  return inTx(ctx, () => {
    const known = findAdmin(ctx, email)
    if (known !== undefined && !isInvited(known))
      throw new Problem('conflict', { fields: { email: HAS_ACCOUNT } }, HAS_ACCOUNT)
    const { id } = addInvited(ctx, { email, name, role })
    recordAudit(ctx, 'admin-invited', emailKey(email), [{ field: 'role', after: role }])
    const invited = sendLink(ctx, id)
    notifyDoctors(ctx, { of: 'invited', member: invited })
    return invited
  })
}

/**
 * Changes name, role and resource. Another role ends the sessions, and one that sees no patients the calendar
 * feeds.
 * @throws Problem not found; invalid when the resource does not exist; conflict when no doctor would be left
 * who can sign in
 */
export function changeMember(
  ctx: Ctx,
  id: number,
  changes: Readonly<{ name?: string; role?: Role; resource_id?: string | null }>,
): Admin {
  return inTx(ctx, () => {
    const before = getMember(ctx, id)
    const { name = before.name, role = before.role, resource_id: resourceId = before.resourceId } = changes
    assertResource(ctx, resourceId)
    const isDoctor = role === 'doctor'
    if (!isDoctor) assertDoctorWithout(ctx, before)
    if (name !== before.name || role !== before.role)
      notifyDoctors(ctx, { of: 'changed', member: { ...before, name, role } })
    const after = changeAdmin(ctx, id, { name, role, resourceId })
    // Open pages show what the old role may do, so the staff member has to sign in again.
    if (role !== before.role) endSessionsOf(ctx, id)
    if (!seesPatients(role)) endFeeds(ctx, id)
    const shown = ({ name, role, resourceId }: Admin) => ({ name, role, resource_id: resourceId })
    const changed = changesBetween(shown(before), shown(after))
    if (changed.length > 0) recordAudit(ctx, 'admin-changed', before.email, changed)
    return after
  })
}

/**
 * Ends the account at once, with its sessions, feeds and invitation.
 * @throws Problem not found; conflict for the own account, and when no doctor would be left who can sign in
 */
export function removeMember(ctx: Ctx, id: number): void {
  inTx(ctx, () => {
    const member = getMember(ctx, id)
    assertAnother(ctx, member, NOT_ONESELF.remove)
    assertDoctorWithout(ctx, member)
    notifyDoctors(ctx, { of: 'removed', member })
    dropLink(ctx, member)
    removeAdmin(ctx, member)
  })
}

/**
 * Ends password, second factor, sessions, known browsers and feeds at once, and sends a link to choose a new
 * password.
 * @throws Problem not found; conflict for the own account, when no doctor would be left who can sign in, and
 * without a mail server
 */
export function resetMember(ctx: Ctx, id: number): Admin {
  return inTx(ctx, () => {
    const member = getMember(ctx, id)
    assertAnother(ctx, member, NOT_ONESELF.reset)
    assertDoctorWithout(ctx, member)
    notifyDoctors(ctx, { of: 'reset', member })
    disableAllFactors(ctx, member)
    endFeeds(ctx, id)
    replacePassword(ctx, member, '')
    changeAdmin(ctx, id, { resets: member.resets + 1 })
    recordAudit(ctx, 'admin-reset', member.email)
    return sendLink(ctx, id)
  })
}

/**
 * Ends all sessions of a staff member.
 * @throws Problem not found
 */
export function signOutMember(ctx: Ctx, id: number): void {
  inTx(ctx, () => {
    const { email } = getMember(ctx, id)
    if (endSessionsOf(ctx, id) > 0) recordAudit(ctx, 'admin-signed-out', email)
  })
}

/**
 * Returns the staff member whom the link invites, and counts a wrong token.
 * @throws Problem expired when the token is unknown, used, replaced or too old; too_many
 */
export function getInvited(ctx: Ctx, token: string, origin: string): Admin {
  assertTokenAllowed(ctx, origin)
  const member = findInvited(ctx, token)
  if (member !== undefined) return member
  countWrongToken(ctx, origin)
  throw new Problem('expired')
}

/** Sets name and password, and uses the link up. @throws Problem expired when it was used meanwhile */
export function acceptInvitation(
  ctx: Ctx,
  token: string,
  { name, passwordHash }: Readonly<{ name: string; passwordHash: string }>,
): void {
  inTx(ctx, () => {
    const member = findInvited(ctx, token)
    if (member === undefined) throw new Problem('expired')
    const own: Ctx = { ...ctx, actor: { kind: 'admin', id: member.id, email: member.email } }
    changeAdmin(own, member.id, { name })
    recordAudit(own, 'invitation-accepted')
    replacePassword(own, member, passwordHash)
    dropLink(own, member)
  })
}

/**
 * Empties the stored e-mails whose links no longer work (docs/behaviour.md 12.43).
 * @returns false, because one call does all
 */
export function dropDeadLinks(ctx: Ctx): boolean {
  const { invitationExpiresAt, invitationMessageId } = admins
  const isDead = or(isNull(invitationExpiresAt), lte(invitationExpiresAt, ctx.now))
  const dead = ctx.db
    .select()
    .from(admins)
    .where(and(isNotNull(invitationMessageId), isDead))
    .all()
  for (const member of dead) inTx(ctx, () => dropLink(ctx, member))
  return false
}

function findInvited(ctx: Ctx, token: string): Admin | undefined {
  const { invitationToken, invitationExpiresAt } = admins
  const open = and(eq(invitationToken, hashToken(token)), gt(invitationExpiresAt, ctx.now))
  return ctx.db.select().from(admins).where(open).get()
}

/** Sends a link in place of an earlier one. */
function sendLink(ctx: Ctx, id: number): Admin {
  if (!hasMailServer(ctx)) throw new Problem('conflict', {}, NO_MAIL_SERVER)
  const member = getMember(ctx, id)
  dropLink(ctx, member)
  const token = randomToken()
  const { email, name, role } = member
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

function dropLink(ctx: Ctx, { id, invitationMessageId }: Admin): void {
  if (invitationMessageId === null) return
  emptyMessages(ctx, [invitationMessageId], 'Der Link gilt nicht mehr.')
  changeAdmin(ctx, id, { invitationToken: null, invitationMessageId: null })
}

function getMember(ctx: Ctx, id: number): Admin {
  const member = ctx.db.select().from(admins).where(eq(admins.id, id)).get()
  if (member === undefined) throw new Problem('not found', {}, NOT_FOUND)
  return member
}

function assertAnother({ actor }: Ctx, { id }: Admin, sentence: string): void {
  if (actor.kind === 'admin' && actor.id === id) throw new Problem('conflict', {}, sentence)
}

/**
 * Throws unless another doctor can sign in. A doctor who is invited or must choose a new password does not
 * count.
 * @throws Problem conflict
 */
function assertDoctorWithout(ctx: Ctx, { id }: Admin): void {
  const others = and(eq(admins.role, 'doctor'), isNull(admins.invitationExpiresAt), ne(admins.id, id))
  if (ctx.db.select().from(admins).where(others).get() === undefined)
    throw new Problem('conflict', {}, LAST_DOCTOR)
}
