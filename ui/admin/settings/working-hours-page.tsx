import { useState } from 'react'
import * as v from 'valibot'
import { WEEKDAYS, type Weekday, type WorkingHours, workingHoursSchema } from '../../../src/shared/hours.ts'
import { HOURS_SAVED } from '../../../src/shared/messages.de.ts'
import { admin, adminRequestWithEtag } from '../../api/admin.ts'
import { Card } from '../../components/card.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { useEditable } from '../forms/use-editable.ts'
import { CopyDayDialog } from './copy-day-dialog.tsx'
import { DayHours } from './day-hours.tsx'
import { EMPTY_WEEK, type HoursEntry, hoursEntry, hoursText, readWeek } from './hours-entry.ts'

const LABELS = Object.fromEntries(WEEKDAYS.map(({ weekday, name }) => [weekday, name]))

/** Enter sends a form before the field has read what was typed. */
const typedWeek = v.pipe(
  v.unknown(),
  v.transform((week): unknown => readWeek(week as HoursEntry)),
  workingHoursSchema,
)

type Hours = { workingHours: WorkingHours }

/** Specification sections 3 and 5, Working hours. */
export function WorkingHoursPage() {
  const editable = useEditable<Hours, WorkingHours>({
    name: 'working-hours',
    load: (signal) => adminRequestWithEtag(admin.settings['working-hours'].$get({}, { init: { signal } })),
    save: (workingHours, headers) =>
      adminRequestWithEtag(admin.settings['working-hours'].$put({ json: { workingHours } }, { headers })),
    loadFailure: 'Arbeitszeiten konnten nicht geladen werden.',
    saveFailure: 'Arbeitszeiten konnten nicht gespeichert werden.',
    success: HOURS_SAVED,
  })
  const editing = useEditForm<Hours, HoursEntry, WorkingHours>(editable, {
    schema: typedWeek,
    empty: EMPTY_WEEK,
    valuesOf: ({ workingHours }) => hoursEntry(workingHours),
  })
  const { form, fault } = editing
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
        editable={editable}
        editing={editing}
        labels={LABELS}
        inWords={({ workingHours }) =>
          Object.fromEntries(WEEKDAYS.map(({ weekday }) => [weekday, hoursText(workingHours[weekday])]))
        }
      >
        <Card>
          {WEEKDAYS.map(({ weekday, name }) => (
            <DayHours
              key={weekday}
              control={form.control}
              field={String(weekday)}
              day={name}
              error={fault(String(weekday))}
              onCopy={() => setCopied(weekday)}
            />
          ))}
        </Card>
      </EditPage>
      <CopyDayDialog day={copied} onCopy={copyTo} onClose={() => setCopied(undefined)} />
    </>
  )
}
