import { Fragment } from 'react'
import { Link } from 'wouter'
import { displayOfStatus, MOVE_ASKED } from '../../../src/shared/booking.ts'
import { type Day, type Instant, MINUTES_PER_DAY, wallTime } from '../../../src/shared/day.ts'
import { shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { askedFor } from '../../../src/shared/move-asked.ts'
import { seriesText } from '../../../src/shared/series.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { telLink } from '../../components/links.ts'
import { actionsOn } from '../appointment/actions-on.ts'
import { AttendanceButtons, isAttendable, visitsText } from '../appointment/attendance.tsx'
import { PatientLink } from '../appointment/patient-link.tsx'
import { type AppointmentAction, type AppointmentDecision, useDecision } from '../appointment/use-decision.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import type { Density } from './axis.ts'
import { type BoardItem, boardItems, dayLines, paddingsOf } from './board-items.ts'
import styles from './day-list.module.css'
import type { Calendar } from './use-calendar.ts'
import type { Drag } from './use-drag.ts'
import { nowOn, workingSpans } from './wall-span.ts'

type DayListProps = {
  calendar: Calendar
  now: Instant
  drag: Drag
  density: Density
  /** @param box the pressed element */
  onOpen: (booking: string, box: Element) => void
  onAsk: (booking: string, ask: AppointmentAction) => void
  onEnter: (day: Day, time: string) => void
  onBlock: (day: Day, start: string, end: string) => void
}

/** A day as rows: appointments with the facts for a telephone call, other items, and free time. */
export function DayList({ calendar, now, drag, density, onOpen, onAsk, onEnter, onBlock }: DayListProps) {
  const decision = useDecision()
  const [day] = calendar.days
  if (day === undefined) return null
  const { date, closed } = day
  const working = workingSpans(day.working)
  const paddings = paddingsOf(calendar)
  const items = boardItems(calendar, calendar.days)
  const lines = dayLines({ day: date, items, working, paddings, now: nowOn(date, now) })
  return (
    <>
      <OutcomeBanner outcome={decision.outcome} />
      <div className="card">
        {closed !== null && (
          <p className="padded">
            <b>{closed}</b>, geschlossen
          </p>
        )}
        {lines.length === 0 && closed === null && (
          <p className="padded muted">{working.length === 0 ? 'Keine Ordination' : 'Keine Termine'}</p>
        )}
        <ol ref={drag.area} className={`rows ${styles.list}`} data-density={density} aria-label="Tagesplan">
          {lines.map((line) => {
            const time = `${wallTime(line.from)}–${wallTime(line.to)}`
            if (line.kind === 'now')
              return (
                <li key="now" className={`tiny semibold num ${styles.now}`}>
                  jetzt {wallTime(line.from)}
                </li>
              )
            if (line.kind === 'item')
              return (
                <ItemRow
                  key={line.item.key}
                  item={line.item}
                  paddings={paddings.filter(({ booking }) => booking === line.item.booking?.id)}
                  time={time}
                  now={now}
                  drag={drag}
                  decision={decision}
                  isCompact={density === 'compact'}
                  onOpen={onOpen}
                  onAsk={onAsk}
                  onEnter={onEnter}
                />
              )
            return (
              <li key={time} className="row between muted small">
                <span className="num">frei {time}</span>
                <span className="row">
                  <Button
                    kind="link"
                    aria-label={`Termin um ${wallTime(line.from)} eintragen`}
                    onClick={() => onEnter(date, wallTime(line.from))}
                  >
                    Eintragen
                  </Button>
                  <Button
                    kind="link"
                    aria-label={`${time} sperren`}
                    onClick={() => onBlock(date, wallTime(line.from), wallTime(line.to % MINUTES_PER_DAY))}
                  >
                    Sperren
                  </Button>
                </span>
              </li>
            )
          })}
        </ol>
      </div>
    </>
  )
}

const LABELS = { confirm: 'Bestätigen', reject: 'Ablehnen', cancel: 'Absagen' } as const
const KINDS = { confirm: 'primary', reject: 'secondary', cancel: 'quiet' } as const

type ItemRowProps = {
  item: BoardItem
  /** The times before and after the appointment that nothing else can have. */
  paddings: ReturnType<typeof paddingsOf>
  time: string
  now: Instant
  drag: Drag
  decision: AppointmentDecision
  isCompact: boolean
  onOpen: DayListProps['onOpen']
  onAsk: DayListProps['onAsk']
  onEnter: DayListProps['onEnter']
}

function ItemRow({
  item,
  paddings,
  time,
  now,
  drag,
  decision,
  isCompact,
  onOpen,
  onAsk,
  onEnter,
}: ItemRowProps) {
  const { look, title, note, booking, asked, href } = item
  if (booking === undefined)
    return (
      <li className={`row small ${styles.other}`}>
        <span className={`num ${styles.time}`}>{time}</span>
        <span className="break">
          {href === undefined ? title : <Link href={href}>{title}</Link>}
          {look === 'held' && `, ${note}`}
        </span>
      </li>
    )
  // Each of the two times has its own actions. On the day the buttons for the attendance need the room of the
  // cancellation.
  const offered = actionsOn(booking, now).filter((action) =>
    action === 'cancel' ? !asked && !isAttendable(booking) : booking.move === undefined || asked,
  )
  const handles = asked ? {} : drag.handlesFor(booking)
  const shownPaddings = asked ? [] : paddings
  return (
    <li
      className={styles.line}
      data-look={look}
      data-padding-before={shownPaddings.some(({ end }) => end === booking.start) || undefined}
      data-padding-after={shownPaddings.some(({ start }) => start === booking.end) || undefined}
    >
      <time className={`small num nowrap ${styles.handle}`} dateTime={item.start} {...handles}>
        {time}
      </time>
      <div className={`${styles.who} ${styles.handle}`} {...handles}>
        <button
          type="button"
          className="plain-link semibold break"
          aria-haspopup="dialog"
          onClick={({ currentTarget }) => onOpen(booking.id, currentTarget)}
        >
          {booking.last_name} {booking.first_name}
        </button>
        <p className={`muted small break ${styles.facts}`}>
          {booking.service_name}
          {booking.visits && (
            <>
              , <PatientLink booking={booking.id}>{visitsText(booking.visits)}</PatientLink>
            </>
          )}
          {booking.series && `, ${seriesText(booking.series)}`}
          {booking.booked_by && `, gebucht von ${booking.booked_by}`}
          {asked && `, bisher ${shortDayTime(booking.start)}`}
          {!asked && booking.move && `, ${askedFor(booking.move.start)}`}
          {shownPaddings
            .filter(({ start }) => Date.parse(start) > now)
            .map(({ start, end }) => (
              <Fragment key={start}>
                ,{' '}
                <button
                  type="button"
                  className="plain-link num"
                  title="Warum nicht frei?"
                  aria-label={`Warum ist ${timeOfDay(start)} bis ${timeOfDay(end)} nicht frei?`}
                  onClick={() => onEnter(start.slice(0, 10), timeOfDay(start))}
                >
                  {end === booking.start ? `davor ab ${timeOfDay(start)}` : `danach bis ${timeOfDay(end)}`}
                </button>
              </Fragment>
            ))}
        </p>
      </div>
      <a className="small num nowrap" href={telLink(booking.mobile)}>
        {booking.mobile}
      </a>
      <div className={styles.status}>
        <Badge
          size="small"
          {...(asked ? MOVE_ASKED : displayOfStatus(booking.status))}
          {...(isCompact && booking.status === 'requested' && { label: 'wartet' })}
        />
      </div>
      <div className={`row gap-2 ${styles.actions}`}>
        {!asked && <AttendanceButtons booking={booking} />}
        {offered.map((action) => (
          <Button
            key={action}
            size="small"
            kind={KINDS[action]}
            aria-label={`${asked ? 'Verschiebung' : 'Termin'} von ${booking.name}: ${LABELS[action]}`}
            busy={decision.busy}
            onClick={() =>
              action === 'confirm' ? void decision.decide({ action, booking }) : onAsk(booking.id, action)
            }
          >
            {LABELS[action]}
          </Button>
        ))}
      </div>
    </li>
  )
}
