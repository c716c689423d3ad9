import { Copy, Eraser } from 'lucide-react'
import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { HoursBlock, WorkingHours } from '../../../src/shared/hours.ts'
import { typedTime } from '../../../src/shared/typed-time.ts'
import { IconButton } from '../../components/button.tsx'
import { FieldError, TextInput } from '../../components/field.tsx'
import { CLOSED_DAY, faultyBlocks, type HoursDraft, isClosedAllDay } from './hours-draft.ts'
import styles from './settings.module.css'

/** The two fields of a block: the key of their time, and the last word of their label. */
const SIDES = [
  { side: 'start', word: 'Start' },
  { side: 'end', word: 'Ende' },
] as const

type DayHoursProps = {
  control: Control<HoursDraft, unknown, WorkingHours>
  /** Name of the form's field, which is the weekday's number. */
  name: string
  /** The name of the weekday, such as `Montag`. */
  day: string
  error: string | undefined
  onCopy: () => void
}

/** The fields of a weekday's two blocks. If both are empty, the day is closed. */
export function DayHours({ control, name, day, error, onCopy }: DayHoursProps) {
  const { field } = useController({ control, name })
  const id = useId()
  const blocks: readonly HoursBlock[] = field.value
  const faulty = faultyBlocks(blocks)
  const fieldToFocus = firstToCorrect(blocks, faulty)

  const changeBlock = (index: number, changes: Partial<HoursBlock>) =>
    field.onChange(blocks.map((block, position) => (position === index ? { ...block, ...changes } : block)))

  return (
    <fieldset className={styles.day} aria-labelledby={`${id}-day`}>
      <div className={styles.name}>
        <p className="semibold" id={`${id}-day`}>
          {day}
        </p>
        {isClosedAllDay(blocks) && <p className="small muted">geschlossen</p>}
      </div>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a day has its first and its second block
        <div key={index} className={styles.block}>
          <span className="muted tiny" aria-hidden="true">
            Block {index + 1}
          </span>
          {SIDES.map(({ side, word }) => (
            <TextInput
              key={side}
              {...(fieldToFocus === fieldKey(index, side) && { ref: field.ref })}
              className="num"
              inputMode="numeric"
              autoComplete="off"
              placeholder="--:--"
              aria-label={`${day} Block ${index + 1} ${word}`}
              aria-invalid={(error !== undefined && faulty[index]) || undefined}
              aria-describedby={error && `${id}-error`}
              value={block[side]}
              onChange={(event) => changeBlock(index, { [side]: event.target.value })}
              onBlur={(event) => {
                const time = typedTime(event.target.value)
                if (time !== block[side]) changeBlock(index, { [side]: time })
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
          onClick={() => field.onChange(CLOSED_DAY)}
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

/**
 * Returns the key of the field to focus when the day is faulty: the missing end of the first faulty block,
 * else its start. Without a faulty block it is the key of no field.
 */
function firstToCorrect(blocks: readonly HoursBlock[], faulty: readonly boolean[]): string {
  const index = faulty.indexOf(true)
  const { start = '', end = '' } = blocks[index] ?? {}
  return fieldKey(index, start !== '' && end === '' ? 'end' : 'start')
}

function fieldKey(blockIndex: number, side: keyof HoursBlock): string {
  return `${blockIndex} ${side}`
}
