import fc from 'fast-check'

/**
 * Returns how many cases a model test tries: the usual number, or the one in the environment, as in
 * `MODEL_CASES=10000 npm run unit -- src/booking/moves.model.test.ts`. A failure prints the seed and the
 * shortest steps that reproduce it.
 */
export function casesOf(usual: number): number {
  return Number(process.env.MODEL_CASES ?? usual)
}

/** Describes a command of a model test. A command of weight 4 is drawn twice as often as one of weight 2. */
export function command<const Kind extends string, Parameters extends object>(
  weight: number,
  kind: Kind,
  parameters: { [Name in keyof Parameters]: fc.Arbitrary<Parameters[Name]> },
) {
  const arbitrary = fc.record<Parameters>(parameters).map((drawn) => ({ kind, ...drawn }))
  return { weight, arbitrary }
}

/** Returns an element by a random number; undefined where there is none. */
export function pickFrom<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(1, list.length)]
}
