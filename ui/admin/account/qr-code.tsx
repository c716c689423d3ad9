import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './qr-code.module.css'
import { qrPath } from './qr-path.ts'

/** ISO/IEC 18004 asks for four empty squares around the code. */
const QUIET_ZONE = 4

/** Drawn in this browser: what it says is a secret. With little redundancy, since a screen has neither dirt nor folds. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(
    () => encode(text, { ecc: 'L', boostEcc: false, border: QUIET_ZONE }),
    [text],
  )
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={qrPath(data)} />
    </svg>
  )
}
