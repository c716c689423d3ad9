import { useState } from 'react'
import { TOO_LATE } from '../../../src/shared/booking.ts'
import { cancelBooking } from '../../api/public.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { TitledHeading } from '../../components/page-heading.tsx'
import { ALREADY } from '../already.ts'
import { Appointment } from '../appointment.tsx'
import { Done } from '../done.tsx'
import { WaysOn } from '../next-steps.tsx'
import { NOT_FOUND, NotThere } from '../not-there.tsx'
import layout from '../page.module.css'
import { Refusal } from '../refusal.tsx'
import { isNotFound, useBooking } from '../use-booking.ts'
import { usePress } from '../use-press.ts'
import { CancelForm } from './cancel-form.tsx'
import { CANCEL_FAILURE } from './cancel-text.ts'
import { lateFor, lateIn } from './late.ts'
import { TooLate } from './too-late.tsx'

export const CANCEL_HEADING = 'Termin stornieren'

/** One appointment and the one way to call it off. Opening the page changes nothing; only the button does. */
export function Cancellation({ id }: { id: string }) {
  const query = useBooking(id)
  const [reason, setReason] = useState('')
  const { outcome, refusal, fault, busy, press } = usePress(id, () => cancelBooking({ id, message: reason }))

  const booking = query.data
  const known = typeof booking === 'object' ? booking : undefined
  const pressed = outcome ?? refusal
  const over = known?.status === 'cancelled' || known?.status === 'rejected' ? known.status : undefined
  const late = (refusal && lateIn(refusal)) ?? (known && !over ? lateFor(known, serverNow()) : undefined)
  const open = !pressed && !over && !late
  const heading = isNotFound(query.error) ? NOT_FOUND : CANCEL_HEADING

  return (
    <>
      <TitledHeading>
        {outcome ? 'Termin storniert' : refusal ? 'Termin nicht storniert' : heading}
      </TitledHeading>
      <NotThere query={query} />
      {booking !== undefined && (
        <div className={layout.page}>
          {outcome && <Done outcome={outcome} title={outcome.note || 'Der Termin wurde storniert.'} />}
          {refusal && <Refusal error={refusal} fallback={late ? TOO_LATE : CANCEL_FAILURE} />}
          {!pressed && over && <Banner tone="warning" title={ALREADY[over]} />}
          {!pressed && late && <Banner tone="danger" title={TOO_LATE} />}
          {late && <TooLate {...late} />}
          <Appointment booking={booking} />
          {open && (
            <CancelForm
              id={id}
              booking={booking}
              reason={reason}
              onReason={setReason}
              busy={busy}
              error={fault}
              onPress={press}
            />
          )}
          {over && <WaysOn id={id} />}
        </div>
      )}
    </>
  )
}
