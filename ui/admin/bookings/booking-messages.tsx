import { useMutation } from '@tanstack/react-query'
import { showPhone } from '../../../src/shared/contact/phone.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { queryClient } from '../../api/query-client.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import { telLink } from '../../components/links.ts'
import styles from '../appointment/appointment.module.css'
import { messageText } from '../appointment/message-text.ts'
import { type BookingDetail, bookingQuery } from '../appointment/use-booking-detail.ts'
import { useCanOpen } from '../components/page-access.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
import { OWN_ADDRESS_PAGE, remedyText } from '../outbox/remedies.tsx'

type BookingMessage = BookingDetail['messages'][number]

/** The messages about an appointment, each with its status and, if something can be done, one button. */
export function BookingMessages({ booking: { id, messages, contact } }: { booking: BookingDetail }) {
  const resend = useMutation({
    mutationFn: ({ channel, id: messageId }: BookingMessage) =>
      adminRequest(
        admin.bookings[':id'].messages[':channel'][':messageId'].resend.$post({
          param: { id: encodeURIComponent(id), channel, messageId: String(messageId) },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: bookingQuery(id).queryKey }),
  })
  return (
    <section>
      <h3 className="mb-3">Nachrichten</h3>
      <OutcomeBanner outcome={toOutcome(resend.error, 'Senden fehlgeschlagen.', resend.data?.message)} />
      {messages.length === 0 ? (
        <p className="muted small">Hier stehen E-Mails und SMS zu diesem Termin. Noch ging keine hinaus.</p>
      ) : (
        <ul className={`stack gap-3 small ${styles.history}`}>
          {messages.map((message) => (
            <li key={`${message.channel} ${message.id}`}>
              <time className="muted" dateTime={message.created_at}>
                {shortDayTime(message.created_at)}
              </time>
              <MessageLine
                message={message}
                phone={showPhone(contact.mobile, contact.country)}
                busy={resend.isPending && resend.variables === message}
                onResend={() => resend.mutate(message)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type MessageLineProps = {
  message: BookingMessage
  /** The patient's number; empty without one. */
  phone: string
  busy: boolean
  onResend: () => void
}

/** A message with its status and the button of its remedy. */
function MessageLine({ message, phone, busy, onResend }: MessageLineProps) {
  const { title, state, reason } = messageText(message)
  const { recipient } = message
  return (
    <span>
      {title}
      <span className={`muted break ${styles.more}`}>
        {recipient ? `${state} an ${recipient}` : state}
        {reason && `: ${reason}`}
      </span>
      <RemedyLink message={message} title={title} phone={phone} busy={busy} onResend={onResend} />
    </span>
  )
}

/**
 * The button or link of a remedy: correct the address, call the patient, or send the message again. Nothing
 * if none of them helps.
 */
function RemedyLink({ message, title, phone, busy, onResend }: MessageLineProps & { title: string }) {
  const [, changeAddress] = useSearchState('ask')
  const canOpen = useCanOpen()
  const { status, channel, emptied } = message
  // A sent message needs no remedy, but may be sent again.
  const remedy = status === 'sent' ? 'resend' : message.remedy
  const text = remedyText(remedy, channel)
  if (remedy === 'correct')
    return (
      <Button kind="link" onClick={() => changeAddress({ ask: 'contact' })} aria-label={`${text}: ${title}`}>
        {text}
      </Button>
    )
  if (remedy === 'correct-own')
    return (
      canOpen(OWN_ADDRESS_PAGE) && (
        <LinkButton kind="link" to={OWN_ADDRESS_PAGE}>
          {text}
        </LinkButton>
      )
    )
  if (remedy === 'call')
    return (
      phone && (
        <LinkButton kind="link" href={telLink(phone)} aria-label={`${text}: ${phone}`}>
          {text}
        </LinkButton>
      )
    )
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
