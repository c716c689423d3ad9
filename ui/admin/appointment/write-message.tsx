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

const WAYS = [
  { value: 'sms', label: 'SMS' },
  { value: 'email', label: 'E-Mail' },
] as const

/** A button that opens a form in which staff write an SMS or an e-mail to the patient. */
export function WriteMessage({ booking: { id, contact } }: { booking: BookingDetail }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [way, setWay] = useState<'sms' | 'email'>(contact.email ? 'email' : 'sms')
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () =>
      adminRequest(
        admin.bookings[':id'].messages.$post({
          param: { id: encodeURIComponent(id) },
          json: { by: way, text },
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
          <ToggleSegment label="Weg der Nachricht" options={WAYS} value={way} onChange={setWay} />
          <MessageField
            label="Nachricht an die Patientin oder den Patienten"
            required
            focused
            help={way === 'sms' ? 'SMS sind auf gesperrten Bildschirmen zu lesen.' : 'Geht sofort hinaus.'}
            value={text}
            onChange={setText}
          />
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
            ref={wasOpen ? focusAtOnce : undefined}
            onClick={() => {
              setOpen(true)
              setWasOpen(true)
            }}
          >
            Nachricht schreiben
          </Button>
        </p>
      )}
    </section>
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
