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
  const canOpen = useCanOpen()
  const { remedy, phone, booking_id, name } = row
  const text = remedyText(remedy, channel)
  if (text === undefined) return null
  switch (remedy) {
    case 'resend':
    case 'resend-corrected':
      return (
        <Button
          size="small"
          aria-label={nameWith(text, name)}
          busy={busy}
          busyText="Wird gesendet …"
          onClick={onResend}
        >
          {text}
        </Button>
      )
    case 'correct':
      return booking_id && <CorrectButton text={text} name={name} bookingId={booking_id} onLeave={onLeave} />
    case 'correct-own':
      return (
        canOpen(OWN_ADDRESS_PAGE) && (
          <LinkButton size="small" to={OWN_ADDRESS_PAGE}>
            {text}
          </LinkButton>
        )
      )
    case 'call':
      return phone && <CallButton text={text} name={name} phone={phone} />
    case null:
      return null
  }
}

type CorrectButtonProps = Pick<UnsentMessage, 'name'> & {
  text: string
  bookingId: string
  onLeave: (() => void) | undefined
}

/** The button that opens the contact of the message's appointment, in which staff correct the address. */
function CorrectButton({ text, name, bookingId, onLeave }: CorrectButtonProps) {
  const [, changeParams] = useSearchState('booking', 'ask', 'entry')
  return (
    <Button
      size="small"
      aria-label={nameWith(text, name)}
      onClick={() => {
        onLeave?.()
        changeParams({ booking: bookingId, ask: 'contact', entry: '' }, { push: true })
      }}
    >
      {text}
    </Button>
  )
}

type CallButtonProps = Pick<UnsentMessage, 'name'> & { text: string; phone: string }

/** The telephone number of the patient as a link that calls it. */
function CallButton({ text, name, phone }: CallButtonProps) {
  return (
    <LinkButton size="small" href={telLink(phone)} aria-label={`${text}: ${name ?? ''} ${phone}`}>
      <Phone />
      <span className="num">{phone}</span>
    </LinkButton>
  )
}

/** Returns the accessible name of a button, which tells the rows apart by the name of the patient. */
function nameWith(text: string, name: string | null): string {
  return name ? `${text}: ${name}` : text
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
    <Button kind={look} busy={busy} onClick={onSettle} aria-label={nameWith(text, name)}>
      {text}
    </Button>
  )
}
