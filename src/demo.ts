import { type Ctx, inTx } from './ctx.ts'
import { services } from './db/schema.ts'
import { DOCTORS, PRACTICE, SERVICES, WEEK } from './demo-data.ts'
import { markDemo, readComparedRows } from './practice/demo-mark.ts'
import { writeSettings } from './practice/settings.ts'
import { writeWeek } from './schedule/hours.ts'
import { setNameAndTitle } from './schedule/resources.ts'
import { writeService } from './schedule/services.ts'
import { wallMinutes } from './shared/day.ts'

/** The most doctors that a demo practice can have. */
export const MOST_DOCTORS = DOCTORS.length

/**
 * Fills a database without services with an invented practice, and marks it as a demo.
 * @param doctors how many doctors offer its services, 1 to `MOST_DOCTORS`; a single one has no name
 * @returns false if there were services; nothing is changed then
 */
export function seedDemo(ctx: Ctx, doctors = 1): boolean {
  return inTx(ctx, () => {
    if (ctx.db.select().from(services).limit(1).get() !== undefined) return false
    writeSettings(ctx, 'practice', PRACTICE)
    const [, ...others] = DOCTORS.slice(0, doctors)
    // The first doctor is the main resource of each service by default.
    const otherResourceIds = others.map(({ id }) => id)
    for (const service of SERVICES) writeService(ctx, { ...service, otherResourceIds })
    if (doctors > 1) for (const doctor of DOCTORS.slice(0, doctors)) setNameAndTitle(ctx, doctor)
    const week = WEEK.map((day) => day.map(minutesOf))
    writeWeek(ctx, week)
    markDemo(ctx, { seededAt: ctx.now, ...readComparedRows(ctx) })
    return true
  })
}

/** Reads `08:00-12:00` as minutes of the day. */
function minutesOf(text: string): [start: number, end: number] {
  const [start = '', end = ''] = text.split('-')
  return [wallMinutes(start) ?? 0, wallMinutes(end) ?? 0]
}
