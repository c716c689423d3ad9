import { useId } from 'react'
import { shortDay, shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { isTakenByNobody } from '../../../src/shared/not-free.ts'
import { FieldGroup } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './appointment.module.css'

export type PlannedTime = {
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

type PlannedTimesProps = {
  /** Undefined while they are loading. */
  planned: readonly PlannedTime[] | undefined
  starts: readonly string[]
  /** The starts that were chosen in place of planned times, by those. */
  chosen: ReadonlyMap<string, string>
  onChoose: (time: string, start: string) => void
}

/** The planned times, each with what is chosen for it. */
export function PlannedTimes({ planned, starts, chosen, onChoose }: PlannedTimesProps) {
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
  // A time that nobody has can be chosen all the same.
  const itself = isTakenByNobody(reasons) ? [start] : []
  const options = [...itself, ...alternatives, '']
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
export function usualStart(time: PlannedTime): string {
  return isTakenByNobody(time.reasons) ? time.start : (time.alternatives[0] ?? '')
}
