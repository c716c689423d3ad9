import { Button, LinkButton } from '../../components/button.tsx'
import { telLink } from '../../components/tel-link.ts'
import type { BookingDetail } from '../appointment/use-booking-detail.ts'
import { useCanOpen } from '../components/page-access.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { OWN_ADDRESS_PAGE, remedyText } from '../outbox/remedies.tsx'

export type BookingMessage = BookingDetail['messages'][number]

type RemedyLinkProps = {
  message: BookingMessage
  /** The title of the message, for screen readers. */
  title: string
  /** The patient's number; empty without one. */
  phone: string
  busy: boolean
  onResend: () => void
}

/**
 * The button or link of a remedy: correct the e-mail address, call the patient, or send the message again.
 * Nothing if none of them helps.
 */
export function RemedyLink({ message, title, phone, busy, onResend }: RemedyLinkProps) {
  const [, changeParams] = useSearchState('ask')
  const canOpen = useCanOpen()
  const { status, channel, emptied } = message
  // A sent message needs no remedy, but may be sent again.
  const remedy = status === 'sent' ? 'resend' : message.remedy
  const text = remedyText(remedy, channel)
  if (remedy === 'correct')
    return (
      <Button kind="link" onClick={() => changeParams({ ask: 'contact' })} aria-label={`${text}: ${title}`}>
        {text}
      </Button>
    )
  if (remedy === 'correct-own') {
    if (!canOpen(OWN_ADDRESS_PAGE)) return null
    return (
      <LinkButton kind="link" to={OWN_ADDRESS_PAGE}>
        {text}
      </LinkButton>
    )
  }
  if (remedy === 'call') {
    if (!phone) return null
    return (
      <LinkButton kind="link" href={telLink(phone)} aria-label={`${text}: ${phone}`}>
        {text}
      </LinkButton>
    )
  }
  // A message whose text was deleted cannot be sent again.
  if (remedy === null || emptied !== null) return null
  return (
    <Button
      kind="link"
      busy={busy}
      busyText="Wird gesendet …"
      onClick={onResend}
      aria-label={`${text}: ${title}`}
    >
      {text}
    </Button>
  )
}
