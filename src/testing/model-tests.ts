import fc from 'fast-check'

/**
 * Returns how many cases a model test tries: the usual number, or the one in the environment, as in
 * `MODEL_CASES=10000 npm run unit -- src/booking/moves.model.test.ts`. A failure prints the seed and the
 * shortest steps that reproduce it.
 */
export function caseCount(usual: number): number {
  return Number(process.env.MODEL_CASES ?? usual)
}

/**
 * Returns the arbitrary of a command of a model test, with its weight. A command of weight 4 is drawn twice
 * as often as one of weight 2.
 */
export function weightedCommand<const Kind extends string, Drawn extends object>(
  weight: number,
  kind: Kind,
  parameters: { [Name in keyof Drawn]: fc.Arbitrary<Drawn[Name]> },
) {
  const arbitrary = fc.record<Drawn>(parameters).map((drawn) => ({ kind, ...drawn }))
  return { weight, arbitrary }
}

/** Returns an element by a random number; undefined where there is none. */
export function pickFrom<T>(list: readonly T[], random: number): T | undefined {
  // An empty list has no element `NaN`.
  return list[random % list.length]
}
