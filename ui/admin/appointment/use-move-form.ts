import { useState } from 'react'
import { addDays, type Day, isDay } from '../../../src/shared/day.ts'
import { refreshAdminData } from '../../api/admin.ts'
import { hasCode } from '../../api/http.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { useSearchState } from '../components/use-search-state.ts'
import { draftSchema } from '../forms/draft-schema.ts'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { resourceParam } from '../resources/resource-param.ts'
import { dayAndTimeOf, readStart } from './day-and-time.ts'
import { withErrorAtTime } from './error-at-time.ts'
import { reloadFreeTimes } from './free-times-cache.ts'
import { type Move, moveAppointment, moveWithLater } from './move-appointment.ts'
import type { BookingDetail } from './use-booking-detail.ts'

type MoveDraft = {
  day: Day
  time: string
  /** The id of the doctor or room to move to; '' for the present one. */
  resource: string
  message: string
  notify: boolean
  /** Whether the later appointments of the series move by the same amount. */
  withLater: boolean
}

/** Reads the fields as the move to send. Without a notification the message is left out. */
const moveSchema = draftSchema(({ day, time, resource, message, notify, withLater }: MoveDraft) => {
  const { output: start, errors } = readStart({ day, time })
  if (errors) return { errors }
  return {
    output: { start, ...resourceParam(resource), message: notify ? message : '', notify, withLater },
  }
})

export type MoveForm = ReturnType<typeof useMoveForm>

/**
 * The form that moves an appointment, and the day from which free times are shown. The URL may choose the
 * time (`?to=2027-01-12T10:30`), and the doctor or room (`&who=`).
 * @param onMoved called with the reason for which staff have to call; undefined when a message goes out
 */
export function useMoveForm(booking: BookingDetail, onMoved: (note: string | undefined) => void) {
  const [{ to: startInUrl, who: resourceIdInUrl }] = useSearchState('to', 'who')
  const [dayInUrl = '', timeInUrl = ''] = startInUrl.split('T')
  const otherResourceId = resourceIdInUrl === booking.resource_id ? '' : resourceIdInUrl
  const present = dayAndTimeOf(booking.start)
  const firstDay = isDay(dayInUrl) ? dayInUrl : laterDay(present.day, viennaToday())
  const [freeTimesFrom, showFreeTimesFrom] = useState(firstDay)
  const defaultValues: MoveDraft = {
    day: firstDay,
    time: timeInUrl,
    resource: otherResourceId,
    message: '',
    notify: true,
    withLater: false,
  }
  const form = useSubmitForm({
    schema: moveSchema,
    defaultValues,
    // The server speaks of the start, which is entered as day and time.
    toFields: ({ start, ...errors }) => (start === undefined ? errors : { ...errors, time: start }),
    send: (move) => sendMove(booking, move),
    failure: 'Der Termin konnte nicht verschoben werden.',
    onSuccess: async ({ note, notified }) => {
      await refreshAdminData()
      onMoved(notified ? undefined : note)
    },
  })
  // Once the form was sent, its errors change with the values.
  const enteredByStaff = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
  const setTime = (values: { day: Day; time: string }) => {
    form.setValue('day', values.day, enteredByStaff)
    form.setValue('time', values.time, enteredByStaff)
  }
  return {
    form,
    /** The first day of the shown free times. */
    freeTimesFrom,
    showFreeTimesFrom,
    /** True if the URL chooses the time, so that only the message is left. */
    isTimeChosen: startInUrl !== '',
    /** True if the URL chooses another doctor or room, which the staff member must confirm. */
    isOtherResourceChosen: otherResourceId !== '',
    setTime,
    /** Chooses the same time of day some weeks later, and shows the free times from then on. */
    setWeeksLater: (weeks: number) => {
      const day = addDays(present.day, 7 * weeks)
      showFreeTimesFrom(day)
      setTime({ day, time: present.time })
    },
    setResource: (id: string) =>
      form.setValue('resource', id === booking.resource_id ? '' : id, enteredByStaff),
  }
}

/** Returns the later one of two days. */
function laterDay(a: Day, b: Day): Day {
  return a < b ? b : a
}

/** Moves the appointment, or it and the later ones of its series. @throws ApiError */
async function sendMove(
  booking: BookingDetail,
  { withLater, ...move }: Move & { withLater: boolean },
): Promise<{ note: string; notified: boolean }> {
  try {
    return await (withLater ? moveWithLater(booking, move) : moveAppointment(booking, move))
  } catch (error) {
    // A colleague has moved the appointment in the meantime, so its new time is loaded.
    if (hasCode(error, 'conflict')) void refreshAdminData()
    if (hasCode(error, 'slot_taken')) reloadFreeTimes()
    throw withErrorAtTime(error)
  }
}
