import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import * as schema from './db/schema.ts'

/** Only one module writes each table; all others call its functions (docs/architecture.md, Owners). */

type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends SQLiteTable ? Name : never
}[keyof typeof schema]

/** The folder of src/ that writes each table. */
const OWNER = {
  settings: 'db',
  bookingSearch: 'db',
  admins: 'access',
  attempts: 'access',
  audit: 'access',
  feeds: 'access',
  passkeys: 'access',
  recoveryCodes: 'access',
  sessions: 'access',
  spentChallenges: 'access',
  absences: 'schedule',
  busyConflicts: 'schedule',
  freedTimes: 'schedule',
  occupations: 'schedule',
  openHolidays: 'schedule',
  resources: 'schedule',
  formerResources: 'schedule',
  services: 'schedule',
  workingHours: 'schedule',
  balances: 'messaging',
  messageDictionaries: 'messaging',
  messages: 'messaging',
  texts: 'messaging',
  erpEvents: 'erp',
  erpState: 'erp',
  calendars: 'calendars',
  bookings: 'booking',
  emailVerifications: 'booking',
  events: 'booking',
  holds: 'booking',
  knownBrowsers: 'booking',
  offers: 'booking',
  waitingEntries: 'booking',
  countedDays: 'backoffice',
  dangers: 'operation',
} as const satisfies Record<TableName, string>

type Exception = Readonly<{ why: string; tables: readonly (TableName | '?')[] }>

/**
 * Files that may write tables of other owners, with the reason; `?` is a table that the code does not name.
 */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  'db/delete-some.ts': {
    why: '`deleteSome` deletes what its caller names; the callers are looked at.',
    tables: ['?'],
  },
  'db/insert-row.ts': {
    why: '`insertRow` inserts what its caller names; the callers are looked at.',
    tables: ['?'],
  },
  'db/health.ts': {
    why: 'Tries whether the database can be written, and takes that back.',
    tables: ['attempts', 'occupations'],
  },
  'access/secret-rotation.ts': {
    why: 'Encrypts each encrypted column anew, in one transaction.',
    tables: ['?'],
  },
  'jobs/future-times.ts': {
    why: 'Corrects every time that a clock which was ahead has left.',
    tables: ['?', 'balances', 'messages', 'offers'],
  },
  'operation/demo-end.ts': {
    why: 'Deletes what the demo has made.',
    tables: [
      'bookings',
      'holds',
      'messages',
      'resources',
      'services',
      'settings',
      'waitingEntries',
      'workingHours',
    ],
  },
  'privacy/anonymisation.ts': {
    why: 'Erasure: takes what leads to a patient out of every table.',
    tables: ['bookings', 'busyConflicts', 'erpEvents', 'events', 'messages', 'occupations', 'waitingEntries'],
  },
  'privacy/patient.ts': {
    why: 'Erasure: as above, for what no booking leads to.',
    tables: ['holds', 'messages', 'waitingEntries'],
  },
  'privacy/retention.ts': {
    why: 'Erasure: empties columns whose time has come.',
    tables: ['bookings'],
  },
}

const TABLES = Object.entries(schema).filter(([, value]) => is(value, SQLiteTable))
const SQL_NAMES = new Map(TABLES.map(([name, table]) => [getTableName(table as SQLiteTable), name]))

/** `db.insert(x)`, `deleteSome(ctx, x, …)` or `insertRow(db, x, …)`. */
const BY_DRIZZLE =
  /(?<receiver>\w*)(?:\(\))?\s*\.\s*(?:insert|update|delete)\(\s*(?<table>[\w.]+)|\b(?:deleteSome|insertRow)\(\s*[^,]+,\s*(?<helperTable>[\w.]+)/g
/** A writing SQL statement: the name of its table, quoted or not, or a placeholder. */
const BY_SQL =
  /\b(?:(?:insert|replace)(?:\s+or\s+\w+)?\s+into|delete\s+from|update(?:\s+or\s+\w+)?(?=\s+\S+\s+set\b))\s+["'[`]?(\w+|\$\{[^}]*\})/gi

/**
 * Returns the tables that this code writes, by their names in the schema; `?` for one that it does not name.
 */
function writesOf(code: string): string[] {
  const byDrizzle = [...code.matchAll(BY_DRIZZLE)].flatMap(({ groups = {} }) => {
    const { receiver = '', table, helperTable } = groups
    const named = tablesOf(code, table ?? helperTable ?? '')
    const writesDatabase = helperTable !== undefined || /^(db|tx)$/.test(receiver)
    return named.length === 0 && writesDatabase ? ['?'] : named
  })
  const bySql = [...code.matchAll(BY_SQL)].flatMap(([, name = '']) => {
    if (!name.startsWith('$')) return SQL_NAMES.get(name.toLowerCase()) ?? []
    const named = tablesOf(code, name.slice(2, -1))
    return named.length === 0 ? ['?'] : named
  })
  return [...new Set([...byDrizzle, ...bySql])]
}

/** Returns the tables of the schema that a name refers to, also through a variable or an alias. */
function tablesOf(code: string, name: string): string[] {
  const own = name.replace(/^\w+\./, '')
  if (own in OWNER) return [own]
  const given = new RegExp(`\\b${own} (?:=|of) (?:\\w+\\.)?(\\w+|\\[[^\\]]*\\])|(\\w+) as ${own}\\b`, 'g')
  return [...code.matchAll(given)]
    .flatMap(([, list, imported]) => (list ?? imported ?? '').match(/\w+/g) ?? [])
    .filter((each) => each in OWNER)
}

function namesOf(writes: readonly Readonly<{ file: string; table: string }>[]): string[] {
  return writes.map(({ file, table }) => `${file} writes ${table}`).toSorted()
}

function withoutComments(code: string): string {
  return code.replace(/(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)/gm, ' ')
}

describe('a table', () => {
  it('has an owner', () => {
    expect(Object.keys(OWNER).toSorted()).toEqual(TABLES.map(([name]) => name).toSorted())
  })

  it('is written by its owner only, except for what must reach every table', () => {
    const written = globSync('**/*.ts', {
      cwd: import.meta.dirname,
      exclude: ['**/*.test.ts', 'testing/**', 'dist/**'],
    }).flatMap((file) =>
      writesOf(withoutComments(readFileSync(join(import.meta.dirname, file), 'utf8')))
        .filter((table) => OWNER[table as TableName] !== file.split('/')[0])
        .map((table) => ({ file, table })),
    )
    const excepted = Object.entries(EXCEPTIONS).flatMap(([file, { tables }]) =>
      tables.map((table) => ({ file, table })),
    )
    expect(namesOf(written)).toEqual(namesOf(excepted))
  })

  it.each([
    ['ctx.db.insert(holds).values(row)', ['holds']],
    ['ctx().db\n  .update(messages)\n  .set(row)', ['messages']],
    ['const { db } = ctx\ndb.delete(schema.feeds).run()', ['feeds']],
    ["import { holds as reserved } from './db/schema.ts'\nctx.db.delete(reserved)", ['holds']],
    ['const table = bookings\nctx.db.update(table)', ['bookings']],
    ['for (const table of [offers, events]) db.delete(table)', ['offers', 'events']],
    ['deleteSome(ctx, sessions, old)', ['sessions']],
    ['insertRow(ctx.db, messages, row)', ['messages']],
    [`ctx.db.run(sql\`update \${offers} set status = 1\`)`, ['offers']],
    ["client.prepare('INSERT OR IGNORE INTO freed_times VALUES (?)')", ['freedTimes']],
    ['db.$client.exec(`delete from "recovery_codes"`)', ['recoveryCodes']],
    ['function drop(table: SQLiteTable) { db.delete(table) }', ['?']],
    [`client.prepare(\`update "\${name}" set a = 1\`)`, ['?']],
    ['running.delete(job)\nhash.update(chunk)\nselect().from(holds)', []],
  ])('is found to be written in %j', (code, tables) => {
    expect(writesOf(code)).toEqual(tables)
  })
})
