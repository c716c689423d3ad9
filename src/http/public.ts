import { Hono } from 'hono'
import * as v from 'valibot'
import { makeChallenge } from '../access/bot-check.ts'
import { type Closure, daysOf, listClosures } from '../booking/absences.ts'
import { listFreeSlots, summariseDays } from '../booking/availability.ts'
import { isoAt, readMoment } from '../booking/vienna.ts'
import { listActiveServices } from '../catalog/services.ts'
import type { Ctx } from '../ctx.ts'
import { canWrite } from '../db/open.ts'
import { bookingStatus } from '../practice/status.ts'
import { SUMMARY_DAYS_MAX } from '../rules/booking.ts'
import { type Day, MINUTE } from '../rules/day.ts'
import { ctxOf, type Doorway, type Env } from './doorway.ts'
import { query } from './input.ts'
import { serviceAnswer } from './service-wire.ts'
import { day, runsForwards } from './when.ts'

const slotsOfDay = v.object({ date: day, service: v.string('Bitte eine Leistung angeben.') })
const fewDays = <Range extends { from: Day; to: Day }>() =>
  v.check<Range, string>(
    (range) => runsForwards(range, SUMMARY_DAYS_MAX),
    `Höchstens ${SUMMARY_DAYS_MAX} Tage, in zeitlicher Reihenfolge.`,
  )
const summary = v.pipe(
  v.object({ summary: v.literal('1'), from: day, to: day, service: v.optional(v.string()) }),
  v.forward(fewDays(), ['to']),
)
const closuresQuery = v.pipe(v.object({ from: day, to: day }), v.forward(fewDays(), ['to']))
const slotsQuery = v.lazy((sent) =>
  (sent as { summary?: string }).summary === undefined ? slotsOfDay : summary,
)

export type SlotAnswer = { slot_start: string; slot_end: string }
export type DaySummary = { date: Day; available_count: number }

/** What a visitor reads before there is a hold. */
export function publicDoors({ draining }: Doorway) {
  return new Hono<Env>()
    .get('/status', (c) => c.json(statusAnswer(ctxOf(c))))
    .get('/health', (c) => {
      const ok = !draining() && canWrite(ctxOf(c).db)
      return c.json({ ok }, ok ? 200 : 503)
    })
    .get('/services', (c) => c.json(listActiveServices(ctxOf(c)).map(serviceAnswer)))
    .get('/slots', query(slotsQuery), (c) => {
      const asked = c.req.valid('query')
      if ('date' in asked) return c.json<SlotAnswer[]>(slotAnswers(ctxOf(c), asked))
      return c.json<DaySummary[]>(summariseDays(ctxOf(c), asked.from, asked.to, asked.service))
    })
    .get('/closures', query(closuresQuery), (c) => {
      const { from, to } = c.req.valid('query')
      return c.json(listClosures(ctxOf(c), from, to).map(closureAnswer))
    })
    .get('/bot-check/challenge', async (c) => c.json(await makeChallenge(ctxOf(c))))
}

function closureAnswer(closure: Closure): { from: Day; to: Day; reason: string } {
  return { ...daysOf(closure), reason: closure.reason }
}

/** Whoever closed the portal may have typed in Vienna's wall time. */
function statusAnswer(ctx: Ctx) {
  const { maintenance, ...status } = bookingStatus(ctx)
  const until = readMoment(maintenance.until)
  return {
    ...status,
    maintenance: { ...maintenance, until: until === undefined ? maintenance.until : isoAt(until) },
  }
}

function slotAnswers(ctx: Ctx, { date, service: id }: { date: Day; service: string }): SlotAnswer[] {
  const { service, starts } = listFreeSlots(ctx, date, id)
  return starts.map((start) => ({
    slot_start: isoAt(start),
    slot_end: isoAt(start + service.durationMin * MINUTE),
  }))
}
