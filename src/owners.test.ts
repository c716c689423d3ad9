import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TABLE_NAMES, type TableName, tablesWrittenBy, UNNAMED } from './testing/written-tables.ts'

// Only one module writes each table; all others call its functions (docs/architecture.md, Owners).

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
    why: 'Erasure: takes what leads to a patient out of rows that no booking leads to.',
    tables: ['holds', 'messages', 'waitingEntries'],
  },
  'privacy/retention-rules.ts': {
    why: 'Erasure: empties columns whose time has come.',
    tables: ['bookings'],
  },
}

/** Returns a sentence about each write, by the path of the file. */
function sentencesAbout(writes: readonly Readonly<{ file: string; table: string }>[]): string[] {
  return writes.map(({ file, table }) => `${file} writes ${table}`).toSorted()
}

describe('a table', () => {
  it('has an owner', () => {
    expect(Object.keys(OWNER).toSorted()).toEqual(TABLE_NAMES.toSorted())
  })

  it('is written by its owner only, except for what must reach every table', () => {
    const exclude = ['**/*.test.ts', 'testing/**', 'dist/**']
    const files = globSync('**/*.ts', { cwd: import.meta.dirname, exclude })
    const foreignWrites = files.flatMap((file) => {
      const [folder] = file.split('/')
      const tables = tablesWrittenBy(readFileSync(join(import.meta.dirname, file), 'utf8')).filter(
        (table) => OWNER[table as TableName] !== folder,
      )
      return tables.map((table) => ({ file, table }))
    })
    const allowedWrites = Object.entries(EXCEPTIONS).flatMap(([file, { tables }]) =>
      tables.map((table) => ({ file, table })),
    )
    expect(sentencesAbout(foreignWrites)).toEqual(sentencesAbout(allowedWrites))
  })
})
