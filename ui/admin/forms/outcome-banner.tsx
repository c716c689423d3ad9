import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../components/banner.tsx'
import type { FormOutcome } from './form-outcome.ts'

type OutcomeBannerProps = {
  outcome: FormOutcome | undefined
  /** True to move the focus here, because the control that had it may be gone. */
  takesFocus?: boolean
  /** Shown below the sentence, such as a button to undo. */
  children?: ReactNode
}

/**
 * The outcome of the last press of a button. The element stays in the page without an outcome, because screen
 * readers only announce text that appears in an element they know. A new outcome scrolls into view.
 */
export function OutcomeBanner({ outcome, takesFocus = false, children }: OutcomeBannerProps) {
  const bannerRef = useRef<HTMLDivElement>(null)
  const text = outcome?.text
  useEffect(() => {
    if (text === undefined) return
    bannerRef.current?.scrollIntoView({ block: 'nearest' })
    if (takesFocus) bannerRef.current?.focus()
  }, [text, takesFocus])

  return (
    <div
      ref={bannerRef}
      role={outcome?.tone === 'danger' ? 'alert' : 'status'}
      tabIndex={takesFocus ? -1 : undefined}
    >
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
