import { and, asc, eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Passkey, passkeys } from '../db/schema.ts'
import { type AnsweredChallenge, trySpendChallenge } from './spent-challenges.ts'

/**
 * A verified response of a passkey, which can be spent once. Spending it replaces `counter` by `newCounter`.
 */
export type PasskeyCheck = Pick<Passkey, 'id' | 'adminId' | 'counter'> &
  Readonly<{ newCounter: number; challenge: AnsweredChallenge }>

/** A verified new credential, which can be added once. */
export type NewPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'> &
  Readonly<{ challenge: AnsweredChallenge }>

/** Returns the passkeys of an admin, oldest first. */
export function listPasskeys(ctx: Ctx, adminId: number): Passkey[] {
  return ctx.db.select().from(passkeys).where(eq(passkeys.adminId, adminId)).orderBy(asc(passkeys.id)).all()
}

/**
 * Finds a passkey; undefined when it is unknown or was removed.
 * @param credentialId the id of the passkey as the browser sends it
 */
export function findPasskey(ctx: Ctx, credentialId: string): Passkey | undefined {
  return ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId)).get()
}

/** Adds a passkey. @returns false when the challenge was used before, or the credential is already stored */
export function tryStorePasskey(
  ctx: Ctx,
  adminId: number,
  { challenge, ...credential }: NewPasskey,
  name: string,
): boolean {
  if (!trySpendChallenge(ctx, challenge)) return false
  const row = { adminId, name, ...credential, createdAt: ctx.now }
  return ctx.db.insert(passkeys).values(row).onConflictDoNothing().run().changes > 0
}

/**
 * Uses up the verified response of a passkey.
 * @returns false when its challenge was used before, or another response has increased the counter
 */
export function trySpendPasskey(ctx: Ctx, { id, counter, newCounter, challenge }: PasskeyCheck): boolean {
  if (!trySpendChallenge(ctx, challenge)) return false
  const spent = ctx.db
    .update(passkeys)
    .set({ counter: newCounter, usedAt: ctx.now })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
    .run()
  return spent.changes > 0
}

/** Deletes a passkey of the admin. @returns its name; undefined if the admin has no such passkey */
export function deletePasskey(ctx: Ctx, adminId: number, id: number): string | undefined {
  const [deleted] = ctx.db
    .delete(passkeys)
    .where(and(eq(passkeys.adminId, adminId), eq(passkeys.id, id)))
    .returning({ name: passkeys.name })
    .all()
  return deleted?.name
}

/** Deletes all passkeys of the admin. */
export function deletePasskeys(ctx: Ctx, adminId: number): void {
  ctx.db.delete(passkeys).where(eq(passkeys.adminId, adminId)).run()
}
