import { type FormEvent, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import * as v from 'valibot'
import { WEEKDAYS, type Weekday, type WorkingHours, workingHoursSchema } from '../../../src/shared/hours.ts'
import { admin, adminRequestWithEtag } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox } from '../../components/field.tsx'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import type { EditForm } from '../forms/use-edit-form.ts'
import { DayHours } from './day-hours.tsx'
import { type HoursDraft, hoursText, readWeek } from './hours-draft.ts'
import styles from './settings.module.css'

/** Loads the working hours of the practice, with their etag. */
export function loadPracticeHours(signal: AbortSignal) {
  return adminRequestWithEtag(admin.settings['working-hours'].$get({}, { init: { signal } }))
}

const LABELS = Object.fromEntries(WEEKDAYS.map(({ weekday, name }) => [weekday, name]))

/**
 * Reads the times as typed, because Enter submits before the field loses the focus and completes its time.
 */
export const typedWeek = v.pipe(
  v.unknown(),
  v.transform((week): unknown => readWeek(week as HoursDraft)),
  workingHoursSchema,
)

type WeekFieldsProps<Value> = {
  form: EditForm<Value, HoursDraft, WorkingHours>
  /** Returns the hours of a stored value; null for none of its own. */
  hoursOf: (value: Value) => WorkingHours | null
}

/** The fields of each weekday, with a dialog that copies one day to others. */
export function WeekFields<Value>({ form, hoursOf }: WeekFieldsProps<Value>) {
  /** The day whose hours are being copied. */
  const [copied, setCopied] = useState<Weekday>()

  const copyTo = (days: readonly Weekday[]) => {
    const blocks = form.getValues(String(copied))
    for (const day of days)
      form.setValue(String(day), blocks, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      })
    setCopied(undefined)
  }

  return (
    <>
      <div className={`card rows ${styles.week}`}>
        {WEEKDAYS.map(({ weekday, name }) => (
          <DayHours
            key={weekday}
            control={form.control}
            field={String(weekday)}
            day={name}
            error={form.errorAt(String(weekday))}
            onCopy={() => setCopied(weekday)}
          />
        ))}
      </div>
      <ConflictBanner
        form={form}
        labels={LABELS}
        fields={(value) => {
          const hours = hoursOf(value)
          return Object.fromEntries(
            WEEKDAYS.map(({ weekday }) => [weekday, hoursText(hours?.[weekday] ?? null)]),
          )
        }}
      />
      {/* Its form must not stand within the form of the week. */}
      {copied !== undefined &&
        createPortal(
          <CopyDayDialog day={copied} onCopy={copyTo} onClose={() => setCopied(undefined)} />,
          document.body,
        )}
    </>
  )
}

type CopyDayDialogProps = {
  day: Weekday
  onCopy: (days: readonly Weekday[]) => void
  onClose: () => void
}

/** Copies the hours of one day to others in the form. It does not save them. */
function CopyDayDialog({ day, onCopy, onClose }: CopyDayDialogProps) {
  const formId = useId()
  const name = WEEKDAYS.find(({ weekday }) => weekday === day)?.name
  const others = WEEKDAYS.filter(({ weekday }) => weekday !== day)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React tells the form of the week too, which must not save.
    event.stopPropagation()
    const chosen = new FormData(event.currentTarget).getAll('day').map(Number)
    onCopy(others.map(({ weekday }) => weekday).filter((weekday) => chosen.includes(weekday)))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Zeiten von ${name} übertragen`}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={formId}>
            Übertragen
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <fieldset className="stack gap-2">
          <legend className="mb-3">Welche Tage sollen dieselben Zeiten haben?</legend>
          {others.map(({ weekday, name }) => (
            <Checkbox
              key={weekday}
              name="day"
              value={weekday}
              defaultChecked={isWorkday(weekday) && isWorkday(day)}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      </form>
    </Dialog>
  )
}

function isWorkday(day: Weekday): boolean {
  return day >= 1 && day <= 5
}
