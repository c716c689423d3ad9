import { expect, it } from 'vitest'
import { openRequestLimit } from './request-limit.ts'

it('the limit of requests counts each origin separately, and starts again every second', () => {
  const isWithinLimit = openRequestLimit(100)
  const allowed = Array.from({ length: 150 }, () => isWithinLimit('a', 5_000)).filter(Boolean)
  expect(allowed).toHaveLength(100)
  expect(isWithinLimit('a', 5_999)).toBe(false)
  expect(isWithinLimit('b', 5_999)).toBe(true)
  expect(isWithinLimit('a', 6_000)).toBe(true)
})
