import { beforeEach, describe, expect, it } from 'vitest'
import { recordFreedTime } from '../schedule/freed-times.ts'
import { DAY_LENGTH, HOUR } from '../shared/day.ts'
import { recordPlanSteps } from '../testing/query-plan.ts'
import { FREED_START, openWaitingListApp, type WaitingListApp } from '../testing/waiting-list-app.ts'
import { makeDueOffers, offerInSteps } from './offers.ts'
import { UNDO_MS } from './undoable-changes.ts'

let app: WaitingListApp
beforeEach(() => {
  app = openWaitingListApp()
})

describe('the job that offers freed times', () => {
  const isoAfter = (milliseconds: number) => new Date(Date.parse(FREED_START) + milliseconds).toISOString()

  /** Counts the job's query steps in a new practice, for entries of ten origins and thirty freed times. */
  const countPlanSteps = (entries: number) => {
    const practice = openWaitingListApp()
    for (let i = 0; i < entries; i++) practice.joinAsStranger(`w${i}@a.example`, `origin ${i % 10}`)
    for (let i = 0; i < 30; i++) practice.freeTime(isoAfter(i * DAY_LENGTH))
    practice.offerAfterUndoTime()
    const steps = recordPlanSteps(practice.ctx().db)
    makeDueOffers(practice.ctx())
    return steps().length
  }

  it('needs no more query steps for sixty entries than for ten', () => {
    expect(countPlanSteps(60)).toBe(countPlanSteps(10))
  })

  it('runs in steps of twenty freed times, between which requests can be answered', () => {
    app.addCaller('caller')
    // Two full steps and five more times.
    for (let i = 0; i < 45; i++) app.freeTime(isoAfter(i * HOUR))
    app.pass(UNDO_MS)
    // Each call runs a step, and returns whether there may be more to do.
    const runStep = offerInSteps(app.ctx)
    expect([runStep(), runStep(), runStep()]).toEqual([true, true, false])
  })

  it('runs in shorter steps where weeks are free again, which take longer to search', () => {
    app.addCaller('caller')
    const startsAt = Date.parse(FREED_START)
    const weeks = (count: number) => ({
      resourceId: null,
      startsAt,
      endsAt: startsAt + count * 7 * DAY_LENGTH,
    })
    // A step ends once it has a week of freed time: the three weeks, then two half weeks, then the last one.
    recordFreedTime(app.ctx(), [weeks(3), weeks(0.5), weeks(0.5), weeks(0.5)])
    app.pass(UNDO_MS)
    // Each call runs a step, and returns whether there may be more to do.
    const runStep = offerInSteps(app.ctx)
    expect([runStep(), runStep(), runStep()]).toEqual([true, true, false])
  })
})
