import { useEffect, useRef, useState } from 'react'
import styles from './admin-frame.module.css'
import { StatusBanner } from './outbox/status-banner.tsx'

/** The status of the portal. A long text can be scrolled, also by keyboard. */
export function StatusLine() {
  const line = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const box = line.current
    if (!box) return
    // Rounding may add a pixel to a height.
    const measure = () => setLong(box.scrollHeight > box.clientHeight + 1)
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    const changes = new MutationObserver(measure)
    changes.observe(box, { childList: true, subtree: true, characterData: true })
    return () => {
      sizes.disconnect()
      changes.disconnect()
    }
  }, [])
  return (
    <div ref={line} className={styles.status} role="status" tabIndex={isLong ? 0 : undefined}>
      <StatusBanner />
    </div>
  )
}
