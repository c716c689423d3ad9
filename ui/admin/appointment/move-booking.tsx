import { useQuery } from '@tanstack/react-query'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { askedFor } from '../../../src/shared/move-asked.ts'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { FormDay } from '../forms/day-field.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormCheckbox } from '../forms/form-fields.tsx'
import { FormTime } from '../forms/time-field.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { resourceParam } from '../resources/resource-param.ts'
import { ResourceWishField, useOffering } from '../services/resource-wish.tsx'
import styles from './appointment.module.css'
import { type AskedTimes, NextFreeTimes } from './free-times.tsx'
import type { BookingDetail } from './use-booking-detail.ts'
import { dayAndTimeOf, isAt, useMoveForm } from './use-move-form.ts'

type MoveBookingProps = {
  booking: BookingDetail
  /** @param note what the assistant has to know, because no message reaches the patient */
  onMoved: (note: string | undefined) => void
  onBack: () => void
}

/**
 * Moves an appointment to a free time or any other one; it can be taken back before the patient is told. When
 * the address chooses another doctor or room (`?who=`), the title asks whether to move the appointment there.
 */
export function MoveBooking({ booking, onMoved, onBack }: MoveBookingProps) {
  const { nameOf } = useResourceChoice()
  const moveForm = useMoveForm(booking, onMoved)
  const { form, isOtherResourceChosen, setResource } = moveForm
  const { resource } = form.watch()
  const newName = isOtherResourceChosen && resource !== '' ? nameOf(resource) : undefined
  const offering = useOffering(booking.service_id, booking.resource_id)
  return (
    <FormDialog
      title={newName === undefined ? `${booking.name}: verschieben` : `Zu ${newName} verschieben?`}
      form={form}
      button="Termin verschieben"
      busyText="Verschieben …"
      cancel="Zurück"
      onClose={onBack}
    >
      <PresentTime booking={booking} resource={resource} showsName={newName !== undefined} />
      <ResourceWishField
        offering={offering}
        value={resource || booking.resource_id}
        error={form.errorAt('resource')}
        onChoose={setResource}
      />
      <NewTime booking={booking} moveForm={moveForm} />
      {booking.series && booking.series.position < booking.series.count && (
        <FormCheckbox
          form={form}
          name="withLater"
          label="Auch alle späteren Termine dieser Serie, um ebenso viel"
        />
      )}
      <Notification moveForm={moveForm} />
    </FormDialog>
  )
}

type MoveForm = ReturnType<typeof useMoveForm>

/** Day and time to move to: typed, some weeks later, or one of the next free times. */
function NewTime({ booking, moveForm }: { booking: BookingDetail; moveForm: MoveForm }) {
  const { form, from, showFrom, isTimeChosen, setTime, setWeeksLater } = moveForm
  const { day, time, resource } = form.watch()
  return (
    <>
      <LaterButtons focused={!isTimeChosen} onChoose={setWeeksLater} />
      <div className="columns">
        <FormDay form={form} name="day" label="Datum" onDay={showFrom} />
        <FormTime form={form} name="time" label="Uhrzeit" />
      </div>
      <NotFreeBanner booking={booking} resource={resource} day={day} time={time} from={from} />
      <NextFreeTimes
        of={`${booking.id} ${resource}`}
        read={(asked, options) =>
          adminRequest(admin.bookings[':id'].slots.$get(slotsInput(booking, resource, asked), options))
        }
        from={from}
        isChosen={(start) => isAt(start, { day, time })}
        onChoose={(start) => setTime(dayAndTimeOf(start))}
        instead="Sie können trotzdem eine Uhrzeit eintippen."
      />
    </>
  )
}

/** Whether the patient gets a message about the new time, and what it says in addition. */
function Notification({ moveForm: { form, isTimeChosen } }: { moveForm: MoveForm }) {
  const { message, notify } = form.watch()
  return (
    <>
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
    </>
  )
}

/** Returns the input of the call for the times to which a booking can move. */
function slotsInput(booking: BookingDetail, resource: string, asked: AskedTimes) {
  return {
    param: { id: encodeURIComponent(booking.id) },
    query: { ...resourceParam(resource), ...asked },
  }
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
  /** The day that is asked about while `day` is not a day. */
  from: Day
}

/** Warns of a chosen time that is not free as planned. The present time needs no warning. */
function NotFreeBanner({ booking, resource, day, time, from }: NotFreeBannerProps) {
  const { data: days } = useQuery(
    adminQuery(admin.bookings[':id'].slots, slotsInput(booking, resource, { from: isDay(day) ? day : from })),
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
