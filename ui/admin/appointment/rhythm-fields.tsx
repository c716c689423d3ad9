import { LONGEST_INTERVAL, SERIES_TIMES, type SeriesUnit } from '../../../src/shared/series.ts'
import { Field, SelectInput, TextInput } from '../../components/field.tsx'
import styles from './appointment.module.css'

/** The number of appointments, and their interval in weeks or days. The texts may not be numbers yet. */
export type TypedRhythm = Readonly<{ times: string; every: string; unit: SeriesUnit }>

type Range = Readonly<{ least: number; most: number }>

const INTERVAL: Range = { least: 1, most: LONGEST_INTERVAL }

type RhythmFieldsProps = { rhythm: TypedRhythm; onChange: (rhythm: TypedRhythm) => void }

/** Asks for the number of appointments, and for the interval in weeks or days. */
export function RhythmFields({ rhythm, onChange }: RhythmFieldsProps) {
  return (
    <div className={styles.rhythm}>
      <Field label="Wie oft" error={rangeError(rhythm.times, SERIES_TIMES)}>
        <TextInput
          inputMode="numeric"
          value={rhythm.times}
          data-autofocus
          onChange={({ target }) => onChange({ ...rhythm, times: target.value.trim() })}
        />
      </Field>
      <Field label="Alle" error={rangeError(rhythm.every, INTERVAL)}>
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
          <option value="day">Tage</option>
        </SelectInput>
      </Field>
    </div>
  )
}

/** Returns the error sentence for a text that is not an integer within the range. */
function rangeError(text: string, range: Range): string | undefined {
  return isInRange(Number(text), range) ? undefined : `Bitte ${range.least} bis ${range.most} angeben.`
}

/** Returns whether a series may have this number of appointments at this interval. */
export function isPossibleRhythm({ times, every }: { times: number; every: number }): boolean {
  return isInRange(times, SERIES_TIMES) && isInRange(every, INTERVAL)
}

/** Returns whether a number is an integer within the range (inclusive). */
function isInRange(number: number, { least, most }: Range): boolean {
  return Number.isInteger(number) && number >= least && number <= most
}
