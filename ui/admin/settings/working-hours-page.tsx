import { type FormEvent, useId, useState } from 'react'
import * as v from 'valibot'
import { HOURS_SAVED } from '../../../src/shared/admin-messages.de.ts'
import { WEEKDAYS, type Weekday, type WorkingHours, workingHoursSchema } from '../../../src/shared/hours.ts'
import { admin, adminRequestWithEtag } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Checkbox } from '../../components/field.tsx'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { DayHours } from './day-hours.tsx'
import { EMPTY_WEEK, type HoursDraft, hoursDraft, hoursText, readWeek } from './hours-draft.ts'

const LABELS = Object.fromEntries(WEEKDAYS.map(({ weekday, name }) => [weekday, name]))

/**
 * Reads the times as typed, because Enter submits before the field loses the focus and completes its time.
 */
const typedWeek = v.pipe(
  v.unknown(),
  v.transform((week): unknown => readWeek(week as HoursDraft)),
  workingHoursSchema,
)

type Hours = { workingHours: WorkingHours }

export function WorkingHoursPage() {
  const form = useEditForm<Hours, HoursDraft, WorkingHours>({
    name: 'working-hours',
    load: (signal) => adminRequestWithEtag(admin.settings['working-hours'].$get({}, { init: { signal } })),
    save: (workingHours, headers) =>
      adminRequestWithEtag(admin.settings['working-hours'].$put({ json: { workingHours } }, { headers })),
    schema: () => typedWeek,
    empty: EMPTY_WEEK,
    valuesOf: ({ workingHours }) => hoursDraft(workingHours),
    loadFailure: 'Arbeitszeiten konnten nicht geladen werden.',
    saveFailure: 'Arbeitszeiten konnten nicht gespeichert werden.',
    success: HOURS_SAVED,
  })
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
      <EditPage
        title="Arbeitszeiten"
        lead="In diesen Zeiten finden Patienten freie Termine. Schon gebuchte Termine bleiben, auch wenn Sie die Zeiten ändern."
        form={form}
      >
        <div className="card rows">
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
          fields={({ workingHours }) =>
            Object.fromEntries(WEEKDAYS.map(({ weekday }) => [weekday, hoursText(workingHours[weekday])]))
          }
        />
      </EditPage>
      {copied !== undefined && (
        <CopyDayDialog day={copied} onCopy={copyTo} onClose={() => setCopied(undefined)} />
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
