import { describe, expect, it } from 'vitest'
import { DAY_LENGTH, HOUR, MINUTE } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { refusalCode } from '../testing/refusal.ts'
import { openTestApp } from '../testing/test-app.ts'
import { dayNumberAt } from '../time/vienna.ts'
import { assertChoice, choicesOf, inFairOrder, withMostFree } from './resource-choice.ts'
import { saveResource } from './resources.ts'
import { getService } from './services.ts'

describe('the choice with the most free starts', () => {
  /**
   * Opens a practice with the doctors `b` and `c`.
   * @returns a function that chooses between doctors with these numbers of free starts, out of three
   */
  function openChooser(displayOrders: Readonly<{ b: number; c: number }>) {
    const ctx = openTestApp().ctx()
    for (const id of ['c', 'b'] as const) saveResource(ctx, id, { name: id, displayOrder: displayOrders[id] })
    const service = getService(ctx, 'folgebehandlung')
    return (freeStartCounts: Record<string, number>) => {
      const choices = Object.keys(freeStartCounts).map((resourceId) => ({ ...service, resourceId }))
      const isFree = ({ resourceId }: { resourceId: string }, start: number) =>
        start < (freeStartCounts[resourceId] ?? 0)
      return withMostFree(ctx, choices, [0, 1, 2], isFree)?.resourceId
    }
  }

  it('wins whatever its order', () => {
    const choose = openChooser({ b: 2, c: 1 })
    expect(choose({ c: 3, b: 2 })).toBe('c')
    expect(choose({ c: 2, b: 3 })).toBe('b')
  })

  it('is among equals the first in display order', () => {
    const choose = openChooser({ b: 2, c: 1 })
    expect(choose({ b: 2, c: 2 })).toBe('c')
    expect(choose({ c: 2, b: 2 })).toBe('c')
  })

  it('is among equals with the same display order the first by id', () => {
    const choose = openChooser({ b: 2, c: 2 })
    expect(choose({ b: 2, c: 2 })).toBe('b')
    expect(choose({ c: 2, b: 2 })).toBe('b')
  })

  it('is the only one even without free starts, and undefined without choices', () => {
    const choose = openChooser({ b: 2, c: 1 })
    expect(choose({ c: 0 })).toBe('c')
    expect(choose({})).toBeUndefined()
  })
})

describe('the choices of a service', () => {
  const openThree = () => {
    const ctx = openTestApp().ctx()
    for (const id of ['b', 'c']) saveResource(ctx, id, { name: id })
    const service = { ...getService(ctx, 'folgebehandlung'), otherResourceIds: ['c', 'b', 'gone'] }
    return { ctx, service }
  }
  const idsOf = (choices: readonly { resourceId: string }[]) => choices.map(({ resourceId }) => resourceId)

  it('are its active doctors in the order of the service, each alone', () => {
    const { ctx, service } = openThree()
    saveResource(ctx, 'c', { active: false })
    const choices = choicesOf(ctx, service)
    // Only a doctor who is stored as inactive is left out.
    expect(idsOf(choices)).toEqual(['doctor-1', 'b', 'gone'])
    expect(choices.every(({ otherResourceIds }) => otherResourceIds.length === 0)).toBe(true)
  })

  it('are only the wished doctor, if that doctor offers the service', () => {
    const { ctx, service } = openThree()
    expect(idsOf(choicesOf(ctx, service, 'b'))).toEqual(['b'])
    for (const wish of ['d', '']) expect(refusalCode(() => assertChoice(ctx, service, wish))).toBe('invalid')
    expect(refusalCode(() => assertChoice(ctx, service, 'c'))).toBeUndefined()
  })

  it('are sorted by appointments, holds and offers on the day, the fewest first', () => {
    const { ctx, service } = openThree()
    const start = Date.parse('2027-01-12T09:00:00+01:00')
    const book = (resourceId: string, at: number) =>
      insertBooking(ctx.db, { resourceId, startsAt: at, endsAt: at + 30 * MINUTE })
    const fairOrder = () => idsOf(inFairOrder(ctx, choicesOf(ctx, service).slice(0, 3), dayNumberAt(start)))
    expect(fairOrder()).toEqual(['doctor-1', 'b', 'c'])
    book('doctor-1', start)
    book('b', start + DAY_LENGTH)
    expect(fairOrder()).toEqual(['b', 'c', 'doctor-1'])
    for (const hours of [0, 1]) book('b', start + hours * HOUR)
    expect(fairOrder()).toEqual(['c', 'doctor-1', 'b'])
  })
})
