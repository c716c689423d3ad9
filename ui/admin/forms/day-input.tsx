import { CalendarDays } from 'lucide-react'
import { type Ref, useRef } from 'react'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { readTypedBirthDate, readTypedDay } from '../../../src/shared/typed-day.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { IconButton } from '../../components/button.tsx'
import { TextInput } from '../../components/field.tsx'
import { MonthGrid } from '../components/month-grid.tsx'
import { Popover } from '../components/popover.tsx'
import { usePopover } from '../components/use-popover.ts'
import styles from './day-field.module.css'
import { useTypedText } from './use-typed-text.ts'

/** How a day without a year is read: as the next such day or the last one. A birth date needs its year. */
export type DayKind = 'coming' | 'past' | 'birth'

const PLACEHOLDERS: Readonly<Record<DayKind, string>> = {
  coming: 'TT.MM.',
  past: 'TT.MM.',
  birth: 'TT.MM.JJJJ',
}

export type DayInputProps = {
  /** A day, '' or any other typed text. */
  value: string
  /** Called with a day, with '', or with the typed text if it is not a day. */
  onChange: (text: string) => void
  kind?: DayKind
  /** The first day that can be chosen in the month. */
  min?: Day | undefined
  ref?: Ref<HTMLInputElement>
  name?: string
  'data-autofocus'?: boolean
}

/**
 * A day for a Field: `3.12.` is the next third of December. A button opens the month, except at a birth date.
 */
export function DayInput({ value, onChange, kind = 'coming', min, ...inputProps }: DayInputProps) {
  const today = viennaToday()
  const boxRef = useRef<HTMLDivElement>(null)
  const monthPopover = usePopover()
  const readDay = (text: string) =>
    kind === 'birth'
      ? readTypedBirthDate(text, today)
      : readTypedDay(text, today, { isPast: kind === 'past' })
  const typedProps = useTypedText(dayText(value), (text) => onChange(readDay(text) ?? text.trim()))
  return (
    <div ref={boxRef} className={styles.day}>
      <TextInput
        {...inputProps}
        {...typedProps}
        className="num"
        autoComplete="off"
        placeholder={PLACEHOLDERS[kind]}
      />
      {kind !== 'birth' && (
        <IconButton
          label="Monat öffnen"
          icon={<CalendarDays />}
          aria-haspopup="dialog"
          aria-expanded={monthPopover.isOpen}
          onClick={monthPopover.toggle}
        />
      )}
      {monthPopover.isOpen && (
        <Popover label="Monat" anchor={() => boxRef.current} onClose={monthPopover.dismiss}>
          <MonthGrid
            chosen={isDay(value) ? value : undefined}
            today={today}
            min={min}
            onChoose={(day) => {
              onChange(day)
              monthPopover.close()
            }}
          />
        </Popover>
      )}
    </div>
  )
}

/** Returns `3.12.2027`; any other text stays as it is. */
function dayText(value: string): string {
  if (!isDay(value)) return value
  const [year, month, day] = value.split('-')
  return `${Number(day)}.${Number(month)}.${year}`
}
