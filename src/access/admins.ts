import { randomInt } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Admin, admins } from '../db/schema.ts'
import { emailKey } from '../shared/contact/email.ts'
import { Problem } from '../shared/problems.ts'
import type { Role } from '../shared/role.ts'
import { accountAddress } from './account-address.ts'
import { recordAudit } from './audit.ts'
import { endSessionsOfAdmin } from './ended-sessions.ts'
import { passFeeds } from './feeds.ts'
import { resetFailures } from './login-limits.ts'

/** The e-mail address of the admin that a start without ADMIN_EMAIL adds. It receives no e-mail. */
export const DEFAULT_EMAIL = 'admin@localhost'

/** The columns of a new admin. */
export type NewAdmin = Readonly<{ email: string; name: string; role?: Role; passwordHash: string }>

/** An admin who has no password yet. */
type InvitedAdmin = Readonly<Required<Omit<NewAdmin, 'passwordHash'>>>

/** Returns all admins, ordered by e-mail address. */
export function listAdmins(ctx: Ctx): Admin[] {
  return ctx.db.select().from(admins).orderBy(asc(admins.email)).all()
}

/** Returns the doctors who can sign in and read e-mail, ordered by e-mail address. */
export function listDoctors(ctx: Ctx): Admin[] {
  return listAdmins(ctx).filter(
    (admin) => admin.role === 'doctor' && !isInvited(admin) && admin.email !== DEFAULT_EMAIL,
  )
}

/** Returns the admin with this e-mail address, in any spelling; undefined when there is none. */
export function findAdmin(ctx: Ctx, email: string): Admin | undefined {
  const accounts = listAdmins(ctx)
  // Earlier versions stored an e-mail address as it was typed, so two spellings of it can be two accounts.
  return (
    accounts.find((admin) => admin.email === emailKey(email)) ??
    accounts.find((admin) => accountAddress(admin.email) === accountAddress(email))
  )
}

/**
 * Returns the admin with this id.
 * @throws Problem unauthorized when the admin was removed, for example while the password was being verified
 */
export function getAdmin(ctx: Ctx, id: number): Admin {
  const admin = ctx.db.select().from(admins).where(eq(admins.id, id)).get()
  if (admin === undefined) throw new Problem('unauthorized')
  return admin
}

/** Adds an admin, unless the e-mail address belongs to one already. @returns undefined in that case */
export function addAdminIfNew(ctx: Ctx, { email, ...admin }: NewAdmin): Admin | undefined {
  return inTx(ctx, () => {
    const added = ctx.db
      .insert(admins)
      .values({
        id: newAdminId(),
        email: accountAddress(email),
        ...admin,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning()
      .get()
    if (added !== undefined) recordAudit(ctx, 'admin-added', added.email)
    return added
  })
}

/** Adds an admin without a password, or gives an existing one the name and the role. */
export function addInvited(ctx: Ctx, { email, name, role }: InvitedAdmin): Admin {
  const columns = { name, role, updatedAt: ctx.now }
  return ctx.db
    .insert(admins)
    .values({
      id: newAdminId(),
      ...columns,
      email: accountAddress(email),
      passwordHash: '',
      createdAt: ctx.now,
    })
    .onConflictDoUpdate({ target: admins.email, set: columns })
    .returning()
    .get()
}

/** Writes the given columns. @throws Problem unauthorized when the admin was removed, as `getAdmin` does */
export function changeAdmin(ctx: Ctx, id: number, changes: Partial<Omit<Admin, 'id'>>): Admin {
  const changed = { ...changes, updatedAt: ctx.now }
  const admin = ctx.db.update(admins).set(changed).where(eq(admins.id, id)).returning().get()
  if (admin === undefined) throw new Problem('unauthorized')
  return admin
}

/**
 * Returns whether there is no admin, or only the one with DEFAULT_EMAIL and `email` is another e-mail
 * address.
 */
export function wantsFirstAdmin(ctx: Ctx, email: string): boolean {
  return listAdmins(ctx).every((admin) => admin.email === DEFAULT_EMAIL && emailKey(email) !== DEFAULT_EMAIL)
}

/**
 * Adds the first admin, who replaces the one with DEFAULT_EMAIL and takes over its calendar feeds.
 * @returns undefined when `wantsFirstAdmin` is false, and nobody is added
 */
export function addFirstAdminIfWanted(ctx: Ctx, admin: NewAdmin): Admin | undefined {
  return inTx(ctx, () => {
    if (!wantsFirstAdmin(ctx, admin.email)) return undefined
    const defaultAdmin = findAdmin(ctx, DEFAULT_EMAIL)
    const added = addAdminIfNew(ctx, admin)
    if (defaultAdmin !== undefined) {
      passFeeds(ctx, defaultAdmin.id, added?.id ?? null)
      removeAdmin(ctx, defaultAdmin)
    }
    return added
  })
}

/** Removes an admin; the foreign keys of the database delete the admin's sessions and feeds too. */
export function removeAdmin(ctx: Ctx, { id, email }: Admin): void {
  inTx(ctx, () => {
    ctx.db.delete(admins).where(eq(admins.id, id)).run()
    recordAudit(ctx, 'admin-removed', email)
  })
}

/** Returns whether the admin was sent a link to choose a password, and has not used it. */
export function isInvited({ invitationExpiresAt }: Admin): boolean {
  return invitationExpiresAt !== null
}

/**
 * Stores the hash of a new password, and ends the invitation if there is one. Ends the admin's sessions
 * except `keptSessionId`, and resets the login limits of the account.
 * @param passwordHash '' for an account that gets no password, so that no password is right
 */
export function replacePassword(ctx: Ctx, admin: Admin, passwordHash: string, keptSessionId?: number): void {
  inTx(ctx, () => {
    const changes = { passwordHash, invitationToken: null, invitationExpiresAt: null, updatedAt: ctx.now }
    ctx.db.update(admins).set(changes).where(eq(admins.id, admin.id)).run()
    endSessionsOfAdmin(ctx, admin.id, keptSessionId)
    resetFailures(ctx, admin.email)
    recordAudit(ctx, 'password-changed', admin.email)
  })
}

/**
 * Returns a random id. SQLite would reuse the id of a removed admin, and a page that is still open would then
 * change the new admin.
 */
function newAdminId(): number {
  return randomInt(2 ** 40)
}
