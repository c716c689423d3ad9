import { and, eq } from 'drizzle-orm'
import { getAdmin } from '../access/admins.ts'
import { hasSecondFactor } from '../access/second-factor.ts'
import { type Ctx, inTx } from '../ctx.ts'
import { prepared } from '../db/open.ts'
import { bookings, messages, openHolidays } from '../db/schema.ts'
import { readSettingsRow, writeSettingsRow } from '../db/settings-rows.ts'
import { linkFault } from '../practice/addresses.ts'
import { isDemo } from '../practice/demo-mark.ts'
import { hasMailServer } from '../practice/mail-server.ts'
import { readSetting, readSettings } from '../practice/settings.ts'
import { readWeek } from '../schedule/hours.ts'
import { listActiveServices } from '../schedule/services.ts'
import { FIRST_STEP_IDS, type FirstStep } from '../shared/first-steps.ts'

/** The practice's decision about a step: to skip it for now, or (holidays) to confirm the present state. */
export type StepMark = 'skipped' | 'confirmed'

/** The decisions about single steps, and whether the practice has dismissed them all. */
type Marks = Readonly<{ steps: Readonly<Partial<Record<FirstStep, StepMark>>>; isFinished: boolean }>

/** The first steps of a new practice, as the admin area shows them. */
export type FirstSteps = Readonly<{
  steps: readonly Readonly<{ id: FirstStep; done: boolean; skipped: boolean }>[]
  /** True until the practice enters something. Until then the start page leads to the first steps. */
  untouched: boolean
}>

/** The name of the settings row that holds the marks. */
const MARKS_ROW = 'first-steps'
const NO_MARKS: Marks = { steps: {}, isFinished: false }

/** The steps in which the practice enters its own data. The installer may have done the others. */
const ENTRY_STEPS: readonly FirstStep[] = ['practice', 'hours', 'services']

/** Selects an e-mail that was actually sent. */
const selectSentEmail = prepared((db) =>
  db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.channel, 'email'), eq(messages.status, 'sent')))
    .limit(1)
    .prepare(),
)

/** Returns for each step whether it is done, judging by the stored data. */
const IS_DONE: Readonly<Record<FirstStep, (ctx: Ctx, marks: Marks) => boolean>> = {
  practice: (ctx) => {
    const { name, address, zip, city, phone, mail } = readSettings(ctx, 'practice')
    return [name, address, zip, city, phone, mail].every((text) => text !== '')
  },
  hours: (ctx) => readWeek(ctx).some((blocks) => blocks.length > 0),
  // Holidays are closed automatically, so the practice either opens one or confirms that all are closed.
  holidays: ({ db }, { steps }) =>
    steps.holidays === 'confirmed' || db.select().from(openHolidays).limit(1).get() !== undefined,
  services: (ctx) => listActiveServices(ctx).length > 0,
  urls: (ctx) => linkFault(ctx) === undefined,
  smtp: (ctx) => hasMailServer(ctx) && selectSentEmail(ctx.db).get() !== undefined,
  backup: (ctx) => readSetting(ctx, 'general', 'backup_recipient') !== '',
  'second-factor': (ctx) => ctx.actor.kind === 'admin' && hasSecondFactor(ctx, getAdmin(ctx, ctx.actor.id)),
}

/**
 * Returns the first steps; undefined in the demo, when all are done, or when the practice has dismissed them.
 */
export function findFirstSteps(ctx: Ctx): FirstSteps | undefined {
  const marks = readMarks(ctx)
  if (marks.isFinished || isDemo(ctx)) return undefined
  const steps = FIRST_STEP_IDS.map((id) => ({
    id,
    done: IS_DONE[id](ctx, marks),
    skipped: marks.steps[id] === 'skipped',
  }))
  if (steps.every(({ done }) => done)) return undefined
  const hasMarks = Object.keys(marks.steps).length > 0
  const hasEntries = steps.some(({ id, done }) => done && ENTRY_STEPS.includes(id))
  return { steps, untouched: !hasMarks && !hasEntries }
}

/** Returns whether anybody has booked yet. The first booking ends the set-up. */
export function hasBooking({ db }: Ctx): boolean {
  return db.select({ id: bookings.id }).from(bookings).limit(1).get() !== undefined
}

/** Stores the practice's decision about a step, replacing an earlier one. */
export function markFirstStep(ctx: Ctx, step: FirstStep, mark: StepMark): void {
  inTx(ctx, () => {
    const marks = readMarks(ctx)
    writeMarks(ctx, { ...marks, steps: { ...marks.steps, [step]: mark } })
  })
}

/** Hides the first steps for good, even if some are not done. */
export function finishFirstSteps(ctx: Ctx): void {
  inTx(ctx, () => writeMarks(ctx, { ...readMarks(ctx), isFinished: true }))
}

function readMarks({ db }: Ctx): Marks {
  const stored = readSettingsRow(db, MARKS_ROW)
  return stored === undefined ? NO_MARKS : JSON.parse(stored)
}

function writeMarks({ db, now }: Ctx, marks: Marks): void {
  writeSettingsRow(db, MARKS_ROW, JSON.stringify(marks), now)
}
