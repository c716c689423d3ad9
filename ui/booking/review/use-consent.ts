import { useRef, useState } from 'react'
import { focusInMiddle } from '../../components/focus.ts'

/** Holds the consent to the terms, without which nothing is booked. */
export function useConsent() {
  const [isAccepted, setAccepted] = useState(false)
  /** Whether "Verbindlich reservieren" was pressed, so that a missing consent is an error. */
  const [isSubmitted, setSubmitted] = useState(false)
  const consentBoxRef = useRef<HTMLDivElement>(null)
  /** Focuses the checkbox. */
  const leadToConsent = () => focusInMiddle(consentBoxRef.current?.querySelector('input'))
  /** Shows that the consent is missing, if it is, and leads to the checkbox. */
  const checkConsent = () => {
    setSubmitted(true)
    if (!isAccepted) leadToConsent()
  }
  return {
    isAccepted,
    setAccepted,
    isMissing: isSubmitted && !isAccepted,
    consentBox: consentBoxRef,
    leadToConsent,
    checkConsent,
  }
}
