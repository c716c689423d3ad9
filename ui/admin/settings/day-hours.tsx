import { Copy, Eraser } from 'lucide-react'
import { type Ref, useId } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { HoursBlock, WorkingHours } from '../../../src/shared/hours.ts'
import { completeTime } from '../../../src/shared/typed-time.ts'
import { IconButton } from '../../components/button.tsx'
import { TextInput } from '../../components/field.tsx'
import { FieldError } from '../../components/field-notes.tsx'
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
  const errorId = `${id}-error`
  const blocks: readonly HoursBlock[] = field.value
  const areFaulty = faultyBlocks(blocks)
  const keyToFocus = keyToCorrect(blocks, areFaulty)

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
          refOf={(side) => (keyToFocus === fieldKey(index, side) ? field.ref : undefined)}
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

type BlockFieldsProps = {
  /** The number of the block within its day, from 1. */
  number: number
  day: string
  block: HoursBlock
  isFaulty: boolean
  /** The id of the sentence about the faulty day. */
  errorId: string | undefined
  /** Returns the ref of the field that takes the focus; undefined for the others. */
  refOf: (side: keyof HoursBlock) => Ref<HTMLInputElement> | undefined
  onChange: (changes: Partial<HoursBlock>) => void
  onBlur: () => void
}

/** The fields for start and end of a block. A typed time is completed when the focus leaves its field. */
function BlockFields({ number, day, block, isFaulty, errorId, refOf, onChange, onBlur }: BlockFieldsProps) {
  return (
    <div className={styles.block}>
      <span className="muted tiny" aria-hidden="true">
        Block {number}
      </span>
      {SIDES.map(({ side, word }) => (
        <TextInput
          key={side}
          ref={refOf(side)}
          className="num"
          inputMode="numeric"
          autoComplete="off"
          placeholder="--:--"
          aria-label={`${day} Block ${number} ${word}`}
          aria-invalid={isFaulty || undefined}
          aria-describedby={errorId}
          value={block[side]}
          onChange={({ target }) => onChange({ [side]: target.value })}
          onBlur={({ target }) => {
            const time = completeTime(target.value)
            if (time !== block[side]) onChange({ [side]: time })
            onBlur()
          }}
        />
      ))}
    </div>
  )
}

/**
 * Returns the key of the field to focus when the day is faulty: the missing end of the first faulty block,
 * else its start. Without a faulty block it is the key of no field.
 */
function keyToCorrect(blocks: readonly HoursBlock[], areFaulty: readonly boolean[]): string {
  const index = areFaulty.indexOf(true)
  const { start = '', end = '' } = blocks[index] ?? {}
  return fieldKey(index, start !== '' && end === '' ? 'end' : 'start')
}

/** Returns a text that is different for each field of a day. */
function fieldKey(blockIndex: number, side: keyof HoursBlock): string {
  return `${blockIndex} ${side}`
}
