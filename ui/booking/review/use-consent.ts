import { useRef, useState } from 'react'
import { focusInMiddle } from '../../components/focus.ts'

/** Holds the consent to the terms, without which nothing is booked. */
export function useConsent() {
  const [isAccepted, setAccepted] = useState(false)
  /** Whether "Verbindlich reservieren" was pressed, so that a missing consent is an error. */
  const [isSubmitted, setSubmitted] = useState(false)
  const consentBoxRef = useRef<HTMLDivElement>(null)
  const leadToConsent = () => focusInMiddle(consentBoxRef.current?.querySelector('input'))
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
