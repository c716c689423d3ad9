import { wallMinutes } from '../../../src/shared/day.ts'
import { LATE_MINUTES } from '../../../src/shared/late.ts'
import { Field, TextInput } from '../../components/field.tsx'
import { ToggleSegment } from '../../components/segment.tsx'
import { TimeInput } from '../forms/time-input.tsx'

/** The delays in minutes that have buttons. Other delays can be typed. */
const USUAL_DELAYS = ['10', '20', '30', '45'].map((value) => ({ value, label: value }))

/** Returns whether the text is a whole number of minutes that can be announced. */
export function isValidDelay(minutes: string): boolean {
  return (
    /^\d+$/.test(minutes) && Number(minutes) >= LATE_MINUTES.least && Number(minutes) <= LATE_MINUTES.most
  )
}

/** Returns whether the text names the last appointment's time, or is empty for the whole rest of today. */
export function isValidUntil(until: string): boolean {
  return until === '' || wallMinutes(until) !== undefined
}

type LateFieldsProps = {
  minutes: string
  onMinutes: (minutes: string) => void
  /** `HH:MM`, or any other typed text; empty for the whole rest of today. */
  until: string
  onUntil: (until: string) => void
}

/** Asks how many minutes the practice is late, and until which time appointments are affected. */
export function LateFields({ minutes, onMinutes, until, onUntil }: LateFieldsProps) {
  const { least, most } = LATE_MINUTES
  return (
    <>
      <ToggleSegment label="Minuten" options={USUAL_DELAYS} value={minutes} onChange={onMinutes} />
      <div className="columns">
        <Field
          label="Minuten später"
          error={isValidDelay(minutes) ? undefined : `Bitte ${least} bis ${most} Minuten angeben.`}
        >
          <TextInput
            inputMode="numeric"
            value={minutes}
            onChange={({ target }) => onMinutes(target.value.trim())}
          />
        </Field>
        <Field
          label="Termine bis (freiwillig)"
          help="Sonst alle von heute."
          error={isValidUntil(until) ? undefined : 'Bitte eine Uhrzeit wie 14:30 angeben.'}
        >
          <TimeInput value={until} onChange={onUntil} />
        </Field>
      </div>
    </>
  )
}
