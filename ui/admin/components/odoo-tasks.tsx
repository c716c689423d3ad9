import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { clockTime, fullDayTime, shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { fieldsOf, sentenceOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import styles from './admin.module.css'

type Tasks = NonNullable<InferResponseType<typeof admin.overview.$get>['odoo']>
type OdooConflict = Tasks['conflicts'][number]
type Change = Tasks['changes'][number]
/** The new start of the booking; null resets the event in Odoo. */
type Settlement = Pick<Change, 'booking_id' | 'booking_start'> & { move: string | null }
type Settle = UseMutationResult<{ note?: string | undefined }, Error, Settlement>

/**
 * Lists the appointments that are not the same here and in Odoo or another calendar, each with its patient
 * and what can be done (docs/behaviour.md 17.12, 17.13 and 20.9). Shows nothing while there are none.
 */
export function OdooTasks({ conflicts, changes }: Tasks) {
  const settle: Settle = useMutation({
    mutationFn: async ({ booking_id, booking_start: from, move }: Settlement) => {
      const param = { id: encodeURIComponent(booking_id) }
      if (move === null) return adminRequest(admin.odoo.bookings[':id'].restore.$post({ param }))
      const json = { start: move, from, message: '', notify: true }
      const { note } = await adminRequest(admin.bookings[':id'].move.$post({ param, json }))
      return { note }
    },
    onSettled: refreshShown,
  })
  const { data, error } = settle
  const isElsewhere = conflicts.some(({ kind }) => kind === 'calendar')
  const title = isElsewhere ? 'Anders als in Odoo oder in anderen Kalendern' : 'Anders als in Odoo'
  const isEmpty = conflicts.length + changes.length === 0
  // The outcome of the last press stays when no task is left.
  if (isEmpty && settle.isIdle) return null
  return (
    <section className="card" aria-label={title}>
      <h2 className={styles.listHead}>{title}</h2>
      <div role="status" className={data && 'padded'}>
        {data && <Banner tone="good">{data.note}</Banner>}
      </div>
      {error && (
        <div className="padded">
          <Banner tone="danger" role="alert">
            {reasonOf(error)}
          </Banner>
        </div>
      )}
      <ul className="rows">
        {conflicts.map((conflict, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two calendars may have the same time
          <ConflictTask key={`${conflict.booking_id} ${conflict.start} ${at}`} conflict={conflict} />
        ))}
        {changes.map((change) => (
          <ChangeTask key={change.booking_id} change={change} settle={settle} />
        ))}
      </ul>
    </section>
  )
}

/** An appointment at a time that is busy in Odoo or in another calendar. */
function ConflictTask({ conflict: { kind, start, end, ...booking } }: { conflict: OdooConflict }) {
  const details = detailsOf(booking.booking_id)
  return (
    <Task
      booking={booking}
      state={`${kind === 'erp' ? 'In Odoo' : 'In einem anderen Kalender'} belegt: ${spanText(start, end)}`}
    >
      <LinkButton size="small" to={`${details}&ask=move`} aria-label={`Termin verschieben: ${booking.name}`}>
        Termin verschieben
      </LinkButton>
      <LinkButton size="small" to={`${details}&ask=cancel`} aria-label={`Termin absagen: ${booking.name}`}>
        Termin absagen
      </LinkButton>
    </Task>
  )
}

/** An appointment that the doctor has moved or deleted in Odoo. */
function ChangeTask({ change: { change, start, ...booking }, settle }: { change: Change; settle: Settle }) {
  const { booking_id, booking_start } = booking
  const isMoved = start !== null && start !== booking_start
  const act = (move: string | null) => () => settle.mutate({ booking_id, booking_start, move })
  const busy = settle.isPending && settle.variables.booking_id === booking_id
  return (
    <Task booking={booking} state={stateOf(change, isMoved ? start : null)}>
      {isMoved && (
        <Button size="small" busy={busy} onClick={act(start)}>
          Termin verschieben und benachrichtigen
        </Button>
      )}
      {change === 'removed' && (
        <LinkButton size="small" to={`${detailsOf(booking_id)}&ask=cancel`}>
          Termin absagen
        </LinkButton>
      )}
      <Button size="small" busy={busy} onClick={act(null)}>
        {change === 'removed' ? 'In Odoo wieder anlegen' : 'In Odoo zurücksetzen'}
      </Button>
    </Task>
  )
}

type TaskProps = {
  booking: Pick<Change, 'booking_id' | 'name' | 'booking_start'>
  /** How it is in Odoo. */
  state: string
  /** The buttons. */
  children: ReactNode
}

function Task({ booking: { booking_id, name, booking_start }, state, children }: TaskProps) {
  return (
    <li className="row between">
      <div>
        <p>
          <Link className="plain-link semibold break" href={detailsOf(booking_id)}>
            {name}
          </Link>
          , {fullDayTime(booking_start)}
        </p>
        <p className="muted small">{state}</p>
      </div>
      <div className="row gap-2">{children}</div>
    </li>
  )
}

/** @param movedTo the start in Odoo; null when it is the one here */
function stateOf(change: Change['change'], movedTo: string | null): string {
  if (change === 'removed') return 'In Odoo gelöscht.'
  return movedTo === null
    ? 'In Odoo mit anderer Dauer oder ganztägig.'
    : `In Odoo jetzt: ${fullDayTime(movedTo)}.`
}

/** Returns start and end of a busy time. An end on the same day needs no date. */
function spanText(start: string, end: string): string {
  const isSameDay = start.slice(0, 10) === end.slice(0, 10)
  return `${shortDayTime(start)} bis ${isSameDay ? clockTime(end) : shortDayTime(end)}`
}

/** Returns the address that opens the details beside this page. */
function detailsOf(id: string): string {
  return `?booking=${encodeURIComponent(id)}`
}

/** Returns the sentence about the new time if there is one, because the one about all fields says less. */
function reasonOf(error: Error): string {
  return (
    fieldsOf(error).start ?? sentenceOf(error, 'Das ist nicht gelungen. Bitte versuchen Sie es noch einmal.')
  )
}
