import type { Ref } from 'react'
import type { HoursBlock } from '../../../src/shared/hours.ts'
import { completeTime } from '../../../src/shared/typed-time.ts'
import { TextInput } from '../../components/field.tsx'
import styles from './settings.module.css'

/** The two fields of a block: the key of their time, and the last word of their label. */
const SIDES = [
  { side: 'start', word: 'Start' },
  { side: 'end', word: 'Ende' },
] as const

type BlockFieldsProps = {
  /** The number of the block within its day, from 1. */
  number: number
  day: string
  block: HoursBlock
  isFaulty: boolean
  /** The id of the sentence about the faulty day. */
  errorId: string | undefined
  /** The ref of the field that takes the focus when the day is faulty; without it, it is in another block. */
  focusRef: Partial<Record<keyof HoursBlock, Ref<HTMLInputElement>>>
  onChange: (changes: Partial<HoursBlock>) => void
  onBlur: () => void
}

/** The fields for start and end of a block. A typed time is completed when the focus leaves its field. */
export function BlockFields({
  number,
  day,
  block,
  isFaulty,
  errorId,
  focusRef,
  onChange,
  onBlur,
}: BlockFieldsProps) {
  return (
    <div className={styles.block}>
      <span className="muted tiny" aria-hidden="true">
        Block {number}
      </span>
      {SIDES.map(({ side, word }) => (
        <TextInput
          key={side}
          ref={focusRef[side]}
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
