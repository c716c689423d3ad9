import { and, eq, isNull, ne } from 'drizzle-orm'
import { accountAddress } from '../access/account-address.ts'
import {
  addInvited,
  changeAdmin,
  findAdmin,
  isInvited,
  removeAdmin,
  replacePassword,
} from '../access/admins.ts'
import { changesBetween, recordAudit } from '../access/audit.ts'
import { endSessionsOfAdmin } from '../access/ended-sessions.ts'
import { disableAllFactors } from '../access/factor-changes.ts'
import { endFeeds } from '../access/feeds.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { type Admin, admins } from '../db/schema.ts'
import { assertResource } from '../schedule/resources.ts'
import { emailKey } from '../shared/contact/email.ts'
import { Problem } from '../shared/problems.ts'
import { type Role, seesPatients } from '../shared/role.ts'
import { dropPasswordLink, sendPasswordLink } from './password-links.ts'
import { notifyDoctors } from './security-notices.ts'

const HAS_ACCOUNT = 'Diese Person hat schon einen Zugang.'
const LAST_DOCTOR = 'Mindestens eine Ärztin oder ein Arzt muss sich anmelden können.'
const NOT_ONESELF = {
  remove: 'Den eigenen Zugang können Sie nicht entfernen.',
  reset: 'Ihr eigenes Passwort ändern Sie unter „Mein Zugang“.',
}
const EMAIL_STAYS = 'Die E-Mail-Adresse eines Zugangs bleibt. Für eine andere bitte neu einladen.'
const MEMBER_GONE = 'Diesen Zugang gibt es nicht mehr.'

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
    const invited = sendPasswordLink(ctx, added)
    notifyDoctors(ctx, { of: 'invited', member: invited })
    return invited
  })
}

/**
 * Changes name, role and resource of a staff member. Another role ends the sessions. A role that sees no
 * patients also ends the calendar feeds.
 * @param changes `email` is refused unless it is the present address
 * @throws Problem not found; invalid when the resource does not exist or the address is another one; conflict
 * when no doctor would be left who can sign in
 */
export function changeMember(
  ctx: Ctx,
  id: number,
  changes: Readonly<{ email?: string; name?: string; role?: Role; resource_id?: string | null }>,
): Admin {
  return inTx(ctx, () => {
    const memberBefore = getMember(ctx, id)
    if (changes.email !== undefined && accountAddress(changes.email) !== accountAddress(memberBefore.email))
      throw new Problem('invalid', { fields: { email: EMAIL_STAYS } })
    const name = changes.name ?? memberBefore.name
    const role = changes.role ?? memberBefore.role
    // Null is a value: it removes the resource.
    const resourceId = changes.resource_id === undefined ? memberBefore.resourceId : changes.resource_id
    assertResource(ctx, resourceId)
    if (role !== 'doctor') assertOtherDoctor(ctx, memberBefore)
    if (name !== memberBefore.name || role !== memberBefore.role)
      notifyDoctors(ctx, { of: 'changed', member: { ...memberBefore, name, role } })
    const after = changeAdmin(ctx, id, { name, role, resourceId })
    // Open pages show what the old role may do, so the staff member has to sign in again.
    if (role !== memberBefore.role) endSessionsOfAdmin(ctx, id)
    if (!seesPatients(role)) endFeeds(ctx, id)
    const changed = changesBetween(auditedFields(memberBefore), auditedFields(after))
    if (changed.length > 0) recordAudit(ctx, 'admin-changed', memberBefore.email, changed)
    return after
  })
}

/** Returns the fields whose changes the audit records, by their names on the wire. */
function auditedFields({ name, role, resourceId }: Admin) {
  return { name, role, resource_id: resourceId }
}

/**
 * Removes a staff member at once, with sessions, feeds and invitation.
 * @throws Problem not found; conflict for the own account, and when no other doctor can sign in
 */
export function removeMember(ctx: Ctx, id: number): void {
  inTx(ctx, () => {
    const member = getMember(ctx, id)
    assertNotOneself(ctx, member, NOT_ONESELF.remove)
    assertOtherDoctor(ctx, member)
    notifyDoctors(ctx, { of: 'removed', member })
    dropPasswordLink(ctx, member)
    removeAdmin(ctx, member)
  })
}

/**
 * Ends password, second factor, sessions, known browsers and feeds at once, and sends a link to choose a new
 * password.
 * @throws Problem not found; conflict for the own account, when no other doctor can sign in, and without a
 * mail server
 */
export function resetMember(ctx: Ctx, id: number): Admin {
  return inTx(ctx, () => {
    const member = getMember(ctx, id)
    assertNotOneself(ctx, member, NOT_ONESELF.reset)
    assertOtherDoctor(ctx, member)
    notifyDoctors(ctx, { of: 'reset', member })
    disableAllFactors(ctx, member)
    endFeeds(ctx, id)
    // No password matches the empty hash, so nobody can sign in before a new one is chosen.
    replacePassword(ctx, member, '')
    const reset = changeAdmin(ctx, id, { resets: member.resets + 1 })
    recordAudit(ctx, 'admin-reset', member.email)
    return sendPasswordLink(ctx, reset)
  })
}

/**
 * Ends all sessions of a staff member.
 * @throws Problem not found
 */
export function signOutMember(ctx: Ctx, id: number): void {
  inTx(ctx, () => {
    const { email } = getMember(ctx, id)
    if (endSessionsOfAdmin(ctx, id) > 0) recordAudit(ctx, 'admin-signed-out', email)
  })
}

/** Returns a staff member, who need not be able to sign in. @throws Problem not found */
function getMember(ctx: Ctx, id: number): Admin {
  const member = ctx.db.select().from(admins).where(eq(admins.id, id)).get()
  if (member === undefined) throw new Problem('not found', {}, MEMBER_GONE)
  return member
}

/** Refuses a staff member who is the actor. @throws Problem conflict with this sentence */
function assertNotOneself({ actor }: Ctx, { id }: Admin, sentence: string): void {
  if (actor.kind === 'admin' && actor.id === id) throw new Problem('conflict', {}, sentence)
}

/**
 * Asserts that a doctor other than this staff member can sign in. A doctor who is invited or must choose a
 * new password does not count.
 * @throws Problem conflict
 */
function assertOtherDoctor(ctx: Ctx, { id }: Admin): void {
  const isOtherDoctor = and(eq(admins.role, 'doctor'), isNull(admins.invitationExpiresAt), ne(admins.id, id))
  if (ctx.db.select().from(admins).where(isOtherDoctor).get() === undefined)
    throw new Problem('conflict', {}, LAST_DOCTOR)
}
