import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './account.module.css'

/** ISO/IEC 18004 asks for four empty squares around the code. */
const QUIET_ZONE = 4

/** A QR code drawn in the browser, because its text is a secret. A screen needs little redundancy. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(
    () => encode(text, { ecc: 'L', boostEcc: false, border: QUIET_ZONE }),
    [text],
  )
  return (
    <svg className={styles.qrCode} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={qrPath(data)} />
    </svg>
  )
}

/**
 * Returns the dark squares as one SVG path in units of a square. Neighbours in a row become one rectangle.
 */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
    .join('')
}

/** Returns start and length of each run of dark squares in a row. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  for (const [x, dark] of row.entries()) {
    const last = runs.at(-1)
    if (!dark) continue
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  }
  return runs
}
