import { useMutation } from '@tanstack/react-query'
import { showPhone } from '../../../src/shared/contact/phone-shown.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { queryClient } from '../../api/query-client.tsx'
import styles from '../appointment/appointment.module.css'
import { messageText } from '../appointment/message-text.ts'
import { type BookingDetail, bookingQuery } from '../appointment/use-booking-detail.ts'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { type BookingMessage, RemedyLink } from './remedy-link.tsx'

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
