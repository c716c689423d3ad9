import { Copy, Eraser } from 'lucide-react'
import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { Block, WorkingHours } from '../../../src/shared/hours.ts'
import { typedTime } from '../../../src/shared/typed-time.ts'
import { IconButton } from '../../components/button.tsx'
import { FieldError, TextInput } from '../../components/field.tsx'
import { CLOSED, faultyBlocks, type HoursDraft, isClosedAllDay } from './hours-draft.ts'
import styles from './settings.module.css'

const SIDES = [
  ['start', 'Start'],
  ['end', 'Ende'],
] as const

type DayHoursProps = {
  control: Control<HoursDraft, unknown, WorkingHours>
  /** Name of the form's field, which is the weekday's number. */
  field: string
  /** `Montag` */
  day: string
  error: string | undefined
  onCopy: () => void
}

/** The fields of a weekday's two blocks. If both are empty, the day is closed. */
export function DayHours({ control, field: name, day, error, onCopy }: DayHoursProps) {
  const { field } = useController({ control, name })
  const id = useId()
  const blocks: readonly Block[] = field.value
  const marked = faultyBlocks(blocks)
  const focused = firstToCorrect(blocks, marked)

  const change = (at: number, part: Partial<Block>) =>
    field.onChange(blocks.map((block, i) => (i === at ? { ...block, ...part } : block)))

  return (
    <fieldset className={styles.day} aria-labelledby={`${id}-day`}>
      <div className={styles.name}>
        <p className="semibold" id={`${id}-day`}>
          {day}
        </p>
        {isClosedAllDay(blocks) && <p className="small muted">geschlossen</p>}
      </div>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a day has its first and its second block
        <div key={at} className={styles.block}>
          <span className="muted tiny" aria-hidden="true">
            Block {at + 1}
          </span>
          {SIDES.map(([side, word]) => (
            <TextInput
              key={side}
              {...(focused === `${at} ${side}` && { ref: field.ref })}
              className="num"
              inputMode="numeric"
              autoComplete="off"
              placeholder="--:--"
              aria-label={`${day} Block ${at + 1} ${word}`}
              aria-invalid={(error !== undefined && marked[at]) || undefined}
              aria-describedby={error && `${id}-error`}
              value={block[side]}
              onChange={(event) => change(at, { [side]: event.target.value })}
              onBlur={(event) => {
                const read = typedTime(event.target.value)
                if (read !== block[side]) change(at, { [side]: read })
                field.onBlur()
              }}
            />
          ))}
        </div>
      ))}
      <div className={`flex ${styles.dayActions}`}>
        <IconButton
          label={`Zeiten von ${day} auf andere Tage übertragen`}
          title="Auf andere Tage übertragen"
          icon={<Copy />}
          onClick={onCopy}
        />
        <IconButton
          label={`${day} schließen`}
          title="Geschlossen"
          icon={<Eraser />}
          onClick={() => field.onChange(CLOSED)}
        />
      </div>
      {error && (
        <div className="whole">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

/** Returns the field that takes the focus when the day is faulty. */
function firstToCorrect(blocks: readonly Block[], marked: readonly boolean[]): string {
  const at = marked.indexOf(true)
  const { start = '', end = '' } = blocks[at] ?? {}
  return `${at} ${start !== '' && end === '' ? 'end' : 'start'}`
}
