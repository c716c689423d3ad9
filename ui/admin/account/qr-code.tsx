import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './account.module.css'

/** ISO/IEC 18004 asks for four empty squares around the code. */
const QUIET_ZONE = 4

/** A QR code. It is drawn in the browser, because its text is a secret. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(
    // The lowest error correction (L) needs the fewest squares, and suffices on a screen.
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
    .flatMap((row, y) => darkRunsOf(row).map(({ x, width }) => `M${x} ${y}h${width}v1h-${width}z`))
    .join('')
}

/** Returns start and length of each run of dark squares in a row. */
function darkRunsOf(row: readonly boolean[]): { x: number; width: number }[] {
  const runs: { x: number; width: number }[] = []
  for (const [x, isDark] of row.entries()) {
    if (!isDark) continue
    const lastRun = runs.at(-1)
    if (lastRun && lastRun.x + lastRun.width === x) lastRun.width += 1
    else runs.push({ x, width: 1 })
  }
  return runs
}
