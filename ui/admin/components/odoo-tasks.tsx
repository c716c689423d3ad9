import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { clockTime, fullDayTime, shortDayTime } from '../../../src/shared/format.ts'
import { fieldErrorsOf, reasonOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button, LinkButton } from '../../components/button.tsx'
import styles from './admin.module.css'
import { dayOfIso } from './iso-day.ts'
import {
  type DifferingAppointments,
  type OdooChange,
  type OdooConflict,
  type OdooSettlement,
  useOdooSettlement,
} from './use-odoo-settlement.ts'

/**
 * Lists the appointments that differ between Ordi and Odoo or another calendar, each with its patient and the
 * possible actions (docs/behaviour.md 17.12, 17.13 and 20.9). Shows nothing if there are none.
 */
export function OdooTasks({ conflicts, changes }: DifferingAppointments) {
  const settle = useOdooSettlement()
  const { data, error } = settle
  const hasOtherCalendar = conflicts.some(({ kind }) => kind === 'calendar')
  const title = hasOtherCalendar ? 'Anders als in Odoo oder in anderen Kalendern' : 'Anders als in Odoo'
  const isEmpty = conflicts.length + changes.length === 0
  // The outcome of the last press stays visible when no task is left.
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
            {failureText(error)}
          </Banner>
        </div>
      )}
      <ul className="rows">
        {conflicts.map((conflict, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two calendars may have the same time
          <ConflictTask key={`${conflict.booking_id} ${conflict.start} ${index}`} conflict={conflict} />
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
  const details = detailsUrl(booking.booking_id)
  const calendar = kind === 'erp' ? 'In Odoo' : 'In einem anderen Kalender'
  return (
    <Task booking={booking} differenceText={`${calendar} belegt: ${spanText(start, end)}`}>
      <LinkButton size="small" to={`${details}&ask=move`} aria-label={`Termin verschieben: ${booking.name}`}>
        Termin verschieben
      </LinkButton>
      <LinkButton size="small" to={`${details}&ask=cancel`} aria-label={`Termin absagen: ${booking.name}`}>
        Termin absagen
      </LinkButton>
    </Task>
  )
}

type ChangeTaskProps = { change: OdooChange; settle: OdooSettlement }

/** An appointment that the doctor has moved or deleted in Odoo. */
function ChangeTask({ change: { change, start, ...booking }, settle }: ChangeTaskProps) {
  const { booking_id, booking_start } = booking
  const isMoved = start !== null && start !== booking_start
  const busy = settle.isPending && settle.variables.booking_id === booking_id
  return (
    <Task booking={booking} differenceText={odooStateText(change, isMoved ? start : undefined)}>
      {isMoved && (
        <Button
          size="small"
          busy={busy}
          onClick={() => settle.mutate({ by: 'move', booking_id, booking_start, start })}
        >
          Termin verschieben und benachrichtigen
        </Button>
      )}
      {change === 'removed' && (
        <LinkButton size="small" to={`${detailsUrl(booking_id)}&ask=cancel`}>
          Termin absagen
        </LinkButton>
      )}
      <Button size="small" busy={busy} onClick={() => settle.mutate({ by: 'restore', booking_id })}>
        {change === 'removed' ? 'In Odoo wieder anlegen' : 'In Odoo zurücksetzen'}
      </Button>
    </Task>
  )
}

type TaskProps = {
  booking: Pick<OdooChange, 'booking_id' | 'name' | 'booking_start'>
  /** The sentence that says how the other calendar differs. */
  differenceText: string
  /** The buttons that settle the difference. */
  children: ReactNode
}

/** An appointment with its patient, the difference, and the possible actions. */
function Task({ booking: { booking_id, name, booking_start }, differenceText, children }: TaskProps) {
  return (
    <li className="row between">
      <div>
        <p>
          <Link className="plain-link semibold break" href={detailsUrl(booking_id)}>
            {name}
          </Link>
          , {fullDayTime(booking_start)}
        </p>
        <p className="muted small">{differenceText}</p>
      </div>
      <div className="row gap-2">{children}</div>
    </li>
  )
}

/** Says what was changed in Odoo. @param movedTo the start in Odoo; undefined when it is the same as here */
function odooStateText(change: OdooChange['change'], movedTo: string | undefined): string {
  if (change === 'removed') return 'In Odoo gelöscht.'
  if (movedTo === undefined) return 'In Odoo mit anderer Dauer oder ganztägig.'
  return `In Odoo jetzt: ${fullDayTime(movedTo)}.`
}

/** Returns the start and end of a busy time as text, without a date for an end on the same day. */
function spanText(start: string, end: string): string {
  const isSameDay = dayOfIso(start) === dayOfIso(end)
  return `${shortDayTime(start)} bis ${isSameDay ? clockTime(end) : shortDayTime(end)}`
}

/** Returns the URL that opens the details of an appointment on top of this page. */
function detailsUrl(id: string): string {
  return `?booking=${encodeURIComponent(id)}`
}

/** Returns the sentence about the new time if there is one, because the general sentence says less. */
function failureText(error: Error): string {
  return (
    fieldErrorsOf(error).start ??
    reasonOf(error) ??
    'Das ist nicht gelungen. Bitte versuchen Sie es noch einmal.'
  )
}
