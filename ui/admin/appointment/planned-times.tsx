import { useId } from 'react'
import { shortDay, shortDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { isUnoccupied, type ReasonKind } from '../../../src/shared/not-free.ts'
import { FieldGroup } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { dayOfIso } from '../components/iso-day.ts'
import styles from './appointment.module.css'

/** A time that a series would have, as the server has checked it. */
export type PlannedTime = {
  /** The planned start, as an ISO instant with Vienna's offset like all other starts. */
  start: string
  /** The doctor or room, if several offer the service. All times of a series have the same. */
  resource_id?: string | undefined
  resource_name?: string | undefined
  free: boolean
  /** The reasons why the time is not free. */
  reasons: readonly { kind: ReasonKind; text: string }[]
  /** Free starts near this one, the nearest first. */
  alternatives: readonly string[]
  /** Another doctor or room that is free at this start, unless staff wished for a specific one. */
  elsewhere?: { resource_name: string } | undefined
}

type PlannedTimesProps = {
  /** Undefined while they are loading. */
  planned: readonly PlannedTime[] | undefined
  /** The starts that will be entered. */
  starts: readonly string[]
  /** The starts that staff have chosen, by the planned start; '' leaves the appointment out. */
  chosenStarts: ReadonlyMap<string, string>
  onChoose: (plannedStart: string, chosenStart: string) => void
}

/** The planned times. One that is not free shows the reason and the alternatives. */
export function PlannedTimes({ planned, starts, chosenStarts, onChoose }: PlannedTimesProps) {
  if (planned === undefined) return <Skeleton height={200} />
  const resourceName = planned[0]?.resource_name
  return (
    <FieldGroup legend={`${starts.length} von ${planned.length} Terminen`}>
      {resourceName && <p className="muted small mb-3">Alle bei {resourceName}.</p>}
      <ol className="stack gap-3">
        {planned.map((time) => (
          <PlannedRow
            key={time.start}
            time={time}
            chosenStart={chosenStarts.get(time.start) ?? initialStart(time)}
            onChoose={(chosenStart) => onChoose(time.start, chosenStart)}
          />
        ))}
      </ol>
    </FieldGroup>
  )
}

type PlannedRowProps = {
  time: PlannedTime
  /** '' leaves the appointment out. */
  chosenStart: string
  onChoose: (chosenStart: string) => void
}

/** One planned time. If it is not free, it shows the reason, and the alternatives as radio buttons. */
function PlannedRow({ time, chosenStart, onChoose }: PlannedRowProps) {
  const groupName = useId()
  const { start: plannedStart, free, reasons, alternatives, elsewhere } = time
  // A time outside the plan that nobody else has can still be chosen.
  const choices = [...(isUnoccupied(reasons) ? [plannedStart] : []), ...alternatives, '']
  return (
    <li>
      <p className="row gap-2">
        <span className="num semibold">
          {free || chosenStart === plannedStart ? (
            shortDayTime(plannedStart)
          ) : (
            <s>{shortDayTime(plannedStart)}</s>
          )}
        </span>
        {free && <span className="muted small">frei</span>}
      </p>
      {!free && (
        <>
          <p className="muted small break">
            {reasons.map(({ text }) => text).join(' ')}
            {elsewhere && ` ${elsewhere.resource_name} hätte um diese Zeit frei.`}
          </p>
          <fieldset className={styles.alternatives} aria-label={`Statt ${shortDayTime(plannedStart)}`}>
            {choices.map((choice) => (
              <label key={choice} className="pick small">
                <input
                  type="radio"
                  className="covering"
                  name={groupName}
                  checked={choice === chosenStart}
                  onChange={() => onChoose(choice)}
                />
                <span>{choiceText(choice, plannedStart)}</span>
              </label>
            ))}
          </fieldset>
        </>
      )}
    </li>
  )
}

/** Returns the label of a choice, a start or ''. It names the day if that is not the planned one. */
function choiceText(choice: string, plannedStart: string): string {
  if (choice === '') return 'weglassen'
  if (choice === plannedStart) return `trotzdem ${timeOfDay(choice)}`
  return dayOfIso(choice) === dayOfIso(plannedStart)
    ? timeOfDay(choice)
    : `${shortDay(choice)}, ${timeOfDay(choice)}`
}

/** Returns the initially chosen start: the planned one, else the nearest alternative, else ''. */
export function initialStart({ start, reasons, alternatives }: PlannedTime): string {
  return isUnoccupied(reasons) ? start : (alternatives[0] ?? '')
}
