import { printTable } from '../table.ts'
import { median } from './measure.ts'

/** One line of the table: a quantity, measured on both sides. */
export type Comparison = Readonly<{
  name: string
  /** One value per round. */
  ours: readonly number[]
  reference: readonly number[]
  /** The unit of the values. */
  unit: string
  /** The aim for the ratio of ours to the reference. */
  ratioAim: RatioAim
}>

type RatioAim = Readonly<{ kind: 'at least' | 'at most'; ratio: number }>

/** The aims of a comparison: the ratio must not be smaller, or not be larger. */
export const atLeast = (ratio: number): RatioAim => ({ kind: 'at least', ratio })
export const atMost = (ratio: number): RatioAim => ({ kind: 'at most', ratio })

/** Prints the table. Sets exit status 1 if a ratio misses its aim. */
export function printComparisons(comparisons: readonly Comparison[]): void {
  const rows = comparisons.map(({ name, ours, reference, unit, ratioAim }) => {
    const ratio = median(ours.map((value, round) => value / (reference[round] as number)))
    const isMet = ratioAim.kind === 'at least' ? ratio >= ratioAim.ratio : ratio <= ratioAim.ratio
    if (!isMet) process.exitCode = 1
    return [
      name,
      medianText(ours, unit),
      medianText(reference, unit),
      ratio.toFixed(2),
      `${ratioAim.kind === 'at least' ? '≥' : '≤'} ${ratioAim.ratio}`,
      isMet ? 'yes' : 'NO',
    ]
  })
  printTable([['name', 'ours', 'reference', 'ratio', 'aim', 'ok'], ...rows])
}

function medianText(values: readonly number[], unit: string): string {
  const value = median(values)
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
