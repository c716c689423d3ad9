import { CalendarDays } from 'lucide-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { type Day, isDay } from '../../../src/shared/day.ts'
import { longDay } from '../../../src/shared/format.ts'
import { typedBirthDate, typedDay } from '../../../src/shared/typed-day.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { IconButton } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { MonthGrid } from '../components/month-grid.tsx'
import { Popover, usePopover } from '../components/popover.tsx'
import styles from './day-field.module.css'
import { useBound, useTyped } from './time-field.tsx'
import type { FormOf } from './use-submit-form.ts'

/** Without a year a day is the next such one, or the last one; a birth date needs its year. */
type DayKind = 'coming' | 'past' | 'birth'

type DayInputProps = {
  /** A day, '' or a text that is no day. */
  value: string
  /** Called with a day, with '' or with the typed text if that is no day. */
  onChange: (day: Day | '' | string) => void
  kind?: DayKind
  /** Earlier days cannot be chosen in the month. */
  min?: Day | undefined
  ref?: Ref<HTMLInputElement>
  name?: string
  'data-autofocus'?: boolean
}

/** A day for a Field: `3.12.` is the next third of December. A button opens the month. */
export function DayInput({ value, onChange, kind = 'coming', min, ...input }: DayInputProps) {
  const today = viennaToday()
  const box = useRef<HTMLDivElement>(null)
  const month = usePopover()
  const read = (text: string) =>
    kind === 'birth' ? typedBirthDate(text, today) : typedDay(text, today, { isPast: kind === 'past' })
  const typed = useTyped(dayText(value), (text) => onChange(read(text) ?? text.trim()))
  return (
    <div ref={box} className={styles.day}>
      <TextInput {...input} {...typed} className="num" autoComplete="off" placeholder={PLACEHOLDERS[kind]} />
      {kind !== 'birth' && (
        <IconButton
          label="Monat öffnen"
          icon={<CalendarDays />}
          aria-haspopup="dialog"
          aria-expanded={month.isOpen}
          onClick={month.toggle}
        />
      )}
      {month.isOpen && (
        <Popover label="Monat" anchor={() => box.current} onClose={month.dismiss}>
          <MonthGrid
            chosen={isDay(value) ? value : undefined}
            today={today}
            min={min}
            onChoose={(day) => {
              onChange(day)
              month.close()
            }}
          />
        </Popover>
      )}
    </div>
  )
}

const PLACEHOLDERS: Readonly<Record<DayKind, string>> = {
  coming: 'TT.MM.',
  past: 'TT.MM.',
  birth: 'TT.MM.JJJJ',
}

/** Returns `3.12.2027`; a text that is no day stays as it is. */
function dayText(value: string): string {
  if (!isDay(value)) return value
  const [year, month, day] = value.split('-')
  return `${Number(day)}.${Number(month)}.${year}`
}

/** A typed text that is no day says how a day is typed. */
export const NO_DAY = 'Bitte ein Datum wie 3.12. angeben.'

type DayFieldProps = Omit<DayInputProps, 'ref'> & { label: ReactNode; help?: ReactNode }

/** A day with its label, outside forms. `onChange` gets days and '' only. */
export function DayField({ label, help, onChange, ...input }: DayFieldProps) {
  const [unread, setUnread] = useState<string>()
  const change = (typed: string) => {
    const isRead = typed === '' || isDay(typed)
    setUnread(isRead ? undefined : typed)
    if (isRead) onChange(typed)
  }
  return (
    <Field label={label} help={help} error={unread === undefined ? undefined : NO_DAY}>
      <DayInput {...input} value={unread ?? input.value} onChange={change} />
    </Field>
  )
}

type FormDayProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  label: ReactNode
  kind?: DayKind
  min?: Day
  /** Fields that are checked again with this one. */
  deps?: Path<Values>[]
  onDay?: (day: Day) => void
  'data-autofocus'?: boolean
}

/** A day as the field of a form. Below it stands the long day. */
export function FormDay<Values extends FieldValues>({
  form,
  name,
  label,
  deps,
  onDay,
  kind,
  ...rest
}: FormDayProps<Values>) {
  const { input, value, change } = useBound(form, name, deps && { deps })
  return (
    <Field
      label={label}
      error={form.errorAt(name)}
      help={kind !== 'birth' && isDay(value) && longDay(value, viennaToday())}
    >
      <DayInput
        {...rest}
        {...(kind && { kind })}
        ref={input}
        value={value}
        onChange={(day) => {
          change(day)
          if (isDay(day)) onDay?.(day)
        }}
      />
    </Field>
  )
}
