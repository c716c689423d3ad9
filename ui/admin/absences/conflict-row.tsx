import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { telLink } from '../../components/tel-link.ts'
import { channelsText } from '../components/reach-text.ts'
import type { Conflict } from './conflict.ts'
import type { BulkAnswer } from './send-bulk-change.ts'

type ConflictRowProps = {
  booking: Conflict
  /** Undefined until the appointment is changed. */
  answer: BulkAnswer | undefined
  isTicked: boolean
  busy: boolean
  onTick: (isOn: boolean) => void
  /** Shown while the appointment is ticked. */
  children: ReactNode
}

/** An appointment with a tick to select it for the change, or the result of the change. */
export function ConflictRow({ booking, answer, isTicked, busy, onTick, children }: ConflictRowProps) {
  const { name, start, service_name, mobile, by } = booking
  const facts = (
    <>
      <span className="muted num">{shortDayTime(start)}</span>, {service_name}, {channelsText(by)}
    </>
  )
  return (
    <li className="stack gap-2">
      {answer === undefined ? (
        <>
          <Checkbox
            checked={isTicked}
            disabled={busy}
            onChange={({ target }) => onTick(target.checked)}
            help={facts}
          >
            {name}
          </Checkbox>
          {isTicked && children}
        </>
      ) : (
        <Banner tone={answer.succeeded ? 'good' : 'warning'} title={name}>
          <p>{facts}</p>
          <p>{answer.text}</p>
          {!answer.succeeded && <CallTick id={booking.id} mobile={mobile} />}
        </Banner>
      )}
    </li>
  )
}

/** The phone number of a patient whom no message reaches, with a tick that records the call. */
function CallTick({ id, mobile }: { id: string; mobile: string }) {
  const markCalled = useMutation({
    mutationFn: () =>
      adminRequest(admin.bookings[':id'].called.$post({ param: { id: encodeURIComponent(id) } })),
  })
  return (
    <Checkbox
      checked={markCalled.isSuccess}
      disabled={markCalled.isPending || markCalled.isSuccess}
      onChange={() => markCalled.mutate()}
      help={mobile && <a href={telLink(mobile)}>{mobile}</a>}
      error={markCalled.error ? 'Das ließ sich nicht vermerken.' : undefined}
    >
      Angerufen
    </Checkbox>
  )
}
