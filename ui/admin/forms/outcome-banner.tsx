import { type ReactNode, useEffect, useRef } from 'react'
import { Banner } from '../../components/banner.tsx'
import type { FormOutcome } from './use-submit-form.ts'

type OutcomeBannerProps = {
  outcome: FormOutcome | undefined
  /** True where the control that had the focus may be gone. */
  takesFocus?: boolean
  /** Help about the outcome. */
  children?: ReactNode
}

/**
 * The outcome of the last press of a button. It stays in the page while empty, so that screen readers
 * announce its text.
 */
export function OutcomeBanner({ outcome, takesFocus = false, children }: OutcomeBannerProps) {
  const ref = useRef<HTMLDivElement>(null)
  const text = outcome?.text
  useEffect(() => {
    if (text === undefined) return
    ref.current?.scrollIntoView({ block: 'nearest' })
    if (takesFocus) ref.current?.focus()
  }, [text, takesFocus])

  return (
    <div
      ref={ref}
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
