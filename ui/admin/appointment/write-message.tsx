import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { focusAtOnce } from '../../components/focus.ts'
import { ToggleSegment } from '../../components/segment.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useUnsaved } from '../forms/use-unsaved.ts'
import type { BookingDetail } from './use-booking-detail.ts'

type Channel = 'sms' | 'email'

const CHANNELS: readonly { value: Channel; label: string }[] = [
  { value: 'sms', label: 'SMS' },
  { value: 'email', label: 'E-Mail' },
]

/** A button that opens a form in which staff write an SMS or an e-mail to the patient. */
export function WriteMessage({ booking: { id, contact } }: { booking: BookingDetail }) {
  const [isOpen, setOpen] = useState(false)
  // The button takes the focus when it replaces the form, but not when the details open.
  const [hasBeenOpen, setHasBeenOpen] = useState(false)
  // E-mail comes first, because an SMS costs money and can be read on a locked phone.
  const [channel, setChannel] = useState<Channel>(contact.email ? 'email' : 'sms')
  // The text stays after "Abbrechen", so that a wrong press loses nothing, and so does the question below.
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () =>
      adminRequest(
        admin.bookings[':id'].messages.$post({
          param: { id: encodeURIComponent(id) },
          json: { by: channel, text },
        }),
      ),
    onSuccess: () => {
      setOpen(false)
      setText('')
    },
    onSettled: refreshAdminData,
  })
  useUnsaved(text !== '' && !send.isPending)
  return (
    <section className="stack gap-3">
      <OutcomeBanner
        outcome={toOutcome(send.error, 'Die Nachricht konnte nicht gesendet werden.', send.data?.message)}
      />
      {isOpen ? (
        <>
          <MessageInputs channel={channel} text={text} onChannel={setChannel} onText={setText} />
          <SendButtons
            isEmpty={text.trim() === ''}
            busy={send.isPending}
            onSend={() => send.mutate()}
            onCancel={() => setOpen(false)}
          />
        </>
      ) : (
        <p>
          <Button
            kind="link"
            ref={hasBeenOpen ? focusAtOnce : undefined}
            onClick={() => {
              setOpen(true)
              setHasBeenOpen(true)
            }}
          >
            Nachricht schreiben
          </Button>
        </p>
      )}
    </section>
  )
}

type MessageInputsProps = {
  channel: Channel
  text: string
  onChannel: (channel: Channel) => void
  onText: (text: string) => void
}

/** The choice of the channel, and the text, which takes the focus. */
function MessageInputs({ channel, text, onChannel, onText }: MessageInputsProps) {
  return (
    <>
      <ToggleSegment label="Weg der Nachricht" options={CHANNELS} value={channel} onChange={onChannel} />
      <MessageField
        label="Nachricht an die Patientin oder den Patienten"
        required
        focused
        help={channel === 'sms' ? 'SMS sind auf gesperrten Bildschirmen zu lesen.' : 'Geht sofort hinaus.'}
        value={text}
        onChange={onText}
      />
    </>
  )
}

type SendButtonsProps = { isEmpty: boolean; busy: boolean; onSend: () => void; onCancel: () => void }

/** The buttons that send the message and close the form. An empty message cannot be sent. */
function SendButtons({ isEmpty, busy, onSend, onCancel }: SendButtonsProps) {
  return (
    <div className="row">
      <Button kind="primary" disabled={isEmpty} busy={busy} busyText="Wird gesendet …" onClick={onSend}>
        Nachricht senden
      </Button>
      <Button onClick={onCancel}>Abbrechen</Button>
    </div>
  )
}
