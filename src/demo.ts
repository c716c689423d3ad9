import { type Ctx, inTx } from './ctx.ts'
import { services } from './db/schema.ts'
import { DEMO_DOCTORS, DEMO_PRACTICE, DEMO_SERVICES, DEMO_WEEK } from './demo-data.ts'
import { markDemo, readComparedRows } from './practice/demo-mark.ts'
import { writeSettings } from './practice/settings.ts'
import { writeWeekUnaudited } from './schedule/hours.ts'
import { setResourceNameAndTitle } from './schedule/resources.ts'
import { writeServiceUnaudited } from './schedule/services.ts'

/** The most doctors that a demo practice can have. */
export const MOST_DOCTORS = DEMO_DOCTORS.length

/**
 * Fills a database without services with an invented practice, and marks it as a demo.
 * @param doctors how many doctors offer its services, 1 to `MOST_DOCTORS`; a single one has no name
 * @returns false if there were services; nothing is changed then
 */
export function seedDemo(ctx: Ctx, doctors = 1): boolean {
  return inTx(ctx, () => {
    if (ctx.db.select().from(services).limit(1).get() !== undefined) return false
    writeSettings(ctx, 'practice', DEMO_PRACTICE)
    // The first doctor is the main resource of each service by default.
    const otherResourceIds = DEMO_DOCTORS.slice(1, doctors).map(({ id }) => id)
    for (const service of DEMO_SERVICES) writeServiceUnaudited(ctx, { ...service, otherResourceIds })
    if (doctors > 1) for (const doctor of DEMO_DOCTORS.slice(0, doctors)) setResourceNameAndTitle(ctx, doctor)
    writeWeekUnaudited(ctx, DEMO_WEEK)
    markDemo(ctx, { seededAt: ctx.now, ...readComparedRows(ctx) })
    return true
  })
}
