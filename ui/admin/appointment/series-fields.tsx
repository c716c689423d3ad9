import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Day, isDay, wallMinutes } from '../../../src/shared/day.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { LoadFailure } from '../../page/loaded.tsx'
import { resourceParam } from '../resources/resource-param.ts'
import { initialStart, type PlannedTime, PlannedTimes } from './planned-times.tsx'
import { isPossibleRhythm, RhythmFields, type TypedRhythm } from './rhythm-fields.tsx'

/** The times of a series, and the id of its doctor or room if there are several. */
export type ChosenSeries = Readonly<{ starts: readonly string[]; resourceId?: string | undefined }>

type SeriesFieldsProps = {
  serviceId: string
  /** The id of the wished doctor or room; '' for any. */
  resourceId: string
  day: Day
  time: string
  /** Called with the chosen starts in order, whenever they change. */
  onChoose: (chosen: ChosenSeries) => void
}

/**
 * Plans several appointments at equal intervals, from a first one on. A planned time that is not free is
 * shown with the reason and alternatives.
 */
export function SeriesFields({ serviceId, resourceId, day, time, onChoose }: SeriesFieldsProps) {
  const [rhythm, setRhythm] = useState<TypedRhythm>({ times: '6', every: '1', unit: 'week' })
  /** The starts that staff have chosen, by the planned start; '' leaves the appointment out. */
  const [chosenStarts, setChosenStarts] = useState<ReadonlyMap<string, string>>(new Map())
  const plan = {
    service_id: serviceId,
    ...resourceParam(resourceId),
    start: `${day}T${time}`,
    times: Number(rhythm.times),
    every: Number(rhythm.every),
    unit: rhythm.unit,
  }
  const isFirstTimeChosen = serviceId !== '' && isDay(day) && wallMinutes(time) !== undefined
  const isPlannable = isFirstTimeChosen && isPossibleRhythm(plan)
  const plannedQuery = useQuery<readonly PlannedTime[]>({
    queryKey: ['admin', 'slots', 'series', plan],
    queryFn: ({ signal }) => adminRequest(admin.series.preview.$post({ json: plan }, { init: { signal } })),
    enabled: isPlannable,
    // Somebody else may have taken a time since it was read.
    staleTime: 0,
  })
  const { data, error } = plannedQuery
  const planned = isPlannable ? data : undefined
  // The effect below needs the same array until a time changes, or it would call `onChoose` in each render.
  const starts = useMemo(() => startsToEnter(planned ?? [], chosenStarts), [planned, chosenStarts])
  const plannedResourceId = planned?.[0]?.resource_id
  useEffect(() => onChoose({ starts, resourceId: plannedResourceId }), [starts, plannedResourceId, onChoose])

  return (
    <div className="stack">
      <RhythmFields rhythm={rhythm} onChange={setRhythm} />
      <LoadFailure query={plannedQuery} failure="Die Zeiten konnten nicht geladen werden." brief />
      {!error && isPlannable && (
        <PlannedTimes
          planned={planned}
          starts={starts}
          chosenStarts={chosenStarts}
          onChoose={(plannedStart, chosenStart) =>
            setChosenStarts((before) => new Map([...before, [plannedStart, chosenStart]]))
          }
        />
      )}
      {!error && !isFirstTimeChosen && (
        <p className="muted small">
          Bitte Leistung, Datum und Uhrzeit des ersten Termins wählen, dann stehen hier alle Zeiten.
        </p>
      )}
    </div>
  )
}

/** Returns the chosen start of each planned time, else the initial one. Appointments left out are missing. */
function startsToEnter(planned: readonly PlannedTime[], chosenStarts: ReadonlyMap<string, string>): string[] {
  const starts = planned.map((time) => chosenStarts.get(time.start) ?? initialStart(time))
  return starts.filter((start) => start !== '')
}
