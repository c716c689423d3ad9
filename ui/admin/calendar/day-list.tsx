import { useState } from 'react'
import { Link } from 'wouter'
import { displayOfStatus } from '../../../src/shared/booking.ts'
import { type Day, type Instant, wallMinutes, wallTime } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { viennaDay } from '../../api/server-clock.ts'
import { Badge } from '../../components/badge.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { telLink } from '../../components/links.ts'
import { type Asked, DecisionDialog } from '../bookings/decision-dialog.tsx'
import { type Action, useDecision } from '../bookings/use-decision.ts'
import { type CalendarBooking, type Entry, entriesOf } from './calendar-entries.ts'
import { workingSpans } from './day-layout.ts'
import { dayLines } from './day-lines.ts'
import styles from './day-list.module.css'
import type { Calendar } from './use-calendar.ts'

type DayListProps = {
  calendar: Calendar
  now: Instant
  onOpen: (booking: string) => void
  onEnter: (day: Day, time: string) => void
  onBlock: (day: Day, start: string, end: string) => void
}

/** A day as rows: appointments with what an assistant needs for a call, other entries, and free time. */
export function DayList({ calendar, now, onOpen, onEnter, onBlock }: DayListProps) {
  const [asked, setAsked] = useState<Asked>()
  const decision = useDecision()
  const [day] = calendar.days
  if (day === undefined) return null
  const { date, closed } = day
  const working = workingSpans(day.working)
  const lines = dayLines(date, entriesOf(calendar, calendar.days), working, overOn(date, now))
  return (
    <>
      <div role="status">{decision.note && <Banner tone="good">{decision.note}</Banner>}</div>
      {decision.failure && (
        <Banner tone="danger" role="alert">
          {decision.failure}
        </Banner>
      )}
      <Card>
        {closed !== null && (
          <p className="padded">
            <b>{closed}</b>, geschlossen
          </p>
        )}
        {lines.length === 0 && closed === null && (
          <p className="padded muted">{working.length === 0 ? 'Keine Ordination' : 'Keine Termine'}</p>
        )}
        <ol className="rows" aria-label="Tagesplan">
          {lines.map((line) => {
            const time = `${wallTime(line.from)}–${wallTime(line.to)}`
            if (line.kind === 'entry')
              return (
                <EntryRow
                  key={line.entry.key}
                  entry={line.entry}
                  time={time}
                  onOpen={onOpen}
                  onAsk={(action, booking) => setAsked({ action, booking })}
                />
              )
            return (
              <li key={time} className={`muted small ${styles.row}`} data-look="gap">
                <span className="num">frei {time}</span>
                <span className={`row gap-2 ${styles.actions}`}>
                  <Button
                    kind="link"
                    aria-label={`Termin um ${wallTime(line.from)} eintragen`}
                    onClick={() => onEnter(date, wallTime(line.from))}
                  >
                    Termin eintragen
                  </Button>
                  <Button
                    kind="link"
                    aria-label={`${time} sperren`}
                    onClick={() => onBlock(date, wallTime(line.from), wallTime(line.to % 1440))}
                  >
                    Sperren
                  </Button>
                </span>
              </li>
            )
          })}
        </ol>
      </Card>
      {asked && <DecisionDialog asked={asked} decision={decision} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const ACTIONS = {
  requested: [
    { action: 'confirm', label: 'Bestätigen' },
    { action: 'reject', label: 'Ablehnen' },
  ],
  confirmed: [{ action: 'cancel', label: 'Stornieren' }],
  rejected: [],
  cancelled: [],
} as const satisfies Record<CalendarBooking['status'], readonly { action: Action; label: string }[]>

type EntryRowProps = {
  entry: Entry
  time: string
  onOpen: (booking: string) => void
  onAsk: (action: Action, booking: CalendarBooking) => void
}

function EntryRow({ entry: { look, title, note, booking }, time, onOpen, onAsk }: EntryRowProps) {
  if (booking === undefined)
    return (
      <li className={`small ${styles.row}`} data-look={look}>
        <span className="num">{time}</span>
        <span className="break">
          {look === 'blocked' ? <Link href="/admin/absences">{title}</Link> : title}
          {look === 'held' && `, ${note}`}
        </span>
      </li>
    )
  const { label, tone } = displayOfStatus(booking.status)
  return (
    <li className={styles.row} data-look={look}>
      <time className="small num" dateTime={booking.start}>
        {time}
      </time>
      <div>
        <button type="button" className="plain-link semibold break" onClick={() => onOpen(booking.id)}>
          {booking.last_name} {booking.first_name}
        </button>
        <p className="muted small break">
          {booking.service_name}, {booking.first_visit ? 'Erstbesuch' : 'Folgebesuch'}
        </p>
      </div>
      <a className="small num nowrap" href={telLink(booking.mobile)}>
        {booking.mobile}
      </a>
      <div>
        <Badge tone={tone} label={label} size="small" />
      </div>
      <div className={`row gap-2 ${styles.actions}`}>
        {ACTIONS[booking.status].map(({ action, label }) => (
          <Button
            key={action}
            size="small"
            kind={action === 'confirm' ? 'primary' : 'secondary'}
            aria-label={`Termin von ${booking.name}: ${label}`}
            onClick={() => onAsk(action, booking)}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** Until when the day is over: all of a past day, nothing of a coming one. */
function overOn(date: Day, now: Instant): number {
  const today = viennaDay(now)
  if (date === today) return wallMinutes(timeOfDay(now)) ?? 0
  return date < today ? 1440 : 0
}
