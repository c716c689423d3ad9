import { moveBooking } from '../booking/moves.ts'
import { createSeries } from '../booking/series.ts'
import { moveThisAndLater } from '../booking/series-changes.ts'
import { planSeries } from '../booking/series-plan.ts'
import { saveResource } from '../schedule/resources.ts'
import { getService, saveService } from '../schedule/services.ts'
import { isoAt } from '../time/vienna.ts'
import { CALLER } from './factory.ts'
import { openWaitingListApp } from './waiting-list-app.ts'

/** The starts of a weekly series of three appointments, on Wednesdays. */
export const THREE_WEEKS = [
  '2027-01-13T10:00:00+01:00',
  '2027-01-20T10:00:00+01:00',
  '2027-01-27T10:00:00+01:00',
] as const

/** A start, and the id of the wanted doctor; without `doctorId` the practice has no preference. */
type WantedTime = Readonly<{ start: string; doctorId?: string }>

/** The patient hears of each move, without a message of the practice, and each can be undone. */
const MOVE_OPTIONS = { message: '', notify: true, undoable: true }

/** Returns the wanted time as the verbs take it. */
const choiceOf = ({ start, doctorId }: WantedTime) => ({ start: Date.parse(start), wish: doctorId })

export type TwoDoctorsApp = ReturnType<typeof openTwoDoctorsApp>

/**
 * Opens a practice in which two doctors, `doctor-1` and `doctor-2`, offer follow-ups, with helpers for the
 * waiting list, for moves and series by an assistant, and for reserved time.
 */
export function openTwoDoctorsApp() {
  const app = openWaitingListApp()
  saveResource(app.ctx(), 'doctor-2', { name: 'Dr. B' })
  const service = getService(app.ctx(), 'folgebehandlung')
  saveService(app.ctx(), { ...service, otherResourceIds: ['doctor-2'] })
  return {
    ...app,
    /** Returns doctor and start (ISO 8601) of each reserved time, in order of the starts. */
    listReserved: () =>
      app
        .rows<{ resource_id: string; starts_at: number }>(
          'select * from occupations order by starts_at, resource_id',
        )
        .map(({ resource_id, starts_at }) => [resource_id, isoAt(starts_at)]),
    /** Moves an appointment, to another doctor if one is wanted. */
    moveTo: (id: string, wanted: WantedTime) =>
      moveBooking(app.assistant(), id, { ...choiceOf(wanted), ...MOVE_OPTIONS }),
    /** Moves an appointment of a series and all later ones. */
    moveLaterTo: (from: { id: string } | undefined, wanted: WantedTime) => {
      if (from === undefined) throw new Error('the series has no such appointment')
      return moveThisAndLater(app.assistant(), from.id, { ...choiceOf(wanted), ...MOVE_OPTIONS })
    },
    /** Enters an appointment of the same caller at each of the starts. */
    enterSeries: ({ starts, doctorId }: { starts: readonly string[]; doctorId?: string }) =>
      createSeries(app.assistant(), {
        serviceId: 'folgebehandlung',
        contact: CALLER,
        message: '',
        starts: starts.map((start) => Date.parse(start)),
        wish: doctorId,
        undoable: true,
      }),
    /** Plans a weekly series of three from this start on. */
    planThreeWeeks: (wanted: WantedTime) =>
      planSeries(app.assistant(), {
        serviceId: 'folgebehandlung',
        ...choiceOf(wanted),
        every: 1,
        unit: 'week',
        times: THREE_WEEKS.length,
      }),
    /** Returns the doctor of a booking, and the doctor of the time that its patient asks for. */
    resourcesOf: (bookingId: string) =>
      app.rows('select resource_id, move_to_resource_id from bookings where id = ?', bookingId)[0],
  }
}
