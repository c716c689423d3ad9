import { expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { withMostFree } from './resource-choice.ts'
import { saveResource } from './resources.ts'
import { getService } from './services.ts'

it('the choice at which most starts are free is the first in the order of the doctors among equals', () => {
  const app = openTestApp()
  for (const id of ['c', 'b']) saveResource(app.ctx(), id, { name: id, displayOrder: id === 'c' ? 1 : 2 })
  const service = getService(app.ctx(), 'folgebehandlung')
  /** @param free how many of the starts are free at each doctor */
  const chosen = (free: Record<string, number>) => {
    const choices = Object.keys(free).map((resourceId) => ({ ...service, resourceId }))
    const isFree = ({ resourceId }: { resourceId: string }, start: number) => start < (free[resourceId] ?? 0)
    return withMostFree(app.ctx(), choices, [0, 1, 2], isFree)?.resourceId
  }
  expect([chosen({ c: 3, b: 2 }), chosen({ c: 2, b: 3 }), chosen({ b: 2, c: 2 })]).toEqual(['c', 'b', 'c'])
  saveResource(app.ctx(), 'c', { displayOrder: 2 })
  expect([chosen({ b: 2, c: 2 }), chosen({ c: 2, b: 2 })]).toEqual(['b', 'b'])
  expect([chosen({ c: 0 }), chosen({})]).toEqual(['c', undefined])
})
