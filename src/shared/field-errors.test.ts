import * as v from 'valibot'
import { expect, it } from 'vitest'
import { fieldErrorsOf } from './field-errors.ts'

const schema = v.strictObject(
  {
    contact: v.strictObject(
      { zip: v.pipe(v.string(), v.minLength(4, 'zu kurz'), v.digits('keine Ziffern')) },
      'fremd',
    ),
  },
  'fremd',
)
const errorsOf = (input: unknown) => fieldErrorsOf(v.safeParse(schema, input).issues ?? [])

it('gives the first error of each field by the name of the field itself', () => {
  expect(errorsOf({ contact: { zip: 'ab' } })).toEqual({ zip: 'zu kurz' })
  expect(errorsOf({ contact: { zip: 'abcd', svn: 1 }, hold: 2 })).toEqual({
    zip: 'keine Ziffern',
    svn: 'fremd',
    hold: 'fremd',
  })
})

it('gives nothing for a valid value, nor for one that is no object at all', () => {
  expect(errorsOf({ contact: { zip: '6850' } })).toEqual({})
  expect(errorsOf('contact')).toEqual({})
})

it('names a list, not the place in it', () => {
  const list = v.object({ weekdays: v.array(v.picklist([1, 2], 'kein Wochentag')) })
  const { issues = [] } = v.safeParse(list, { weekdays: [1, 8] })
  expect(fieldErrorsOf(issues)).toEqual({ weekdays: 'kein Wochentag' })
})

it('treats a key named __proto__ like any other', () => {
  const errors = errorsOf({ contact: { zip: '6850' }, ...JSON.parse('{"__proto__": 1}') })
  expect(Object.getPrototypeOf(errors)).toBe(Object.prototype)
})
