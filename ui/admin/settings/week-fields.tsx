import { useState } from 'react'
import { createPortal } from 'react-dom'
import * as v from 'valibot'
import { WEEKDAYS, type Weekday, type WorkingHours, workingHoursSchema } from '../../../src/shared/hours.ts'
import { admin, adminRequestWithEtag } from '../../api/admin.ts'
import { EditConflictBanner } from '../forms/edit-conflict-banner.tsx'
import type { EditForm } from '../forms/use-edit-form.ts'
import { CopyDayDialog } from './copy-day-dialog.tsx'
import { DayHours } from './day-hours.tsx'
import { type HoursDraft, hoursText, readWeek } from './hours-draft.ts'
import styles from './settings.module.css'

/** Loads the working hours of the practice, with their etag. */
export function loadPracticeHours(signal: AbortSignal) {
  return adminRequestWithEtag(admin.settings['working-hours'].$get({}, { init: { signal } }))
}

/** Names of the days by form field. */
const DAY_NAMES = Object.fromEntries(WEEKDAYS.map(({ weekday, name }) => [weekday, name]))

/**
 * Checks a week of typed times. It completes the times itself (`8` is 08:00), because Enter submits the form
 * before the field loses the focus and completes its time.
 */
export const typedWeekSchema = v.pipe(
  v.unknown(),
  v.transform((week): unknown => readWeek(week as HoursDraft)),
  workingHoursSchema,
)

type WeekFieldsProps<Value> = {
  form: EditForm<Value, HoursDraft, WorkingHours>
  /** Returns the hours of a stored value; null if it has no hours of its own. */
  hoursOf: (value: Value) => WorkingHours | null
}

/** The fields of all weekdays, with a dialog that copies the hours of one day to others. */
export function WeekFields<Value>({ form, hoursOf }: WeekFieldsProps<Value>) {
  /** The day whose hours are copied, while the dialog asks to which days. */
  const [copiedDay, setCopiedDay] = useState<Weekday>()

  const copyTo = (days: readonly Weekday[]) => {
    const blocks = form.getValues(String(copiedDay))
    for (const day of days)
      form.setValue(String(day), blocks, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      })
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
