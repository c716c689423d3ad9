import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Day, isDay, wallMinutes } from '../../../src/shared/day.ts'
import { EVERY_MOST, SERIES_TIMES, type SeriesUnit } from '../../../src/shared/series.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { Banner } from '../../components/banner.tsx'
import { Field, SelectInput, TextInput } from '../../components/field.tsx'
import { resourceParam } from '../resources/resource-param.ts'
import styles from './appointment.module.css'
import { type PlannedTime, PlannedTimes, usualStart } from './planned-times.tsx'

/** The times of a series, and its doctor or room if there are several. */
export type ChosenSeries = Readonly<{ starts: readonly string[]; resource?: string | undefined }>

type SeriesFieldsProps = {
  service: string
  /** The id of the wished doctor or room; '' for any. */
  resource: string
  day: Day
  time: string
  /** Called with the chosen starts in order, whenever they change. */
  onChoose: (chosen: ChosenSeries) => void
}

/**
 * Plans several appointments at equal intervals, from a first one on. A planned time that is not free is
 * shown with the reason and alternatives.
 */
export function SeriesFields({ service, resource, day, time, onChoose }: SeriesFieldsProps) {
  const [times, setTimes] = useState('6')
  const [every, setEvery] = useState('1')
  const [unit, setUnit] = useState<SeriesUnit>('week')
  /** The chosen alternatives, by the planned start; '' leaves the appointment out. */
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const plan = {
    service_id: service,
    ...resourceParam(resource),
    start: `${day}T${time}`,
    every: Number(every),
    unit,
    times: Number(times),
  }
  const isFirstTimeChosen = service !== '' && isDay(day) && wallMinutes(time) !== undefined
  const isRhythmValid =
    isInRange(plan.times, SERIES_TIMES) && isInRange(plan.every, { least: 1, most: EVERY_MOST })
  const isComplete = isFirstTimeChosen && isRhythmValid
  const { data, error } = useQuery<readonly PlannedTime[]>({
    queryKey: ['admin', 'slots', 'series', plan],
    queryFn: ({ signal }) => adminRequest(admin.series.preview.$post({ json: plan }, { init: { signal } })),
    enabled: isComplete,
    // Somebody else may have taken a time since it was read.
    staleTime: 0,
  })
  const planned = isComplete ? data : undefined
  // The effect below needs the same array until a time changes, or it would call `onChoose` in each render.
  const starts = useMemo(() => chosenStarts(planned ?? [], chosen), [planned, chosen])
  const plannedResource = planned?.[0]?.resource_id
  useEffect(() => onChoose({ starts, resource: plannedResource }), [starts, plannedResource, onChoose])

  return (
    <div className="stack">
      <RhythmFields
        times={times}
        onTimes={setTimes}
        every={every}
        onEvery={setEvery}
        unit={unit}
        onUnit={setUnit}
      />
      {error && (
        <Banner tone="danger" role="alert">
          {failureSentence(error, 'Die Zeiten konnten nicht geladen werden.')}
        </Banner>
      )}
      {!error && isComplete && (
        <PlannedTimes
          planned={planned}
          starts={starts}
          chosen={chosen}
          onChoose={(time, start) => setChosen((before) => new Map([...before, [time, start]]))}
        />
      )}
      {!error && !isComplete && (
        <p className="muted small">
          Bitte Leistung, Datum und Uhrzeit des ersten Termins wählen, dann stehen hier alle Zeiten.
        </p>
      )}
    </div>
  )
}

type RhythmFieldsProps = {
  times: string
  onTimes: (times: string) => void
  every: string
  onEvery: (every: string) => void
  unit: SeriesUnit
  onUnit: (unit: SeriesUnit) => void
}

/** Asks for the number of appointments, and for the interval in weeks or days. */
function RhythmFields({ times, onTimes, every, onEvery, unit, onUnit }: RhythmFieldsProps) {
  return (
    <div className={styles.rhythm}>
      <Field label="Wie oft">
        <TextInput
          inputMode="numeric"
          value={times}
          data-autofocus
          onChange={({ target }) => onTimes(target.value.trim())}
        />
      </Field>
      <Field label="Alle">
        <TextInput
          inputMode="numeric"
          value={every}
          onChange={({ target }) => onEvery(target.value.trim())}
        />
      </Field>
      <Field label="Wochen/Tage">
        <SelectInput value={unit} onChange={({ target }) => onUnit(target.value as SeriesUnit)}>
          <option value="week">Wochen</option>
          <option value="day">Tagen</option>
        </SelectInput>
      </Field>
    </div>
  )
}

/** Returns the start of each planned time, or the chosen alternative. Appointments left out are missing. */
function chosenStarts(planned: readonly PlannedTime[], chosen: ReadonlyMap<string, string>): string[] {
  const starts = planned.map((time) => chosen.get(time.start) ?? usualStart(time))
  return starts.filter((start) => start !== '')
}

/** Returns whether a number is an integer within the range (inclusive). */
function isInRange(number: number, { least, most }: { least: number; most: number }): boolean {
  return Number.isInteger(number) && number >= least && number <= most
}
