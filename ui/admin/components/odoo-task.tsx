import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { clockTime, fullDayTime, shortDayTime } from '../../../src/shared/format.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { dayOfIso } from './iso-day.ts'
import type { OdooChange, OdooConflict, OdooSettlement } from './use-odoo-settlement.ts'

/** An appointment at a time that is busy in Odoo or in another calendar. */
export function ConflictTask({ conflict }: { conflict: OdooConflict }) {
  const { booking_id, name, kind, start, end } = conflict
  const details = detailsUrl(booking_id)
  const calendar = kind === 'erp' ? 'In Odoo' : 'In einem anderen Kalender'
  return (
    <Task booking={conflict} differenceText={`${calendar} belegt: ${spanText(start, end)}`}>
      <LinkButton size="small" to={`${details}&ask=move`} aria-label={`Termin verschieben: ${name}`}>
        Termin verschieben
      </LinkButton>
      <LinkButton size="small" to={`${details}&ask=cancel`} aria-label={`Termin absagen: ${name}`}>
        Termin absagen
      </LinkButton>
    </Task>
  )
}

type ChangeTaskProps = { change: OdooChange; settle: OdooSettlement }

/** An appointment that the doctor has moved or deleted in Odoo. */
export function ChangeTask({ change, settle }: ChangeTaskProps) {
  const { booking_id, booking_start, start } = change
  const isRemoved = change.change === 'removed'
  const isMoved = start !== null && start !== booking_start
  const busy = settle.isPending && settle.variables.booking_id === booking_id
  return (
    <Task
      booking={change}
      differenceText={odooStateText({ isRemoved, movedTo: isMoved ? start : undefined })}
    >
      {isMoved && (
        <Button
          size="small"
          busy={busy}
          onClick={() => settle.mutate({ by: 'move', booking_id, booking_start, start })}
        >
          Termin verschieben und benachrichtigen
        </Button>
      )}
      {isRemoved && (
        <LinkButton size="small" to={`${detailsUrl(booking_id)}&ask=cancel`}>
          Termin absagen
        </LinkButton>
      )}
      <Button size="small" busy={busy} onClick={() => settle.mutate({ by: 'restore', booking_id })}>
        {isRemoved ? 'In Odoo wieder anlegen' : 'In Odoo zurücksetzen'}
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

type OdooState = {
  isRemoved: boolean
  /** The start in Odoo; undefined when it is the same as here. */
  movedTo: string | undefined
}

/** Says what was changed in Odoo. */
function odooStateText({ isRemoved, movedTo }: OdooState): string {
  if (isRemoved) return 'In Odoo gelöscht.'
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
