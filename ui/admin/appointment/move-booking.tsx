import { useQuery } from '@tanstack/react-query'
import { addDays, type Day, isDay } from '../../../src/shared/day.ts'
import { askedFor } from '../../../src/shared/move-asked.ts'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { FormDay } from '../forms/day-field.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormCheckbox } from '../forms/form-fields.tsx'
import { FormTime } from '../forms/time-field.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { resourceParam } from '../resources/resource-param.ts'
import { ResourceWishField, useOffering } from '../services/resource-wish.tsx'
import styles from './appointment.module.css'
import { NextFreeTimes } from './free-times.tsx'
import type { BookingDetail } from './use-booking-detail.ts'
import { dayAndTimeOf, isAt, useMoveForm } from './use-move-form.ts'

type MoveBookingProps = {
  booking: BookingDetail
  /** @param note what the assistant has to know, because no message reaches the patient */
  onMoved: (note: string | undefined) => void
  onBack: () => void
}

/**
 * Moves an appointment to a free time or any other one; it can be taken back before the patient is told.
 * Another doctor or room that the address chooses (`?who=`) is asked about.
 */
export function MoveBooking({ booking, onMoved, onBack }: MoveBookingProps) {
  const [{ who }] = useSearchState('who')
  const { nameOf } = useResourceChoice()
  const { form, from, setFrom, isTimeChosen, setTime, setResource } = useMoveForm(booking, onMoved)
  const { day, time, resource, message, notify } = form.watch()
  const isAsked = who !== '' && who !== booking.resource_id && resource !== ''
  const askedName = isAsked ? nameOf(resource) : undefined
  const offering = useOffering(booking.service_id, booking.resource_id)
  const wish = resourceParam(resource)
  const param = { id: encodeURIComponent(booking.id) }
  return (
    <FormDialog
      title={askedName === undefined ? `${booking.name}: verschieben` : `Zu ${askedName} verschieben?`}
      form={form}
      button="Termin verschieben"
      busyText="Verschieben …"
      cancel="Zurück"
      onClose={onBack}
    >
      <PresentTime booking={booking} resource={resource} showsName={askedName !== undefined} />
      <ResourceWishField
        offering={offering}
        value={resource || booking.resource_id}
        error={form.errorAt('resource')}
        onChoose={setResource}
      />
      <LaterButtons
        focused={!isTimeChosen}
        onChoose={(weeks) => {
          const present = dayAndTimeOf(booking.start)
          const later = addDays(present.day, 7 * weeks)
          setFrom(later)
          setTime({ day: later, time: present.time })
        }}
      />
      <div className="columns">
        <FormDay form={form} name="day" label="Datum" onDay={setFrom} />
        <FormTime form={form} name="time" label="Uhrzeit" />
      </div>
      <NotFreeBanner booking={booking} resource={resource} day={day} time={time} from={from} />
      <NextFreeTimes
        of={`${booking.id} ${resource}`}
        read={(query, options) =>
          adminRequest(admin.bookings[':id'].slots.$get({ param, query: { ...wish, ...query } }, options))
        }
        from={from}
        isChosen={(start) => isAt(start, { day, time })}
        onChoose={(start) => setTime(dayAndTimeOf(start))}
        instead="Sie können trotzdem eine Uhrzeit eintippen."
      />
      {booking.series && booking.series.position < booking.series.count && (
        <FormCheckbox
          form={form}
          name="later"
          label="Auch alle späteren Termine dieser Serie, um ebenso viel"
        />
      )}
      <FormCheckbox form={form} name="notify" label="Patientin oder Patienten benachrichtigen" />
      {notify && (
        <MessageField
          label="Nachricht"
          focused={isTimeChosen}
          help="Steht in der E-Mail über die neue Zeit."
          value={message}
          onChange={(text) => form.setValue('message', text, { shouldDirty: true })}
        />
      )}
    </FormDialog>
  )
}

type PresentTimeProps = {
  booking: BookingDetail
  /** The id of the doctor or room to move to; '' for the present one. */
  resource: string
  showsName: boolean
}

/** The time of the appointment, at whom it was and will be, and which time its patient asks for. */
function PresentTime({ booking, resource, showsName }: PresentTimeProps) {
  const { nameOf } = useResourceChoice()
  return (
    <div className={styles.when}>
      <DateTile start={booking.start}>
        {showsName && `${booking.name}, `}
        {booking.service_name}, {booking.duration_min} Min
        {resource !== '' && (
          <span className={styles.more}>
            Bisher bei {booking.resource?.name ?? nameOf(booking.resource_id)}, neu bei {nameOf(resource)}
          </span>
        )}
        {booking.move && <span className={styles.more}>{askedFor(booking.move.start)}</span>}
      </DateTile>
    </div>
  )
}

type LaterButtonsProps = { focused: boolean; onChoose: (weeks: number) => void }

function LaterButtons({ focused, onChoose }: LaterButtonsProps) {
  return (
    <div className="row gap-2">
      {[1, 2].map((weeks) => (
        <Button
          key={weeks}
          size="small"
          {...(weeks === 1 && focused && { 'data-autofocus': true })}
          onClick={() => onChoose(weeks)}
        >
          {weeks === 1 ? 'Eine Woche später' : 'Zwei Wochen'}
        </Button>
      ))}
    </div>
  )
}

const NOT_FREE =
  'Diese Zeit ist nach dem Plan nicht frei. Außerhalb der Ordinationszeiten können Sie den Termin trotzdem hierher verschieben.'

type NotFreeBannerProps = {
  booking: BookingDetail
  resource: string
  day: Day
  time: string
  /** The day that is asked about while `day` is none. */
  from: Day
}

/** Warns of a chosen time that is not free as planned. The present time needs no warning. */
function NotFreeBanner({ booking, resource, day, time, from }: NotFreeBannerProps) {
  const { data: days } = useQuery(
    adminQuery(admin.bookings[':id'].slots, {
      param: { id: encodeURIComponent(booking.id) },
      query: { ...resourceParam(resource), from: isDay(day) ? day : from },
    }),
  )
  const isFree = days?.some(({ starts }) => starts.some((start) => isAt(start, { day, time })))
  const isPresent = isAt(booking.start, { day, time }) && resource === ''
  const isChosen = time !== '' && isDay(day)
  return (
    <div role="status">
      {isFree === false && isChosen && !isPresent && <Banner tone="warning">{NOT_FREE}</Banner>}
    </div>
  )
}
