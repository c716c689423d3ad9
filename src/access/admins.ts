import { randomInt } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { type Ctx, inTx } from '../ctx.ts'
import { type Admin, admins } from '../db/schema.ts'
import { emailKey } from '../shared/contact/email.ts'
import { Problem } from '../shared/problems.ts'
import type { Role } from '../shared/role.ts'
import { recordAudit } from './audit.ts'
import { passFeeds } from './feeds.ts'
import { resetFailures } from './login-limits.ts'
import { dropSessions } from './sessions.ts'

export type NewAdmin = Readonly<{ email: string; name: string; role?: Role; passwordHash: string }>

/** All admins, ordered by e-mail address. */
export function listAdmins(ctx: Ctx): Admin[] {
  return ctx.db.select().from(admins).orderBy(asc(admins.email)).all()
}

export function findAdmin(ctx: Ctx, email: string): Admin | undefined {
  return ctx.db
    .select()
    .from(admins)
    .where(eq(admins.email, emailKey(email)))
    .get()
}

/** @throws Problem unauthorized when the admin of a session was removed while a password was being verified */
export function getAdmin(ctx: Ctx, id: number): Admin {
  const admin = ctx.db.select().from(admins).where(eq(admins.id, id)).get()
  if (admin === undefined) throw new Problem('unauthorized')
  return admin
}

/** @returns undefined when the address has an admin already */
export function addAdmin(ctx: Ctx, { email, ...admin }: NewAdmin): Admin | undefined {
  return inTx(ctx, () => {
    const added = ctx.db
      .insert(admins)
      .values({ id: newAdminId(), email: emailKey(email), ...admin, createdAt: ctx.now, updatedAt: ctx.now })
      .onConflictDoNothing()
      .returning()
      .get()
    if (added !== undefined) recordAudit(ctx, 'admin-added', added.email)
    return added
  })
}

type Invited = Readonly<Required<Omit<NewAdmin, 'passwordHash'>>>

/** Adds an admin without a password; a known one gets the name and the role. */
export function addInvited(ctx: Ctx, { email, name, role }: Invited): Admin {
  const known = { name, role, updatedAt: ctx.now }
  return ctx.db
    .insert(admins)
    .values({ id: newAdminId(), ...known, email: emailKey(email), passwordHash: '', createdAt: ctx.now })
    .onConflictDoUpdate({ target: admins.email, set: known })
    .returning()
    .get()
}

export function changeAdmin(ctx: Ctx, id: number, changes: Partial<Admin>): Admin {
  const changed = { ...changes, updatedAt: ctx.now }
  return ctx.db.update(admins).set(changed).where(eq(admins.id, id)).returning().get() as Admin
}

/** At random: SQLite would give the id of a removed admin to the next one, whom a page that is still open would change. */
function newAdminId(): number {
  return randomInt(2 ** 40)
}

/** The admin of a start without ADMIN_EMAIL, whose address receives nothing. */
export const DEFAULT_EMAIL = 'admin@localhost'

/**
 * Adds the first admin, and removes the one of DEFAULT_EMAIL.
 * @returns undefined when this one is not wanted
 */
export function addFirstAdmin(ctx: Ctx, admin: NewAdmin): Admin | undefined {
  return inTx(ctx, () => {
    if (!wantsFirstAdmin(ctx, admin.email)) return undefined
    const before = findAdmin(ctx, DEFAULT_EMAIL)
    const added = addAdmin(ctx, admin)
    if (before !== undefined) {
      passFeeds(ctx, before.id, added?.id ?? null)
      removeAdmin(ctx, before)
    }
    return added
  })
}

/** With the admin's sessions and feeds. */
export function removeAdmin(ctx: Ctx, { id, email }: Admin): void {
  inTx(ctx, () => {
    ctx.db.delete(admins).where(eq(admins.id, id)).run()
    recordAudit(ctx, 'admin-removed', email)
  })
}

/** Has been sent a link to choose a password, and has not used it. */
export function isInvited({ invitationExpiresAt }: Admin): boolean {
  return invitationExpiresAt !== null
}

/** Whether there is no admin, or only that of DEFAULT_EMAIL and this is another one. */
export function wantsFirstAdmin(ctx: Ctx, email: string): boolean {
  const known = listAdmins(ctx)
  return known.every((admin) => admin.email === DEFAULT_EMAIL && emailKey(email) !== DEFAULT_EMAIL)
}

/** Stores a new password, ends an invitation and the admin's sessions except `keptSession`, and resets the account's login limits. */
export function replacePassword(ctx: Ctx, admin: Admin, passwordHash: string, keptSession?: number): void {
  inTx(ctx, () => {
    const changes = { passwordHash, invitationToken: null, invitationExpiresAt: null, updatedAt: ctx.now }
    ctx.db.update(admins).set(changes).where(eq(admins.id, admin.id)).run()
    dropSessions(ctx, admin.id, keptSession)
    resetFailures(ctx, admin.email)
    recordAudit(ctx, 'password-changed', admin.email)
  })
}
