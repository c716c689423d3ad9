import { type FormEvent, useRef, useState } from 'react'
import type { Contact } from '../../src/shared/contact/contact.ts'
import { hasCode } from '../api/http.ts'
import { answersTo, hasQuestions } from './questions/answer-draft.ts'
import type { BotCheckToken } from './review/bot-check-props.ts'
import { useConsent } from './review/use-consent.ts'
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
  const consent = useConsent()
  const [token, setToken] = useState<BotCheckToken>()
  /** The React key of the bot check: a new number restarts the check. */
  const [botCheckNumber, setBotCheckNumber] = useState(0)
  const isSendingRef = useRef(false)
  /** Whether the booking was sent again automatically since the last press. */
  const wasSentAgainRef = useRef(false)

  const prepareRetry = () => {
    isSendingRef.current = false
    // A refused booking has used up the bot check's token, which works only once.
    setToken(undefined)
    setBotCheckNumber((number) => number + 1)
  }
  const request = useRequestBooking(wizard, dispatch, contact, prepareRetry)
  useHoldExpiry(hold, request.isPending, dispatch)

  const send = (solvedToken: BotCheckToken) => {
    // A reload loses the answers. The wizard then goes back to the questions.
    const lacksAnswers = hasQuestions(service) && !answers.current
    if (!consent.isAccepted || !solvedToken || !hold || lacksAnswers) return
    // A second press may come before the button is rendered busy.
    if (isSendingRef.current) return
    isSendingRef.current = true
    request.mutate({
      hold,
      contact: checkedContact,
      answers: answersTo(service, answers.current),
      token: solvedToken,
      service,
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    consent.checkConsent()
    wasSentAgainRef.current = false
    send(token)
  }
  // When the server demands a harder check, solving it sends the booking again automatically, but only once.
  const receiveToken = (solvedToken: BotCheckToken) => {
    setToken(solvedToken)
    const wantsHarderCheck = hasCode(request.error, 'bot_check_failed')
    if (!solvedToken || !wantsHarderCheck || wasSentAgainRef.current) return
    wasSentAgainRef.current = true
    send(solvedToken)
  }

  return { service, request, consent, token, botCheckNumber, receiveToken, submit }
}
