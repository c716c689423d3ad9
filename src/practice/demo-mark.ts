import { eq } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { settings } from '../db/schema.ts'
import type { Instant } from '../shared/day.ts'

/** The row of the settings that marks the demo practice. */
const DEMO = 'demo'
const ENDED = 'ended'

type Row = Readonly<Record<string, string | number | null>>

/** The rows that the seed wrote, as they were then: what still equals them is the demo's, all else the practice's own. */
export type DemoMark = Readonly<{ seededAt: Instant; services: Row[]; hours: Row[]; practice: Row[] }>

const stored = prepared((db) =>
  db.select({ value: settings.value }).from(settings).where(eq(settings.name, DEMO)).prepare(),
)

/** Undefined where there is no demo, or where it was ended. */
export function readDemoMark({ db }: Pick<Ctx, 'db'>): DemoMark | undefined {
  const value = stored(db).get()?.value
  return value === undefined || value === ENDED ? undefined : JSON.parse(value)
}

export function isDemo(ctx: Pick<Ctx, 'db'>): boolean {
  const value = stored(ctx.db).get()?.value
  return value !== undefined && value !== ENDED
}

/** After it, a start with ORDI_DEMO=1 does not bring the demo back. */
export function isDemoEnded(ctx: Pick<Ctx, 'db'>): boolean {
  return stored(ctx.db).get()?.value === ENDED
}

export function markDemo(ctx: Ctx, mark: DemoMark): void {
  write(ctx, JSON.stringify(mark))
}

export function markDemoEnded(ctx: Ctx): void {
  write(ctx, ENDED)
}

function write({ db, now }: Ctx, value: string): void {
  db.insert(settings)
    .values({ name: DEMO, value, updatedAt: now })
    .onConflictDoUpdate({ target: settings.name, set: { value, updatedAt: now } })
    .run()
}

/** The rows that the mark compares. */
export function demoRows({ db }: Ctx): Omit<DemoMark, 'seededAt'> {
  const all = (sql: string) => db.$client.prepare(sql).all() as Row[]
  return {
    services: all('select * from services order by id'),
    hours: all('select * from working_hours order by weekday, start_min'),
    practice: all(`select name, value from settings where name like 'practice.%' order by name`),
  }
}
