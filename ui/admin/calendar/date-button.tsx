import { ChevronDown } from 'lucide-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { readTypedDay, UNREADABLE_DAY } from '../../../src/shared/typed-day.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Field, TextInput } from '../../components/field.tsx'
import { MonthGrid } from '../components/month-grid.tsx'
import { Popover } from '../components/popover.tsx'
import { usePopover } from '../components/use-popover.ts'
import styles from './calendar-tools.module.css'
import { type Period, periodTitle } from './periods.ts'
import { dayFactsIn, useDayLoads } from './use-day-loads.ts'

type DateButtonProps = { period: Period; day: Day; onDay: (day: Day) => void }

/** The shown date as a button. A press opens a month with the load of each day, and a field to type a day. */
export function DateButton({ period, day, onDay }: DateButtonProps) {
  const popover = usePopover()
  const buttonRef = useRef<HTMLButtonElement>(null)
  return (
    <>
      {/* The popover below must be outside the live region, or its whole month would be read. */}
      <h2 aria-live="polite">
        <button
          ref={buttonRef}
          type="button"
          className={styles.open}
          aria-keyshortcuts="G"
          aria-haspopup="dialog"
          aria-expanded={popover.isOpen}
          onClick={({ currentTarget }) => {
            // The focus returns from the month to the button, which a shortcut key has not focused.
            currentTarget.focus()
            popover.toggle()
          }}
        >
          {periodTitle(period, day)}
          <ChevronDown />
        </button>
      </h2>
      {popover.isOpen && (
        <Popover label="Zu einem Tag" anchor={() => buttonRef.current} onClose={popover.dismiss}>
          <DayChoice
            day={day}
            onDay={(chosen) => {
              popover.close()
              onDay(chosen)
            }}
          />
        </Popover>
      )}
    </>
  )
}

/** The content of the popover: a field for a day, and the month, which can be turned. */
function DayChoice({ day, onDay }: Omit<DateButtonProps, 'period'>) {
  const [shownMonth, setShownMonth] = useState(day)
  const { data } = useDayLoads(shownMonth)
  return (
    <div className="stack gap-3">
      <TypedDay onDay={onDay} />
      <MonthGrid
        chosen={day}
        today={viennaToday()}
        factsOf={dayFactsIn(data)}
        onTurn={setShownMonth}
        onChoose={onDay}
      />
    </div>
  )
}

/** A field that goes to the typed day with Enter: `12.3.`, `morgen`. */
function TypedDay({ onDay }: { onDay: (day: Day) => void }) {
  const [isInvalid, setInvalid] = useState(false)
  const [text, setText] = useState('')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const day = readTypedDay(text, viennaToday())
    setInvalid(day === undefined)
    if (day !== undefined) onDay(day)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Field label="Datum" error={isInvalid ? UNREADABLE_DAY : undefined}>
        <TextInput
          data-autofocus
          className="num"
          autoComplete="off"
          placeholder="TT.MM."
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
    </form>
  )
}
