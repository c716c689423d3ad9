import { expect, it } from 'vitest'
import { mutantsOf, withMutants } from './mutation.ts'

/** Returns the mutants of a source file in words, such as `< → <=`. */
const changesIn = (source: string) => mutantsOf('rule.ts', source).map(({ from, to }) => `${from} → ${to}`)

/** Returns the mutants of a source file, numbered from 0. */
const numberedMutantsOf = (source: string) =>
  mutantsOf('rule.ts', source).map((mutant, number) => ({ ...mutant, number }))

it.each([
  { source: 'const isLess = a < b', changes: ['< → <='] },
  { source: 'const isOff = !a', changes: ['!a → a'] },
  { source: 'const most = 4', changes: ['4 → 5'] },
  { source: "const text = a + ' b'", changes: [] },
  { source: 'record(ctx)', changes: ['record(ctx) → ;'] },
  { source: 'if (a) stop()', changes: ['a → true', 'a → false', 'stop() → ;'] },
  { source: "ctx.log.info('sent')", changes: [] },
  { source: "if (isSent) ctx.log.info('sent')", changes: [] },
  { source: 'find(and(a, b))', changes: ['find(and(a, b)) → ;', 'a → undefined', 'b → undefined'] },
  { source: 'find(and(...a))', changes: ['find(and(...a)) → ;'] },
  { source: 'const names = { 1: a }', changes: [] },
  {
    source: 'list.sort(a < b ? -1 : 1)',
    changes: ['list.sort(a < b ? -1 : 1) → ;', 'a < b → true', 'a < b → false', '< → <='],
  },
  { source: 'function f() { return undefined }', changes: [] },
  { source: 'function f() { return true }', changes: ['true → false'] },
  { source: "import a from 'a'; type B = 4", changes: [] },
])('the mutants of $source are $changes', ({ source, changes }) => {
  expect(changesIn(source)).toEqual(changes)
})

it('a mutant says where it is', () => {
  const [mutant] = mutantsOf('rule.ts', 'function f() {\n  return 1 - x\n}')
  expect(mutant).toMatchObject({ line: 2, from: '1 - x', to: 'undefined as never' })
})

it('a file with all its mutants acts as the one that is switched on, and unchanged if none is', () => {
  const source = "list.push(a ?? b ?? 'none'); list.push(a + 2 > b)"
  const mutants = numberedMutantsOf(source)
  const run = new Function('isMutant', 'list', 'a', 'b', withMutants(source, mutants))
  /** Returns what the file pushes for a = 3 and b = 5. */
  const pushedWith = (switchedOn: number | undefined) => {
    const list: unknown[] = []
    const [a, b] = [3, 5]
    run((number: number) => number === switchedOn, list, a, b)
    return list
  }
  expect(pushedWith(undefined)).toEqual([3, false])
  const changesOfFirstCall = [[false], ['none', false], [5, false]]
  const changesOfSecondCall = [[3], [3, true], [3, false], [3, true]]
  const pushed = mutants.map(({ number }) => pushedWith(number))
  expect(pushed).toEqual([...changesOfFirstCall, ...changesOfSecondCall])
})

it('a statement with a mutant leaves the `else` to the condition before it', () => {
  const source = 'if (isFirst) push(1)\nelse push(2)'
  const run = new Function('isMutant', 'isFirst', 'push', withMutants(source, numberedMutantsOf(source)))
  const noMutant = () => false
  const pushedIf = (isFirst: boolean) => {
    const list: number[] = []
    run(noMutant, isFirst, (item: number) => list.push(item))
    return list
  }
  expect(pushedIf(true)).toEqual([1])
  expect(pushedIf(false)).toEqual([2])
})
