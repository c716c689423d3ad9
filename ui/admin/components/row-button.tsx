import type { ReactNode } from 'react'
import styles from './row-button.module.css'

/** In the first cell of a DataTable's row: does by keyboard what a press on the row does. */
export function RowButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.button} aria-haspopup="dialog" onClick={onPress}>
      {children}
    </button>
  )
}
