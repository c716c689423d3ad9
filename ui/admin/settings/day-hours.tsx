import { Copy, Eraser } from 'lucide-react'
import { useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { HoursBlock, WorkingHours } from '../../../src/shared/hours.ts'
import { IconButton } from '../../components/button.tsx'
import { FieldError } from '../../components/field-notes.tsx'
import { BlockFields } from './block-fields.tsx'
import { areBlocksFaulty, CLOSED_DAY, type HoursDraft, isClosedAllDay } from './hours-draft.ts'
import styles from './settings.module.css'

/** A field of a day: the index of its block, and the side of the block. */
type BlockField = { index: number; side: keyof HoursBlock }

type DayHoursProps = {
  control: Control<HoursDraft, unknown, WorkingHours>
  /** The name of the form's field, which is the number of the weekday. */
  name: string
  /** The name of the weekday, such as `Montag`. */
  day: string
  /** The sentence about a faulty day. */
  error: string | undefined
  /** Called to copy the hours of the day to others. */
  onCopy: () => void
}

/** The fields of a weekday's two blocks. If both are empty, the day is closed. */
export function DayHours({ control, name, day, error, onCopy }: DayHoursProps) {
  const { field } = useController({ control, name })
  const id = useId()
  const errorId = `${id}-error`
  const blocks: readonly HoursBlock[] = field.value
  const areFaulty = areBlocksFaulty(blocks)
  const focused = fieldToCorrect(blocks, areFaulty)

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
        <BlockFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a day has its first and its second block
          key={index}
          number={index + 1}
          day={day}
          block={block}
          isFaulty={error !== undefined && areFaulty[index] === true}
          errorId={error && errorId}
          focusRef={index === focused?.index ? { [focused.side]: field.ref } : {}}
          onChange={(changes) => changeBlock(index, changes)}
          onBlur={field.onBlur}
        />
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
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

/**
 * Returns the field that takes the focus when the day is faulty: the missing end of the first faulty block,
 * else its start; undefined without a faulty block.
 */
function fieldToCorrect(
  blocks: readonly HoursBlock[],
  areFaulty: readonly boolean[],
): BlockField | undefined {
  const index = areFaulty.indexOf(true)
  const block = blocks[index]
  if (block === undefined) return undefined
  const isEndMissing = block.start !== '' && block.end === ''
  return { index, side: isEndMissing ? 'end' : 'start' }
}
