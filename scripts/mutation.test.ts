import { expect, it } from 'vitest'
import { mutantsOf, withMutants } from './mutation.ts'

/** Returns the changes that can be made in a source file, as text. */
const changesOf = (source: string) => mutantsOf('rule.ts', source).map(({ from, to }) => `${from} → ${to}`)

it.each([
  ['const is = a < b', ['< → <=']],
  ['const is = !a', ['!a → a']],
  ['const most = 4', ['4 → 5']],
  ["const text = a + ' b'", []],
  ['record(ctx)', ['record(ctx) → ;']],
  ['if (a) stop()', ['a → true', 'a → false', 'stop() → ;']],
  ["ctx.log.info('sent')", []],
  ["if (isSent) ctx.log.info('sent')", []],
  ['find(and(a, b))', ['find(and(a, b)) → ;', 'a → undefined', 'b → undefined']],
  ['find(and(...a))', ['find(and(...a)) → ;']],
  ['const names = { 1: a }', []],
  ['list.sort(a < b ? -1 : 1)', ['list.sort(a < b ? -1 : 1) → ;', 'a < b → true', 'a < b → false', '< → <=']],
  ['function f() { return undefined }', []],
  ['function f() { return true }', ['true → false']],
  ["import a from 'a'; type B = 4", []],
])('the mutants of %j are %j', (source, expected) => {
  expect(changesOf(source)).toEqual(expected)
})

it('a mutant says where it is', () => {
  const [mutant] = mutantsOf('rule.ts', 'function f() {\n  return 1 - x\n}')
  expect(mutant).toMatchObject({ line: 2, from: '1 - x', to: 'undefined as never' })
})

it('a changed file has all its mutants, of which one at a time is switched on', () => {
  const source = "list.push(a ?? b ?? 'none'); list.push(a + 2 > b)"
  const mutants = mutantsOf('rule.ts', source).map((mutant, number) => ({ ...mutant, number }))
  const run = new Function('isMutant', 'list', 'a', 'b', withMutants(source, mutants))
  const results = [undefined, ...mutants.keys()].map((active) => {
    const list: unknown[] = []
    run((number: number) => number === active, list, 3, 5)
    return list
  })
  const [unchanged, ...changed] = results
  expect(unchanged).toEqual([3, false])
  // The first call is left out, or pushes another value. Then the same happens to the second one.
  const pushed = [[false], ['none', false], [5, false]]
  expect(changed).toEqual([...pushed, [3], [3, true], [3, false], [3, true]])
})

it('a statement with a mutant leaves the `else` to the condition before it', () => {
  const source = 'if (isFirst) push(1)\nelse push(2)'
  const mutants = mutantsOf('rule.ts', source).map((mutant, number) => ({ ...mutant, number }))
  const run = new Function('isMutant', 'isFirst', 'push', withMutants(source, mutants))
  const pushedIf = (isFirst: boolean) => {
    const pushed: number[] = []
    run(
      () => false,
      isFirst,
      (number: number) => pushed.push(number),
    )
    return pushed
  }
  expect([pushedIf(true), pushedIf(false)]).toEqual([[1], [2]])
})
