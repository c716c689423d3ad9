import { useState } from 'react'
import { BOOKINGS_AT_ONCE } from '../../../src/shared/booking-limits.ts'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { Checkbox } from '../../components/checkbox.tsx'
import { ConfirmAction } from '../components/confirm-action.tsx'
import type { OpenRequest } from './use-dashboard.ts'

type RejectMarkedDialogProps = { requests: readonly OpenRequest[]; onClose: () => void }

/**
 * A dialog that rejects marked requests without a message, those that are ticked (docs/behaviour.md 12.32).
 * Requests are marked where unusually many came from one e-mail address or connection.
 */
export function RejectMarkedDialog({ requests, onClose }: RejectMarkedDialogProps) {
  // The list stays as it was when the dialog opened, so that no newer request is rejected.
  const [listed] = useState(requests)
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const ids = listed.map(({ id }) => id).filter((id) => !unticked.has(id))
  const countText = ids.length === 1 ? '1 Anfrage' : `${ids.length} Anfragen`
  const rejectTicked = async () => {
    // One call takes a limited number of requests.
    for (let first = 0; first < ids.length; first += BOOKINGS_AT_ONCE) {
      const json = { ids: ids.slice(first, first + BOOKINGS_AT_ONCE) }
      await adminRequest(admin.bookings.reject.$post({ json }))
    }
  }
  const tick = (id: string, isOn: boolean) =>
    setUnticked((before) => new Set(isOn ? [...before].filter((each) => each !== id) : [...before, id]))

  return (
    <ConfirmAction
      title="Auffällige Anfragen ablehnen"
      button={ids.length > 0 && `${countText} ablehnen`}
      busyText="Wird abgelehnt …"
      failure="Ablehnen fehlgeschlagen."
      action={rejectTicked}
      onClose={onClose}
    >
      <p>
        Ihre Zeiten werden frei, und niemand bekommt eine Nachricht. Darunter können echte Patientinnen und
        Patienten sein: Nehmen Sie bei ihnen den Haken weg.
      </p>
      <ul className="stack gap-3" aria-label="Auffällige Anfragen">
        {listed.map(({ id, name, start, service_name, mobile }) => (
          <li key={id}>
            <Checkbox
              checked={!unticked.has(id)}
              onChange={({ target }) => tick(id, target.checked)}
              help={
                <span className="num">
                  {shortDayTime(start)}, {service_name}, {mobile}
                </span>
              }
            >
              {name}
            </Checkbox>
          </li>
        ))}
      </ul>
    </ConfirmAction>
  )
}
