import { expect, it } from 'vitest'
import { mutantsOf } from './mutation.ts'

const changes = (source: string) => mutantsOf('rule.ts', source).map(({ from, to }) => `${from} → ${to}`)

it.each([
  ['const is = a < b', ['< → <=']],
  ['const is = !a', ['!a → a']],
  ['const most = 4', ['4 → 5']],
  ["const text = a + ' b'", []],
  ['record(ctx)', ['record(ctx) → ;']],
  ['if (a) stop()', ['a → true', 'a → false', 'stop() → ;']],
  ["ctx.log.info('sent')", []],
  ['find(and(a, b))', ['find(and(a, b)) → ;', 'a → undefined', 'b → undefined']],
  ["import a from 'a'; type B = 4", []],
])('the mutants of %j are %j', (source, expected) => {
  expect(changes(source)).toEqual(expected)
})

it('a mutant says where it is', () => {
  const [mutant] = mutantsOf('rule.ts', 'function f() {\n  return 1 - x\n}')
  expect(mutant).toMatchObject({ line: 2, from: '1 - x', to: 'undefined as never' })
})
