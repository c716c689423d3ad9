import fc from 'fast-check'

/** The services of the demo practice, in minutes. */
export const SERVICES = [
  { id: 'erstordination', before: 0, length: 45, after: 5, step: 15 },
  { id: 'folgebehandlung', before: 0, length: 30, after: 0, step: 15 },
  { id: 'akupunktur', before: 5, length: 40, after: 5, step: 20 },
  { id: 'facial', before: 10, length: 90, after: 10, step: 30 },
] as const

/** A command of a model test: its kind and parameters. One of weight 4 is drawn twice as often as one of weight 2. */
export function command<const Kind extends string, Parameters extends object>(
  weight: number,
  kind: Kind,
  parameters: { [Name in keyof Parameters]: fc.Arbitrary<Parameters[Name]> },
) {
  const arbitrary = fc.record<Parameters>(parameters).map((drawn) => ({ kind, ...drawn }))
  return { weight, arbitrary }
}
