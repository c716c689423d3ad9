import type { ReactNode } from 'react'
import { useStatus } from '../api/status.ts'
import styles from './page-frame.module.css'

/** A line above every page while the practice is the demo; `children` stand at its end. */
export function DemoNotice({ children }: { children?: ReactNode }) {
  if (!useStatus().data?.demo) return null
  return (
    <aside className={`small ${styles.notice} ${styles.demo}`} aria-label="Demo">
      <b>Demo</b>, keine echten Termine {children}
    </aside>
  )
}
