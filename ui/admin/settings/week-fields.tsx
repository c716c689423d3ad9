import { useState } from 'react'
import { createPortal } from 'react-dom'
import { WEEKDAYS, type Weekday, type WorkingHours } from '../../../src/shared/hours.ts'
import { EditConflictBanner } from '../forms/edit-conflict-banner.tsx'
import type { EditForm } from '../forms/use-edit-form.ts'
import { CopyDayDialog } from './copy-day-dialog.tsx'
import { DayHours } from './day-hours.tsx'
import { type HoursDraft, hoursText } from './hours-draft.ts'
import styles from './settings.module.css'

/** The names of the days by form field. A field is named by the number of its weekday. */
const DAY_NAMES = Object.fromEntries(WEEKDAYS.map(({ weekday, name }) => [weekday, name]))

type WeekFieldsProps<Value> = {
  form: EditForm<Value, HoursDraft, WorkingHours>
  /** Returns the hours of a stored value; null if it has no hours of its own. */
  hoursOf: (value: Value) => WorkingHours | null
}

/** The fields of all weekdays, with a dialog that copies the hours of one day to others. */
export function WeekFields<Value>({ form, hoursOf }: WeekFieldsProps<Value>) {
  /** The day whose hours are copied, while the dialog asks to which days. */
  const [copiedDay, setCopiedDay] = useState<Weekday>()

  const copyTo = (targets: readonly Weekday[]) => {
    const blocks = form.getValues(String(copiedDay))
    // Before the first try to save, no field shows an error yet.
    const options = { shouldDirty: true, shouldValidate: form.formState.isSubmitted }
    for (const target of targets) form.setValue(String(target), blocks, options)
    setCopiedDay(undefined)
  }

  return (
    <>
      <div className={`card rows ${styles.week}`}>
        {WEEKDAYS.map(({ weekday, name }) => (
          <DayHours
            key={weekday}
            control={form.control}
            name={String(weekday)}
            day={name}
            error={form.errorAt(String(weekday))}
            onCopy={() => setCopiedDay(weekday)}
          />
        ))}
      </div>
      <EditConflictBanner form={form} labels={DAY_NAMES} fields={(value) => hoursInWords(hoursOf(value))} />
      {/* The dialog contains a form, which must not stand within the form of the week. */}
      {copiedDay !== undefined &&
        createPortal(
          <CopyDayDialog day={copiedDay} onCopy={copyTo} onClose={() => setCopiedDay(undefined)} />,
          document.body,
        )}
    </>
  )
}

/** Returns the hours of each day as text, by weekday number. */
function hoursInWords(hours: WorkingHours | null) {
  return Object.fromEntries(WEEKDAYS.map(({ weekday }) => [weekday, hoursText(hours?.[weekday] ?? null)]))
}
