import { type FormEvent, useRef, useState } from 'react'
import type { Contact } from '../../src/shared/contact/contact.ts'
import { hasCode } from '../api/http.ts'
import { focusInMiddle } from '../components/focus.ts'
import { answersTo, hasQuestions } from './questions/answer-draft.ts'
import { useRequestBooking } from './review/use-request-booking.ts'
import { useHoldExpiry } from './use-hold-expiry.ts'
import { useChosenService } from './use-services.ts'
import type { StepProps } from './use-wizard.ts'

/**
 * Holds what step 5 needs to send the booking: the consent, the token of the bot check, and `submit`, which
 * sends the booking once it has both.
 */
export function useReviewStep({ wizard, dispatch, contact, answers }: StepProps, checkedContact: Contact) {
  const { hold } = wizard
  const service = useChosenService(wizard.serviceId, dispatch)
  const [isAccepted, setAccepted] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const [token, setToken] = useState<string | null>()
  /** The React key of the bot check: a new number restarts the check. */
  const [botCheckNumber, setBotCheckNumber] = useState(0)
  const isSending = useRef(false)
  const isRepeated = useRef(false)
  const consentBox = useRef<HTMLDivElement>(null)

  // A refused booking has used up the bot check's token, which works only once.
  const resetBotCheck = () => {
    isSending.current = false
    setToken(undefined)
    setBotCheckNumber((number) => number + 1)
  }
  const request = useRequestBooking(wizard, dispatch, contact, resetBotCheck)
  useHoldExpiry(hold, request.isPending, dispatch)

  const send = (solvedToken: string | null | undefined) => {
    const lacksAnswers = hasQuestions(service) && !answers.current
    if (!isAccepted || !solvedToken || !hold || lacksAnswers || isSending.current) return
    isSending.current = true
    request.mutate({
      hold,
      contact: checkedContact,
      answers: answersTo(service, answers.current),
      token: solvedToken,
      service,
    })
  }
  const leadToConsent = () => focusInMiddle(consentBox.current?.querySelector('input'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!isAccepted) leadToConsent()
    isRepeated.current = false
    send(token)
  }
  // When the server demands a harder check, solving it sends the booking again automatically, but only once.
  const receiveToken = (solvedToken: string | null | undefined) => {
    setToken(solvedToken)
    const wantsHarderCheck = hasCode(request.error, 'bot_check_failed')
    if (!solvedToken || !wantsHarderCheck || isRepeated.current) return
    isRepeated.current = true
    send(solvedToken)
  }

  return {
    service,
    request,
    token,
    isAccepted,
    setAccepted,
    isSubmitted,
    botCheckNumber,
    receiveToken,
    consentBox,
    leadToConsent,
    submit,
  }
}
