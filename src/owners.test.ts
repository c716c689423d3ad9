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

/** Stands for a table that the code does not name. */
const UNNAMED = '?'

type Exception = Readonly<{ why: string; tables: readonly (TableName | typeof UNNAMED)[] }>

/** Files that may write tables of other owners, with the reason. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  'db/delete-some.ts': {
    why: '`deleteSome` deletes what its caller names; the callers are looked at.',
    tables: [UNNAMED],
  },
  'db/insert-row.ts': {
    why: '`insertRow` inserts what its caller names; the callers are looked at.',
    tables: [UNNAMED],
  },
  'db/health.ts': {
    why: 'Tries whether the database can be written, and takes that back.',
    tables: ['attempts', 'occupations'],
  },
  'access/secret-rotation.ts': {
    why: 'Encrypts each encrypted column anew, in one transaction.',
    tables: [UNNAMED],
  },
  'jobs/future-times.ts': {
    why: 'Corrects every time that a clock which was ahead has left.',
    tables: [UNNAMED, 'balances', 'messages', 'offers'],
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

const PLACEHOLDER = /^\$\{(.*)\}$/
const COMMENT = /(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)/gm

/** Returns the tables that this code writes, by their names in the schema, or UNNAMED. */
function tablesWrittenBy(code: string): string[] {
  return [...new Set([...tablesWrittenByDrizzle(code), ...tablesWrittenBySql(code)])]
}

function tablesWrittenByDrizzle(code: string): string[] {
  return [...code.matchAll(BY_DRIZZLE)].flatMap(({ groups = {} }) => {
    const { receiver = '', table, helperTable } = groups
    const tables = resolveTable(code, table ?? helperTable ?? '')
    const writesDatabase = helperTable !== undefined || /^(db|tx)$/.test(receiver)
    return tables.length === 0 && writesDatabase ? [UNNAMED] : tables
  })
}

function tablesWrittenBySql(code: string): string[] {
  return [...code.matchAll(BY_SQL)].flatMap(([, name = '']) => {
    if (!name.startsWith('$')) return SQL_NAMES.get(name.toLowerCase()) ?? []
    const tables = resolveTable(code, name.replace(PLACEHOLDER, '$1'))
    return tables.length === 0 ? [UNNAMED] : tables
  })
}

/** Returns the tables of the schema that a name refers to, also through a variable or an alias. */
function resolveTable(code: string, qualifiedName: string): string[] {
  const name = qualifiedName.replace(/^\w+\./, '')
  if (name in OWNER) return [name]
  const assigned = new RegExp(`\\b${name} (?:=|of) (?:\\w+\\.)?(\\w+|\\[[^\\]]*\\])`, 'g')
  const imported = new RegExp(`(\\w+) as ${name}\\b`, 'g')
  const sources = [...code.matchAll(assigned), ...code.matchAll(imported)].map(([, source = '']) => source)
  return sources.flatMap((source) => source.match(/\w+/g) ?? []).filter((word) => word in OWNER)
}

function sentencesAbout(writes: readonly Readonly<{ file: string; table: string }>[]): string[] {
  return writes.map(({ file, table }) => `${file} writes ${table}`).toSorted()
}

/** Returns the code of a file below src/, without its comments. */
function readCode(file: string): string {
  return readFileSync(join(import.meta.dirname, file), 'utf8').replace(COMMENT, ' ')
}

describe('a table', () => {
  it('has an owner', () => {
    expect(Object.keys(OWNER).toSorted()).toEqual(TABLES.map(([name]) => name).toSorted())
  })

  it('is written by its owner only, except for what must reach every table', () => {
    const exclude = ['**/*.test.ts', 'testing/**', 'dist/**']
    const files = globSync('**/*.ts', { cwd: import.meta.dirname, exclude })
    const foreignWrites = files.flatMap((file) => {
      const [folder] = file.split('/')
      const tables = tablesWrittenBy(readCode(file)).filter((table) => OWNER[table as TableName] !== folder)
      return tables.map((table) => ({ file, table }))
    })
    const allowedWrites = Object.entries(EXCEPTIONS).flatMap(([file, { tables }]) =>
      tables.map((table) => ({ file, table })),
    )
    expect(sentencesAbout(foreignWrites)).toEqual(sentencesAbout(allowedWrites))
  })

  it.each([
    { code: 'ctx.db.insert(holds).values(row)', tables: ['holds'] },
    { code: 'ctx().db\n  .update(messages)\n  .set(row)', tables: ['messages'] },
    { code: 'const { db } = ctx\ndb.delete(schema.feeds).run()', tables: ['feeds'] },
    {
      code: "import { holds as reserved } from './db/schema.ts'\nctx.db.delete(reserved)",
      tables: ['holds'],
    },
    { code: 'const table = bookings\nctx.db.update(table)', tables: ['bookings'] },
    { code: 'for (const table of [offers, events]) db.delete(table)', tables: ['offers', 'events'] },
    { code: 'deleteSome(ctx, sessions, old)', tables: ['sessions'] },
    { code: 'insertRow(ctx.db, messages, row)', tables: ['messages'] },
    { code: `ctx.db.run(sql\`update \${offers} set status = 1\`)`, tables: ['offers'] },
    { code: "client.prepare('INSERT OR IGNORE INTO freed_times VALUES (?)')", tables: ['freedTimes'] },
    { code: 'db.$client.exec(`delete from "recovery_codes"`)', tables: ['recoveryCodes'] },
    { code: 'function drop(table: SQLiteTable) { db.delete(table) }', tables: [UNNAMED] },
    { code: `client.prepare(\`update "\${name}" set a = 1\`)`, tables: [UNNAMED] },
    { code: 'running.delete(job)\nhash.update(chunk)\nselect().from(holds)', tables: [] },
  ])('is found to be written in $code', ({ code, tables }) => {
    expect(tablesWrittenBy(code)).toEqual(tables)
  })
})
