import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { ToggleSegment } from '../../components/segment.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'
import type { BookingDetail } from './use-booking-detail.ts'

const WAYS = [
  { value: 'sms', label: 'SMS' },
  { value: 'email', label: 'E-Mail' },
] as const

/** Writes to the patient of one appointment. A press opens the form. */
export function WriteMessage({ booking: { id, contact } }: { booking: BookingDetail }) {
  const [isOpen, setOpen] = useState(false)
  const [by, setBy] = useState<'sms' | 'email'>(contact.email ? 'email' : 'sms')
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () =>
      adminRequest(
        admin.bookings[':id'].messages.$post({ param: { id: encodeURIComponent(id) }, json: { by, text } }),
      ),
    onSuccess: () => {
      setOpen(false)
      setText('')
    },
    onSettled: refreshShown,
  })
  return (
    <section className="stack gap-3">
      <OutcomeBanner
        outcome={toOutcome(send.error, 'Die Nachricht konnte nicht gesendet werden.', send.data?.message)}
      />
      {isOpen ? (
        <>
          <ToggleSegment label="Weg der Nachricht" options={WAYS} value={by} onChange={setBy} />
          <MessageField
            label="Nachricht an die Patientin oder den Patienten"
            focused
            help={by === 'sms' ? 'SMS sind auf gesperrten Bildschirmen zu lesen.' : 'Geht sofort hinaus.'}
            value={text}
            onChange={setText}
          />
          <div className="row">
            <Button
              kind="primary"
              disabled={text.trim() === ''}
              busy={send.isPending}
              busyText="Wird gesendet …"
              onClick={() => send.mutate()}
            >
              Nachricht senden
            </Button>
            <Button onClick={() => setOpen(false)}>Abbrechen</Button>
          </div>
        </>
      ) : (
        <p>
          <Button kind="link" onClick={() => setOpen(true)}>
            Nachricht schreiben
          </Button>
        </p>
      )}
    </section>
  )
}
