import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../components/banner.tsx'
import styles from './outcome-banner.module.css'
import type { Outcome } from './use-submit-form.ts'

type OutcomeBannerProps = {
  outcome: Outcome | undefined
  /** What can be done about it. */
  children?: ReactNode
}

/** What came of the last press of a button: green or red, and read out. Its place stays when it is empty. */
export function OutcomeBanner({ outcome, children }: OutcomeBannerProps) {
  const place = useRef<HTMLDivElement>(null)
  const text = outcome?.text
  useEffect(() => {
    if (text !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [text])

  return (
    <div ref={place} className={styles.place} role={outcome?.tone === 'danger' ? 'alert' : 'status'}>
      {outcome && (
        <Banner tone={outcome.tone}>
          <p>{outcome.text}</p>
          {outcome.more && <p>{outcome.more}</p>}
          {children}
        </Banner>
      )}
    </div>
  )
}
