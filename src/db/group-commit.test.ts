import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { commitTogether } from './group-commit.ts'
import { type Db, openDatabase } from './open.ts'
import { attempts } from './schema.ts'

const file = join(mkdtempSync(join(tmpdir(), 'ordi-')), 'ordi.db')
const db = openDatabase(file)
/** Another connection, which sees only committed data. */
const elsewhere = openDatabase(file)

/** Writes a row in its own transaction, and runs `then` within that transaction. */
function insertAttempt(subject: string, then: () => void = () => undefined): string {
  return db.$client.transaction(() => {
    db.insert(attempts).values({ subject, at: 0 }).run()
    then()
    return subject
  })()
}

/** Returns whether a connection sees the row that `write` writes. */
function isSeen(connection: Db, subject: string): boolean {
  return connection.select().from(attempts).where(eq(attempts.subject, subject)).get() !== undefined
}

const refuse = () => {
  throw new Error('refused')
}

it('writes simultaneous calls in one transaction, and resolves them after the commit', async () => {
  const seen: boolean[] = []
  const both = [
    commitTogether({ db }, () => insertAttempt('first')),
    commitTogether({ db }, () =>
      insertAttempt('second', () => seen.push(isSeen(db, 'first'), isSeen(elsewhere, 'first'))),
    ),
  ]
  expect(isSeen(db, 'first')).toBe(false)
  expect(await Promise.all(both)).toEqual(['first', 'second'])
  expect(seen).toEqual([true, false])
  expect([isSeen(elsewhere, 'first'), isSeen(elsewhere, 'second')]).toEqual([true, true])
})

it('rolls back only the call that failed', async () => {
  const outcomes = await Promise.allSettled([
    commitTogether({ db }, () => insertAttempt('before')),
    commitTogether({ db }, () => insertAttempt('refused', refuse)),
    commitTogether({ db }, () => insertAttempt('after')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: new Error('refused') })
  expect(['before', 'refused', 'after'].map((subject) => isSeen(elsewhere, subject))).toEqual([
    true,
    false,
    true,
  ])
})

it('rejects all calls when the commit fails', async () => {
  // SQLite rejects a session without its admin only at the commit.
  const orphan = () => {
    db.$client.pragma('defer_foreign_keys = on')
    db.$client.exec(
      `insert into sessions (token, admin_id, device, created_at, seen_at) values ('t', 99, '', 0, 0)`,
    )
  }
  const outcomes = await Promise.allSettled([
    commitTogether({ db }, () => insertAttempt('unlucky')),
    commitTogether({ db }, () => insertAttempt('orphan', orphan)),
  ])
  expect(outcomes).toMatchObject([
    { reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
    { reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
  ])
  expect([isSeen(db, 'unlucky'), isSeen(db, 'orphan'), db.$client.inTransaction]).toEqual([
    false,
    false,
    false,
  ])
})

it('rejects all calls when SQLite has rolled back the whole transaction', async () => {
  // SQLite does so when the disk is full.
  const loseAll = () => {
    db.$client.exec('rollback')
    refuse()
  }
  const outcomes = await Promise.allSettled([
    commitTogether({ db }, () => insertAttempt('lost')),
    commitTogether({ db }, () => insertAttempt('losing', loseAll)),
    commitTogether({ db }, () => insertAttempt('never tried')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(['lost', 'losing', 'never tried'].some((subject) => isSeen(db, subject))).toBe(false)
  expect(await commitTogether({ db }, () => insertAttempt('next'))).toBe('next')
})

it('groups the calls of each database separately', async () => {
  const other = openDatabase(':memory:')
  const insertElsewhere = () => other.insert(attempts).values({ subject: 'there', at: 0 }).run()
  await Promise.allSettled([commitTogether({ db }, refuse), commitTogether({ db: other }, insertElsewhere)])
  expect([isSeen(other, 'there'), isSeen(db, 'there')]).toEqual([true, false])
})
