import { Phone } from 'lucide-react'
import type { Remedy } from '../../../src/messaging/outbox/remedy.ts'
import type { Channel } from '../../../src/shared/messages/message-kinds.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { telLink } from '../../components/tel-link.ts'
import { useCanOpen } from '../components/page-access.ts'
import { useSearchState } from '../components/use-search-state.ts'

/** A message that was not sent, and how that was settled, if it was. */
export type UnsentMessage = {
  id: number
  booking_id: string | null
  name: string | null
  phone: string | null
  open: boolean
  remedy: Remedy | null
  settled: { at: string; by: string } | null
}

/** The page on which the practice's own e-mail address is corrected. */
export const OWN_ADDRESS_PAGE = '/admin/settings/urls'

/** Returns the label of the button for the remedy; undefined without a remedy. */
export function remedyText(remedy: Remedy | null, channel: Channel): string | undefined {
  const target = channel === 'sms' ? 'Nummer' : 'Adresse'
  switch (remedy) {
    case 'resend':
      return 'Noch einmal senden'
    case 'resend-corrected':
      return `An neue ${target} senden`
    case 'correct':
      return `${target} korrigieren`
    case 'correct-own':
      return 'Adresse der Ordination prüfen'
    case 'call':
      return 'Anrufen'
    case null:
      return undefined
  }
}

type RemedyButtonProps = {
  row: UnsentMessage
  channel: Channel
  /** True while the message is being queued. */
  busy: boolean
  onResend: () => void
  /** Called before another page or sheet opens. */
  onLeave?: () => void
}

/**
 * The button for the remedy: send again, correct the e-mail address or number, or call. Empty without a
 * remedy.
 */
export function RemedyButton({ row, channel, busy, onResend, onLeave }: RemedyButtonProps) {
  const [, changeParams] = useSearchState('booking', 'ask', 'entry')
  const canOpen = useCanOpen()
  const { remedy, phone, booking_id, name } = row
  const text = remedyText(remedy, channel)
  if (text === undefined) return null
  const accessibleName = name ? `${text}: ${name}` : text
  if (remedy === 'resend' || remedy === 'resend-corrected')
    return (
      <Button
        aria-label={accessibleName}
        size="small"
        busy={busy}
        busyText="Wird gesendet …"
        onClick={onResend}
      >
        {text}
      </Button>
    )
  if (remedy === 'correct' && booking_id)
    return (
      <Button
        aria-label={accessibleName}
        size="small"
        onClick={() => {
          onLeave?.()
          changeParams({ booking: booking_id, ask: 'contact', entry: '' }, { push: true })
        }}
      >
        {text}
      </Button>
    )
  if (remedy === 'correct-own' && canOpen(OWN_ADDRESS_PAGE))
    return (
      <LinkButton size="small" to={OWN_ADDRESS_PAGE}>
        {text}
      </LinkButton>
    )
  if (remedy === 'call' && phone)
    return (
      <LinkButton size="small" href={telLink(phone)} aria-label={`${text}: ${name ?? ''} ${phone}`}>
        <Phone />
        <span className="num">{phone}</span>
      </LinkButton>
    )
  return null
}

type SettleButtonProps = {
  row: UnsentMessage
  channel: Channel
  look: 'link' | 'quiet'
  busy: boolean
  onSettle: () => void
}

/** A button that records that a failure was settled in another way. Shown while the failure is open. */
export function SettleButton({
  row: { open, phone, name },
  channel,
  look,
  busy,
  onSettle,
}: SettleButtonProps) {
  if (!open) return null
  // Telling the patient by telephone does not put the appointment into Odoo.
  const text = phone && channel !== 'erp' ? 'Angerufen, erledigt' : 'Erledigt'
  return (
    <Button kind={look} busy={busy} onClick={onSettle} aria-label={name ? `${text}: ${name}` : text}>
      {text}
    </Button>
  )
}
