import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Checkbox } from '../../components/field.tsx'
import { telLink } from '../../components/links.ts'
import { channelsText } from '../components/reach.ts'
import type { Conflict } from './conflict.ts'
import type { BulkAnswer } from './use-bulk-change.ts'

type ConflictRowProps = {
  booking: Conflict
  answer: BulkAnswer | undefined
  isTicked: boolean
  busy: boolean
  onTick: (on: boolean) => void
  /** Shown while the appointment is ticked. */
  children: ReactNode
}

/** One appointment, or the result of its change. */
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
          {!answer.succeeded && <ToCall id={booking.id} mobile={mobile} />}
        </Banner>
      )}
    </li>
  )
}

/** The number of somebody whom no message reaches, with a tick for the call. */
function ToCall({ id, mobile }: { id: string; mobile: string }) {
  const call = useMutation({
    mutationFn: () =>
      adminRequest(admin.bookings[':id'].called.$post({ param: { id: encodeURIComponent(id) } })),
  })
  return (
    <Checkbox
      checked={call.isSuccess}
      disabled={call.isPending || call.isSuccess}
      onChange={() => call.mutate()}
      help={mobile && <a href={telLink(mobile)}>{mobile}</a>}
      error={call.error ? 'Das ließ sich nicht vermerken.' : undefined}
    >
      Angerufen
    </Checkbox>
  )
}
