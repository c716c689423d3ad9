import fc from 'fast-check'

/** This module has what model tests are made of: how many cases they try, and commands drawn at random. */

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
 * @param parameters the arbitrary of each parameter of the command, by its name
 */
export function weightedCommand<const Kind extends string, Parameters extends object>(
  weight: number,
  kind: Kind,
  parameters: { [Name in keyof Parameters]: fc.Arbitrary<Parameters[Name]> },
) {
  const arbitrary = fc.record<Parameters>(parameters).map((drawn) => ({ kind, ...drawn }))
  return { weight, arbitrary }
}

/** Returns an element by a random number; undefined where there is none. */
export function pickFrom<T>(list: readonly T[], random: number): T | undefined {
  // For an empty list the index is NaN, so that the element is undefined.
  return list[random % list.length]
}
