import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, type Day, isDay } from '../../../src/shared/day.ts'
import { timeOfDay } from '../../../src/shared/format.ts'
import { askedFor } from '../../../src/shared/move-asked.ts'
import { admin, adminQuery, adminRequest, refreshShown } from '../../api/admin.ts'
import { hasCode } from '../../api/http.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { DateTile } from '../../page/date-tile.tsx'
import { MessageField } from '../../patient/message-field.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { FormDay } from '../forms/day-field.tsx'
import { draftSchema } from '../forms/draft-schema.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormCheckbox } from '../forms/form-fields.tsx'
import { FormTime } from '../forms/time-field.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { resourceParam } from '../resources/resource-param.ts'
import { ResourceWishField, useOffering } from '../services/resource-wish.tsx'
import styles from './appointment.module.css'
import { readStart } from './booking-draft.ts'
import { atTime, NextFreeTimes } from './free-times.tsx'
import type { BookingDetail } from './use-booking-detail.ts'
import { move, moveLater } from './use-decision.ts'

type MoveDraft = {
  day: Day
  time: string
  /** The id of the doctor or room to move to; '' leaves it with the present one. */
  resource: string
  message: string
  notify: boolean
  later: boolean
}

type MoveBookingProps = {
  booking: BookingDetail
  /** @param note what the assistant has to know, because no message reaches the patient */
  onMoved: (note: string | undefined) => void
  onBack: () => void
}

const NOT_FREE =
  'Diese Zeit ist nach dem Plan nicht frei. Außerhalb der Ordinationszeiten können Sie den Termin trotzdem hierher verschieben.'

const schema = draftSchema(({ day, time, resource, message, notify, later }: MoveDraft) => {
  const { output: start, errors } = readStart({ day, time })
  const wish = resourceParam(resource)
  return errors ? { errors } : { output: { start, ...wish, message: notify ? message : '', notify, later } }
})

/**
 * Moves an appointment to a free time or any other one; it can be taken back before the patient is told. The
 * address may choose the time (`?to=2027-01-12T10:30`), so that only the message is left, and the doctor or
 * room (`&who=`), which is asked about then.
 */
export function MoveBooking({ booking, onMoved, onBack }: MoveBookingProps) {
  const today = viennaToday()
  const own = { day: booking.start.slice(0, 10), time: timeOfDay(booking.start) }
  const [{ to, who }] = useSearchState('to', 'who')
  const { nameOf } = useResourceChoice()
  const [toDay = '', toTime = ''] = to.split('T')
  const earliest = own.day < today ? today : own.day
  const firstDay = isDay(toDay) ? toDay : earliest
  const [from, setFrom] = useState(firstDay)
  const form = useSubmitForm({
    schema,
    defaultValues: {
      day: firstDay,
      time: toTime,
      resource: who === booking.resource_id ? '' : who,
      message: '',
      notify: true,
      later: false,
    } as MoveDraft,
    toFields: ({ start, ...errors }) => ({ ...errors, ...(start && { time: start }) }),
    send: ({ later, ...json }) =>
      moveOneOrLater(booking, json, later).catch((error: unknown) => {
        // A colleague has moved the appointment meanwhile, so its new time is loaded.
        if (hasCode(error, 'conflict')) void refreshShown()
        throw atTime(error)
      }),
    failure: 'Der Termin konnte nicht verschoben werden.',
    onSuccess: async ({ note, notified }) => {
      await refreshShown()
      onMoved(notified ? undefined : note)
    },
  })
  const { day, time, resource, message, notify } = form.watch()
  const isAsked = who !== '' && who !== booking.resource_id && resource !== ''
  const asked = isAsked ? nameOf(resource) : undefined
  const offering = useOffering(booking.service_id, booking.resource_id)
  const wish = resourceParam(resource)
  const param = { id: encodeURIComponent(booking.id) }
  const ofDay = useQuery(
    adminQuery(admin.bookings[':id'].slots, { param, query: { ...wish, from: isDay(day) ? day : from } }),
  )
  const isFree = ofDay.data?.some(({ starts }) => starts.some((start) => isAt(start, { day, time })))
  const set = (values: { day: Day; time: string }) => {
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    form.setValue('day', values.day, options)
    form.setValue('time', values.time, options)
  }
  const isOwn = day === own.day && time === own.time && resource === ''

  return (
    <FormDialog
      title={asked === undefined ? `${booking.name}: verschieben` : `Zu ${asked} verschieben?`}
      form={form}
      button="Termin verschieben"
      busyText="Verschieben …"
      cancel="Zurück"
      onClose={onBack}
    >
      <div className={styles.when}>
        <DateTile start={booking.start}>
          {asked !== undefined && `${booking.name}, `}
          {booking.service_name}, {booking.duration_min} Min
          {resource !== '' && (
            <span className={styles.more}>
              Bisher bei {booking.resource?.name ?? nameOf(booking.resource_id)}, neu bei {nameOf(resource)}
            </span>
          )}
          {booking.move && <span className={styles.more}>{askedFor(booking.move.start)}</span>}
        </DateTile>
      </div>
      <ResourceWishField
        offering={offering}
        value={resource || booking.resource_id}
        error={form.errorAt('resource')}
        onChoose={(id) =>
          form.setValue('resource', id === booking.resource_id ? '' : id, {
            shouldDirty: true,
            shouldValidate: form.formState.isSubmitted,
          })
        }
      />
      <LaterButtons
        focused={to === ''}
        onChoose={(weeks) => {
          const later = addDays(own.day, 7 * weeks)
          setFrom(later)
          set({ day: later, time: own.time })
        }}
      />
      <div className="columns">
        <FormDay form={form} name="day" label="Datum" onDay={setFrom} />
        <FormTime form={form} name="time" label="Uhrzeit" />
      </div>
      <div role="status">
        {isFree === false && time !== '' && isDay(day) && !isOwn && (
          <Banner tone="warning">{NOT_FREE}</Banner>
        )}
      </div>
      <NextFreeTimes
        of={`${booking.id} ${resource}`}
        read={(query, options) =>
          adminRequest(admin.bookings[':id'].slots.$get({ param, query: { ...wish, ...query } }, options))
        }
        from={from}
        isChosen={(start) => isAt(start, { day, time })}
        onChoose={(start, on) => set({ day: on, time: timeOfDay(start) })}
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
          focused={to !== ''}
          help="Steht in der E-Mail über die neue Zeit."
          value={message}
          onChange={(text) => form.setValue('message', text, { shouldDirty: true })}
        />
      )}
    </FormDialog>
  )
}

/** Moves the appointment, or it and the later ones of its series. @throws ApiError */
function moveOneOrLater(
  booking: BookingDetail,
  json: Parameters<typeof moveLater>[1],
  later: boolean,
): Promise<{ note: string; notified: boolean }> {
  return later ? moveLater(booking, json) : move(booking, json)
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

function isAt(start: string, { day, time }: { day: Day; time: string }): boolean {
  return start.startsWith(`${day}T${time}:`)
}
