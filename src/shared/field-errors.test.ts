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

it('each faulty field gets its first error, under its own name without the path', () => {
  expect(errorsOf({ contact: { zip: 'ab' } })).toEqual({ zip: 'zu kurz' })
  expect(errorsOf({ contact: { zip: 'abcd', svn: 1 }, hold: 2 })).toEqual({
    zip: 'keine Ziffern',
    svn: 'fremd',
    hold: 'fremd',
  })
})

it('neither a valid value nor a value that is not an object has errors of fields', () => {
  expect(errorsOf({ contact: { zip: '6850' } })).toEqual({})
  expect(errorsOf('contact')).toEqual({})
})

it('the error of an item is under the name of its list', () => {
  const list = v.object({ weekdays: v.array(v.picklist([1, 2], 'kein Wochentag')) })
  const { issues = [] } = v.safeParse(list, { weekdays: [1, 8] })
  expect(fieldErrorsOf(issues)).toEqual({ weekdays: 'kein Wochentag' })
})

it('the error of a key named __proto__ changes no prototype', () => {
  const errors = errorsOf({ contact: { zip: '6850' }, ...JSON.parse('{"__proto__": 1}') })
  expect(Object.getPrototypeOf(errors)).toBe(Object.prototype)
})
