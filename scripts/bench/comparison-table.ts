import { printTable } from '../table.ts'
import { median } from './measure.ts'

/** A figure of both sides, one line of the table. The aim is for the ratio of ours to the reference's. */
export type Comparison = Readonly<{
  name: string
  /** One value for each round. */
  ours: readonly number[]
  reference: readonly number[]
  unit: string
  aim: { atLeast: number } | { atMost: number }
}>

/** Prints the table, and sets the exit status when an aim was missed. */
export function printComparisons(comparisons: readonly Comparison[]): void {
  const rows = comparisons.map(({ name, ours, reference, unit, aim }) => {
    const ratio = median(ours.map((value, round) => value / (reference[round] as number)))
    const isMet = 'atLeast' in aim ? ratio >= aim.atLeast : ratio <= aim.atMost
    if (!isMet) process.exitCode = 1
    return [
      name,
      medianText(ours, unit),
      medianText(reference, unit),
      ratio.toFixed(2),
      'atLeast' in aim ? `≥ ${aim.atLeast}` : `≤ ${aim.atMost}`,
      isMet ? 'yes' : 'NO',
    ]
  })
  printTable([['name', 'ours', 'reference', 'ratio', 'aim', 'ok'], ...rows])
}

function medianText(values: readonly number[], unit: string): string {
  const value = median(values)
  return `${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
