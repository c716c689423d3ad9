import * as v from 'valibot'
import { expect, it } from 'vitest'
import { faultsOf } from './field-errors.ts'

const schema = v.strictObject(
  {
    contact: v.strictObject(
      { zip: v.pipe(v.string(), v.minLength(4, 'zu kurz'), v.digits('keine Ziffern')) },
      'fremd',
    ),
  },
  'fremd',
)
const faults = (input: unknown) => faultsOf(v.safeParse(schema, input).issues ?? [])

it('tells the first fault of each field by its own name', () => {
  expect(faults({ contact: { zip: 'ab' } })).toEqual({ zip: 'zu kurz' })
  expect(faults({ contact: { zip: 'abcd', svn: 1 }, hold: 2 })).toEqual({
    zip: 'keine Ziffern',
    svn: 'fremd',
    hold: 'fremd',
  })
})

it('tells nothing of a value that is right, or that is no object at all', () => {
  expect(faults({ contact: { zip: '6850' } })).toEqual({})
  expect(faults('contact')).toEqual({})
})

it('takes a hostile key for a name like any other', () => {
  const told = faults({ contact: { zip: '6850' }, ...JSON.parse('{"__proto__": 1}') })
  expect(Object.getPrototypeOf(told)).toBe(Object.prototype)
})
