import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Tables of visitors without a booking: the times that they hold, and the e-mail addresses that they have
 * verified.
 */

/**
 * Times that patients hold while they complete a booking. The table has no index on its times, because few
 * holds are live and each hold would have to write the index.
 */
export const holds = sqliteTable('holds', {
  id: text().primaryKey(),
  serviceId: text('service_id').notNull(),
  startsAt: integer('starts_at').notNull(),
  endsAt: integer('ends_at').notNull(),
  /** The e-mail address as `mailboxKey` writes it. A mailbox has at most one live hold. */
  email: text().notNull(),
  /**
   * Fingerprint of the network address; 'unknown' where no address is known, and empty for an offered time.
   */
  origin: text().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Requested verifications of an e-mail address, each for one browser. */
export const emailVerifications = sqliteTable(
  'email_verifications',
  {
    id: integer().primaryKey(),
    /** The e-mail address as `emailKey` writes it. */
    email: text().notNull(),
    /**
     * Hash of the secret of the browser that requested the verification or opened the list of appointments.
     */
    browser: text().notNull(),
    purpose: text({ enum: ['booking', 'my-bookings'] })
      .notNull()
      .default('booking'),
    /** Fingerprint of the network address. */
    origin: text().notNull().default(''),
    /** Hash of the token in the link. */
    token: text().notNull(),
    /** Fingerprint of the six digits. */
    code: text().notNull(),
    wrongCodes: integer('wrong_codes').notNull().default(0),
    expiresAt: integer('expires_at').notNull(),
    verifiedAt: integer('verified_at'),
    /** When the browser was verified or, if later, when it last read the list of appointments. */
    seenAt: integer('seen_at'),
  },
  (t) => [
    uniqueIndex('email_verifications_by_token').on(t.token),
    index('email_verifications_by_browser').on(t.browser),
    index('email_verifications_by_email').on(t.email, t.browser),
    index('email_verifications_by_origin').on(t.origin, t.expiresAt),
  ],
)

export type EmailVerification = typeof emailVerifications.$inferSelect

/** Pairs of a browser and a mailbox that it has verified, each as one fingerprint. */
export const knownBrowsers = sqliteTable('known_browsers', {
  fingerprint: text().primaryKey(),
  verifiedAt: integer('verified_at').notNull(),
})
