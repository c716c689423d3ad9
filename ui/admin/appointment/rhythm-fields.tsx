import { LONGEST_INTERVAL, SERIES_TIMES, type SeriesUnit } from '../../../src/shared/series.ts'
import { Field, SelectInput, TextInput } from '../../components/field.tsx'
import styles from './appointment.module.css'

/** The number of appointments, and their interval in weeks or days. The texts may not be numbers yet. */
export type TypedRhythm = Readonly<{ times: string; every: string; unit: SeriesUnit }>

type RhythmFieldsProps = { rhythm: TypedRhythm; onChange: (rhythm: TypedRhythm) => void }

/** Asks for the number of appointments, and for the interval in weeks or days. */
export function RhythmFields({ rhythm, onChange }: RhythmFieldsProps) {
  return (
    <div className={styles.rhythm}>
      <Field label="Wie oft">
        <TextInput
          inputMode="numeric"
          value={rhythm.times}
          data-autofocus
          onChange={({ target }) => onChange({ ...rhythm, times: target.value.trim() })}
        />
      </Field>
      <Field label="Alle">
        <TextInput
          inputMode="numeric"
          value={rhythm.every}
          onChange={({ target }) => onChange({ ...rhythm, every: target.value.trim() })}
        />
      </Field>
      <Field label="Wochen/Tage">
        <SelectInput
          value={rhythm.unit}
          onChange={({ target }) => onChange({ ...rhythm, unit: target.value as SeriesUnit })}
        >
          <option value="week">Wochen</option>
          <option value="day">Tagen</option>
        </SelectInput>
      </Field>
    </div>
  )
}

/** Returns whether a series may have this number of appointments at this interval. */
export function isPossibleRhythm({ times, every }: { times: number; every: number }): boolean {
  return isInRange(times, SERIES_TIMES) && isInRange(every, { least: 1, most: LONGEST_INTERVAL })
}

/** Returns whether a number is an integer within the range (inclusive). */
function isInRange(number: number, { least, most }: { least: number; most: number }): boolean {
  return Number.isInteger(number) && number >= least && number <= most
}
