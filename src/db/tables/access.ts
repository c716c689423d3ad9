import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { AuditChange } from '../../shared/audit.ts'
import { ROLES } from '../../shared/role.ts'
import { messages } from './messages.ts'
import { resources } from './services.ts'

/** Tables for access to the portal: staff, their ways to sign in, and rate limits. */

/** Staff members, who can sign in. */
export const admins = sqliteTable('admins', {
  id: integer().primaryKey(),
  /** The e-mail address as `accountAddress` writes it. Earlier versions stored it by `emailKey`. */
  email: text().notNull().unique(),
  name: text().notNull().default(''),
  role: text({ enum: ROLES }).notNull().default('doctor'),
  /** The resource that this staff member is or works for, which pages show first; null for none. */
  resourceId: text('resource_id').references(() => resources.id, { onDelete: 'set null' }),
  /** An Argon2id hash with its parameters and salt; empty until the password is chosen. */
  passwordHash: text('password_hash').notNull(),
  /** The encrypted secret of the authenticator app. It has no effect while `totp_step` is null. */
  totpSecret: text('totp_secret'),
  /**
   * Time step of the last accepted code, because each code is valid only once. Null while the app is not in
   * use.
   */
  totpStep: integer('totp_step'),
  /** Hash of the token in the link to choose a password; null after the link was used or removed. */
  invitationToken: text('invitation_token'),
  /** Null when no link is pending. An expired time stays until the next link is sent. */
  invitationExpiresAt: integer('invitation_expires_at'),
  /** The e-mail with the link; null after the content of that e-mail was deleted. */
  invitationMessageId: integer('invitation_message_id').references(() => messages.id, {
    onDelete: 'set null',
  }),
  /** Number of account resets. A reset invalidates the known browsers from before. */
  resets: integer().notNull().default(0),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

export type Admin = typeof admins.$inferSelect

/** Codes for admins who have lost their second factors. A code is deleted when it is used. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: integer().primaryKey(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** Fingerprint of the code. */
    code: text().notNull(),
  },
  (t) => [index('recovery_codes_by_admin').on(t.adminId)],
)

/** WebAuthn credentials. Each works only under the host name for which it was created. */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: integer().primaryKey(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    credentialId: text('credential_id').notNull().unique(),
    /** A COSE key (RFC 9052), base64url. */
    publicKey: text('public_key').notNull(),
    /** The authenticator's own count of signatures; 0 for an authenticator that does not count. */
    counter: integer().notNull(),
    createdAt: integer('created_at').notNull(),
    /** When it was last used; null before the first time. */
    usedAt: integer('used_at'),
  },
  (t) => [index('passkeys_by_admin').on(t.adminId)],
)

export type Passkey = typeof passkeys.$inferSelect

/** Sessions that have not ended. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: integer().primaryKey(),
    /** Hash of the token in the cookie. */
    token: text().notNull().unique(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** The first 200 characters of the User-Agent. */
    device: text().notNull(),
    createdAt: integer('created_at').notNull(),
    /** When its user was last there, to within `SEEN_WRITTEN_EVERY_MS` (access/sessions.ts). */
    seenAt: integer('seen_at').notNull(),
    /** When the user last confirmed their identity after the sign-in. */
    provedAt: integer('proved_at'),
  },
  (t) => [index('sessions_by_admin').on(t.adminId)],
)

/**
 * Actions in the admin area with their time and author. No row contains a secret or a patient's data.
 * Triggers prevent changes and deletions of a row.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey(),
    at: integer().notNull(),
    actor: text().notNull(),
    actorName: text('actor_name').notNull(),
    /** An admin's e-mail address, or the kind of an actor without a name. */
    person: text().generatedAlwaysAs(sql`coalesce(nullif(actor_name, ''), actor)`),
    action: text().notNull(),
    /**
     * The object of the action, such as `general` or the start of a booking's id. In rows without `changes`
     * the changed settings follow after a colon.
     */
    subject: text().notNull().default(''),
    changes: text({ mode: 'json' }).$type<readonly AuditChange[]>().notNull().default([]),
  },
  (t) => [
    index('audit_by_time').on(t.at),
    index('audit_by_person').on(t.person),
    index('audit_by_action').on(t.action),
  ],
)

/** Secret URLs under which a calendar program reads the confirmed appointments. */
export const feeds = sqliteTable('feeds', {
  id: integer().primaryKey(),
  /** Hash of the token in the URL. */
  token: text().notNull().unique(),
  /** Null for a feed without an owner, whose URL stays valid. */
  adminId: integer('admin_id').references(() => admins.id, { onDelete: 'cascade' }),
  title: text().notNull(),
  /** True if the feed shows initials instead of the patients' names. */
  initialsOnly: integer('initials_only', { mode: 'boolean' }).notNull(),
  /** The resource whose appointments it shows; null for all. */
  resourceId: text('resource_id').references(() => resources.id, { onDelete: 'cascade' }),
  createdAt: integer('created_at').notNull(),
})

/** Used solutions of bot checks and challenges of passkeys, stored so that none is used twice. */
export const spentChallenges = sqliteTable('spent_challenges', {
  challenge: text().primaryKey(),
  expiresAt: integer('expires_at').notNull(),
})

/** Attempts that count towards rate limits, one row for each attempt and limit. */
export const attempts = sqliteTable(
  'attempts',
  {
    id: integer().primaryKey(),
    /** The limit and whom it counts, such as `request from` and the fingerprint of an origin. */
    subject: text().notNull(),
    at: integer().notNull(),
  },
  (t) => [index('attempts_by_subject').on(t.subject, t.at)],
)
