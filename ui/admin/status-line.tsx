import { useEffect, useRef, useState } from 'react'
import styles from './admin-frame.module.css'
import { useAdminStatus } from './components/use-admin-status.ts'
import { StatusBanner } from './outbox/status-banner.tsx'

/**
 * The status of the portal. A long text can be scrolled, also by keyboard. Screen readers announce a new
 * problem, but not each further minute of the same one.
 */
export function StatusLine() {
  const lineRef = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const differsOnlyInNumbers = useDiffersOnlyInNumbers(useAdminStatus().data?.message ?? '')
  useEffect(() => {
    const box = lineRef.current
    if (!box) return
    // Rounding may add a pixel to a height.
    const measure = () => setLong(box.scrollHeight > box.clientHeight + 1)
    const sizeObserver = new ResizeObserver(measure)
    sizeObserver.observe(box)
    const textObserver = new MutationObserver(measure)
    textObserver.observe(box, { childList: true, subtree: true, characterData: true })
    return () => {
      sizeObserver.disconnect()
      textObserver.disconnect()
    }
  }, [])
  return (
    <div
      ref={lineRef}
      className={styles.status}
      role="status"
      aria-live={differsOnlyInNumbers ? 'off' : 'polite'}
      tabIndex={isLong ? 0 : undefined}
    >
      <StatusBanner />
    </div>
  )
}

/** Returns whether the text differs from the one before it only in numbers. */
function useDiffersOnlyInNumbers(text: string): boolean {
  const [shown, setShown] = useState({ text, differsOnlyInNumbers: false })
  if (text !== shown.text)
    setShown({ text, differsOnlyInNumbers: withoutNumbers(text) === withoutNumbers(shown.text) })
  return shown.differsOnlyInNumbers
}

function withoutNumbers(text: string): string {
  return text.replace(/\d+/g, '')
}
