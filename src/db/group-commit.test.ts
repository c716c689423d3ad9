import { join } from 'node:path'
import { inArray } from 'drizzle-orm'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openEmptyDatabase } from '../testing/databases.ts'
import { tempDir } from '../testing/temp-dir.ts'
import { commitTogether } from './group-commit.ts'
import { type Db, openDatabase } from './open.ts'
import { attempts } from './schema.ts'

let db: Db
/** Another connection to the same file, which sees only committed data. */
let elsewhere: Db
beforeEach(() => {
  const file = join(tempDir(), 'ordi.db')
  db = closedAtEnd(openEmptyDatabase(file))
  elsewhere = closedAtEnd(openDatabase(file))
})

/** Closes the connection after the test. */
function closedAtEnd(connection: Db): Db {
  onTestFinished(() => void connection.$client.close())
  return connection
}

/** Inserts a row in its own transaction, and runs `afterInsert` within that transaction. */
function insertAttempt(subject: string, afterInsert: () => void = () => undefined): string {
  return db.$client.transaction(() => {
    db.insert(attempts).values({ subject, at: 0 }).run()
    afterInsert()
    return subject
  })()
}

/** Returns those of the subjects whose rows a connection sees. */
function subjectsSeenBy(connection: Db, ...subjects: string[]): string[] {
  const rows = connection
    .select()
    .from(attempts)
    .where(inArray(attempts.subject, subjects))
    .orderBy(attempts.id)
    .all()
  return rows.map(({ subject }) => subject)
}

const refuse = () => {
  throw new Error('refused')
}

it('writes simultaneous calls in one transaction, and resolves them after the commit', async () => {
  const seenBySecond: Record<string, string[]> = {}
  const first = commitTogether({ db }, () => insertAttempt('first'))
  const second = commitTogether({ db }, () =>
    insertAttempt('second', () => {
      seenBySecond.here = subjectsSeenBy(db, 'first')
      seenBySecond.elsewhere = subjectsSeenBy(elsewhere, 'first')
    }),
  )
  expect(subjectsSeenBy(db, 'first')).toEqual([])
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(seenBySecond).toEqual({ here: ['first'], elsewhere: [] })
  expect(subjectsSeenBy(elsewhere, 'first', 'second')).toEqual(['first', 'second'])
})

it('rolls back only the call that failed', async () => {
  const outcomes = await Promise.allSettled([
    commitTogether({ db }, () => insertAttempt('before')),
    commitTogether({ db }, () => insertAttempt('refused', refuse)),
    commitTogether({ db }, () => insertAttempt('after')),
  ])
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 'before' },
    { status: 'rejected', reason: new Error('refused') },
    { status: 'fulfilled', value: 'after' },
  ])
  expect(subjectsSeenBy(elsewhere, 'before', 'refused', 'after')).toEqual(['before', 'after'])
})

it('rejects all calls when the commit fails', async () => {
  // SQLite rejects a session without its admin only at the commit.
  const insertOrphan = () => {
    db.$client.pragma('defer_foreign_keys = on')
    db.$client.exec(
      `insert into sessions (token, admin_id, device, created_at, seen_at) values ('t', 99, '', 0, 0)`,
    )
  }
  const outcomes = await Promise.allSettled([
    commitTogether({ db }, () => insertAttempt('unlucky')),
    commitTogether({ db }, () => insertAttempt('orphan', insertOrphan)),
  ])
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
    { status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
  ])
  expect(subjectsSeenBy(db, 'unlucky', 'orphan')).toEqual([])
  expect(db.$client.inTransaction).toBe(false)
})

it('rejects all calls when SQLite has rolled back the whole transaction, and then goes on', async () => {
  // SQLite does so when the disk is full.
  const loseTransaction = () => {
    db.$client.exec('rollback')
    refuse()
  }
  const outcomes = await Promise.allSettled([
    commitTogether({ db }, () => insertAttempt('lost')),
    commitTogether({ db }, () => insertAttempt('losing', loseTransaction)),
    commitTogether({ db }, () => insertAttempt('never tried')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(subjectsSeenBy(db, 'lost', 'losing', 'never tried')).toEqual([])
  expect(await commitTogether({ db }, () => insertAttempt('next'))).toBe('next')
})

it('groups the calls of each database separately', async () => {
  const otherDb = closedAtEnd(openEmptyDatabase())
  const insertThere = () => otherDb.insert(attempts).values({ subject: 'there', at: 0 }).run()
  await Promise.allSettled([commitTogether({ db }, refuse), commitTogether({ db: otherDb }, insertThere)])
  expect(subjectsSeenBy(otherDb, 'there')).toEqual(['there'])
  expect(subjectsSeenBy(db, 'there')).toEqual([])
})
