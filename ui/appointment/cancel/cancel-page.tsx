import { CalendarCheck, CalendarClock, CalendarPlus, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { TOO_LATE } from '../../../src/shared/booking.ts'
import { cancelBooking } from '../../api/public.ts'
import { ServerState } from '../../api/query-client.tsx'
import { serverNow } from '../../api/server-clock.ts'
import { ActionBar } from '../../components/action-bar.tsx'
import { ActionList, ActionRow } from '../../components/action-list.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { PageFrame } from '../../components/page-frame.tsx'
import { TitledHeading } from '../../components/page-heading.tsx'
import { Appointment, AppointmentSummary } from '../appointment-card.tsx'
import { MissingId } from '../invalid-link.tsx'
import { MessageField } from '../message-field.tsx'
import { Failure, Success } from '../outcome.tsx'
import { QueryState } from '../query-state.tsx'
import { ALREADY, CANCEL_FAILURE, NOT_FOUND } from '../texts.ts'
import { isNotFound, useBooking } from '../use-booking.ts'
import { useChange } from '../use-change.ts'
import { lateFor, lateIn } from './late.ts'
import { TooLate } from './too-late.tsx'

const HEADING = 'Termin stornieren'

/** /patient/reject: the page on which a patient cancels an appointment. */
export function CancelPage() {
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  return (
    <ServerState>
      <PageFrame narrow>{id ? <Cancellation id={id} /> : <MissingId heading={HEADING} />}</PageFrame>
    </ServerState>
  )
}

/** Opening the page changes nothing; only the button does. */
function Cancellation({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const query = useBooking(id)
  const [reason, setReason] = useState('')
  const { outcome, refusal, error, busy, submit } = useChange(id, () =>
    cancelBooking({ id, message: reason }),
  )

  const booking = query.data
  const known = typeof booking === 'object' ? booking : undefined
  const submitted = outcome ?? refusal
  const over = known?.status === 'cancelled' || known?.status === 'rejected' ? known.status : undefined
  const late = (refusal && lateIn(refusal)) ?? (known && !over ? lateFor(known, serverNow()) : undefined)
  const heading = isNotFound(query.error) ? NOT_FOUND : HEADING
  const overviewUrl = `/patient/overview?id=${encodeURIComponent(id)}`

  return (
    <>
      <TitledHeading>
        {outcome ? 'Termin storniert' : refusal ? 'Termin nicht storniert' : heading}
      </TitledHeading>
      <QueryState query={query} />
      {booking !== undefined && (
        <div className="stack gap-5">
          {outcome && <Success outcome={outcome} title={outcome.note || 'Der Termin wurde storniert.'} />}
          {refusal && <Failure error={refusal} fallback={late ? TOO_LATE : CANCEL_FAILURE} />}
          {!submitted && over && <Banner tone="warning" title={ALREADY[over]} />}
          {!submitted && late && <Banner tone="danger" title={TOO_LATE} />}
          {late && <TooLate {...late} />}
          <Appointment booking={booking} />
          {!submitted && !over && !late && (
            <>
              <MessageField
                label="Grund"
                help="Steht in der Nachricht an die Ordination."
                value={reason}
                onChange={setReason}
              />
              {error && <Failure error={error} fallback={CANCEL_FAILURE} />}
              <ActionBar
                icon={<CalendarClock />}
                chosen={<AppointmentSummary booking={booking} />}
                onBack={() => navigate(overviewUrl)}
                main={
                  <Button kind="danger" wide busy={busy} busyText="Stornieren …" onClick={submit}>
                    <CalendarX />
                    Termin stornieren
                  </Button>
                }
              />
            </>
          )}
          {over && (
            <ActionList>
              <ActionRow icon={<CalendarPlus />} to="/">
                Neuen Termin buchen
              </ActionRow>
              <ActionRow icon={<CalendarCheck />} to={overviewUrl}>
                Terminübersicht öffnen
              </ActionRow>
            </ActionList>
          )}
        </div>
      )}
    </>
  )
}
