import type { Ctx } from '../ctx.ts'
import { readSettingsRow, writeSettingsRow } from '../db/settings-rows.ts'
import type { Instant } from '../shared/day.ts'

/** The row of the settings that marks the demo practice. */
const DEMO_ROW = 'demo'
/** The value of that row once the practice has ended the demo, so that no restart brings it back. */
const ENDED = 'ended'

type StoredRow = Readonly<Record<string, string | number | null>>

/**
 * The rows that the seed wrote. A row that still equals them belongs to the demo, any other one to the
 * practice.
 */
export type DemoMark = Readonly<{
  seededAt: Instant
  services: StoredRow[]
  hours: StoredRow[]
  practice: StoredRow[]
  /** Undefined in a mark from an older version. */
  resources?: StoredRow[]
}>

/** Returns the rows that the seed wrote; undefined where there is no demo, or where it was ended. */
export function readDemoMark({ db }: Pick<Ctx, 'db'>): DemoMark | undefined {
  const mark = findStoredMark(db)
  return mark === undefined ? undefined : JSON.parse(mark)
}

/** Returns whether the demo practice is in the database and has not been ended. */
export function isDemo({ db }: Pick<Ctx, 'db'>): boolean {
  return findStoredMark(db) !== undefined
}

/** Returns the stored mark; undefined where there is no demo, or where it was ended. */
function findStoredMark(db: Ctx['db']): string | undefined {
  const value = readSettingsRow(db, DEMO_ROW)
  return value === ENDED ? undefined : value
}

/** Returns whether the practice has ended the demo. A start with ORDI_DEMO=1 does not bring it back then. */
export function isDemoEnded({ db }: Pick<Ctx, 'db'>): boolean {
  return readSettingsRow(db, DEMO_ROW) === ENDED
}

/** Marks the demo practice, with the rows that the seed has written. */
export function markDemo({ db, now }: Ctx, mark: DemoMark): void {
  writeSettingsRow(db, DEMO_ROW, JSON.stringify(mark), now)
}

/** Replaces the mark of the demo with `ENDED`. */
export function markDemoEnded({ db, now }: Ctx): void {
  writeSettingsRow(db, DEMO_ROW, ENDED, now)
}

/**
 * Returns the present rows of the tables that the mark compares. Their order is fixed, because the working
 * hours are compared as one list.
 */
export function readComparedRows({ db }: Ctx): Omit<Required<DemoMark>, 'seededAt'> {
  const readRows = (sql: string) => db.$client.prepare(sql).all() as StoredRow[]
  return {
    services: readRows('select * from services order by id'),
    hours: readRows('select * from working_hours order by weekday, start_min'),
    resources: readRows('select * from resources order by id'),
    practice: readRows(`select name, value from settings where name like 'practice.%' order by name`),
  }
}
