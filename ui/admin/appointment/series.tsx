import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { type Day, isDay, wallMinutes } from '../../../src/shared/day.ts'
import { shortDay, shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { isTakenByNobody } from '../../../src/shared/not-free.ts'
import { EVERY_MOST, SERIES_TIMES, type SeriesUnit } from '../../../src/shared/series.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { sentenceOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Field, FieldGroup, SelectInput, TextInput } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { resourceParam } from '../resources/resource-param.ts'
import styles from './appointment.module.css'

type PlannedTime = {
  start: string
  /** At whom, where several offer the service; the same of all times. */
  resource_id?: string | undefined
  resource_name?: string | undefined
  free: boolean
  reasons: readonly { kind: string; text: string }[]
  alternatives: readonly string[]
  /** Who has time at this start, where the one of the series has none and nobody was wished for. */
  elsewhere?: { resource_name: string } | undefined
}

/** The times of a series, and the doctor or room where there are several. */
export type ChosenSeries = Readonly<{ starts: readonly string[]; resource?: string | undefined }>

type SeriesFieldsProps = {
  service: string
  /** The id of the doctor or room that is wished for; '' for any. */
  resource: string
  day: Day
  time: string
  /** Called with the chosen starts, in order, whenever they change. */
  onChoose: (chosen: ChosenSeries) => void
}

/** Plans several appointments from the first one on. Each that is not free has its reason and other times. */
export function SeriesFields({ service, resource: wish, day, time, onChoose }: SeriesFieldsProps) {
  const [times, setTimes] = useState('6')
  const [every, setEvery] = useState('1')
  const [unit, setUnit] = useState<SeriesUnit>('week')
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const json = {
    service_id: service,
    ...resourceParam(wish),
    start: `${day}T${time}`,
    every: Number(every),
    unit,
    times: Number(times),
  }
  const isPlanned =
    service !== '' &&
    isDay(day) &&
    wallMinutes(time) !== undefined &&
    isWithin(json.times, SERIES_TIMES.least, SERIES_TIMES.most) &&
    isWithin(json.every, 1, EVERY_MOST)
  const { data, error } = useQuery<readonly PlannedTime[]>({
    queryKey: ['admin', 'slots', 'series', json],
    queryFn: ({ signal }) => adminRequest(admin.series.preview.$post({ json }, { init: { signal } })),
    enabled: isPlanned,
    staleTime: 0,
  })
  const planned = isPlanned ? data : undefined
  const starts = useMemo(
    () => (planned ?? []).map((each) => chosen.get(each.start) ?? usualStart(each)).filter((at) => at !== ''),
    [planned, chosen],
  )
  const resource = planned?.[0]?.resource_id
  useEffect(() => onChoose({ starts, resource }), [starts, resource, onChoose])

  return (
    <div className="stack">
      <div className={styles.rhythm}>
        <Field label="Wie oft">
          <TextInput
            inputMode="numeric"
            value={times}
            data-autofocus
            onChange={({ target }) => setTimes(target.value.trim())}
          />
        </Field>
        <Field label="Alle">
          <TextInput
            inputMode="numeric"
            value={every}
            onChange={({ target }) => setEvery(target.value.trim())}
          />
        </Field>
        <Field label="Wochen/Tage">
          <SelectInput value={unit} onChange={({ target }) => setUnit(target.value as SeriesUnit)}>
            <option value="week">Wochen</option>
            <option value="day">Tagen</option>
          </SelectInput>
        </Field>
      </div>
      {error ? (
        <Banner tone="danger" role="alert">
          {sentenceOf(error, 'Die Zeiten konnten nicht geladen werden.')}
        </Banner>
      ) : isPlanned ? (
        <PlannedTimes
          planned={planned}
          starts={starts}
          chosen={chosen}
          onChoose={(time, start) => setChosen((before) => new Map([...before, [time, start]]))}
        />
      ) : (
        <p className="muted small">
          Bitte Leistung, Datum und Uhrzeit des ersten Termins wählen, dann stehen hier alle Zeiten.
        </p>
      )}
    </div>
  )
}

type PlannedTimesProps = {
  /** Undefined while they are loading. */
  planned: readonly PlannedTime[] | undefined
  starts: readonly string[]
  /** The starts that were chosen in place of planned times, by those. */
  chosen: ReadonlyMap<string, string>
  onChoose: (time: string, start: string) => void
}

/** The planned times, each with what is chosen for it. */
function PlannedTimes({ planned, starts, chosen, onChoose }: PlannedTimesProps) {
  if (planned === undefined) return <Skeleton height={200} />
  const name = planned[0]?.resource_name
  return (
    <FieldGroup legend={`${starts.length} von ${planned.length} Terminen`}>
      {name && <p className="muted small mb-3">Alle bei {name}.</p>}
      <ol className="stack gap-3">
        {planned.map((each) => (
          <PlannedRow
            key={each.start}
            time={each}
            value={chosen.get(each.start) ?? usualStart(each)}
            onChoose={(start) => onChoose(each.start, start)}
          />
        ))}
      </ol>
    </FieldGroup>
  )
}

type PlannedRowProps = {
  time: PlannedTime
  /** The chosen start; '' leaves the appointment out. */
  value: string
  onChoose: (start: string) => void
}

/** One time: that it is free, or why it is not, with the other times. */
function PlannedRow({ time, value, onChoose }: PlannedRowProps) {
  const name = useId()
  const { start, free, reasons, alternatives, elsewhere } = time
  const own = isTakenByNobody(reasons) ? [start] : []
  const options = free ? [] : [...own, ...alternatives, '']
  return (
    <li>
      <p className="row gap-2">
        <span className="num semibold">
          {free || value === start ? shortDayTime(start) : <s>{shortDayTime(start)}</s>}
        </span>
        {free && <span className="muted small">frei</span>}
      </p>
      {!free && (
        <>
          <p className="muted small break">
            {reasons.map(({ text }) => text).join(' ')}
            {elsewhere && ` ${elsewhere.resource_name} hätte um diese Zeit frei.`}
          </p>
          <fieldset className={styles.alternatives} aria-label={`Statt ${shortDayTime(start)}`}>
            {options.map((option) => (
              <label key={option} className="pick small">
                <input
                  type="radio"
                  className="covering"
                  name={name}
                  checked={option === value}
                  onChange={() => onChoose(option)}
                />
                <span>{optionText(option, start)}</span>
              </label>
            ))}
          </fieldset>
        </>
      )}
    </li>
  )
}

function optionText(option: string, start: string): string {
  if (option === '') return 'weglassen'
  if (option === start) return `trotzdem ${timeOfDay(option)}`
  return option.slice(0, 10) === start.slice(0, 10)
    ? timeOfDay(option)
    : `${shortDay(option)}, ${timeOfDay(option)}`
}

/** Returns what is chosen at first: the time itself, else the nearest other one, else ''. */
function usualStart(time: PlannedTime): string {
  return isTakenByNobody(time.reasons) ? time.start : (time.alternatives[0] ?? '')
}

function isWithin(number: number, least: number, most: number): boolean {
  return Number.isInteger(number) && number >= least && number <= most
}
