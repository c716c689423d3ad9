import { HOURS_SAVED } from '../../../src/shared/admin-messages.de.ts'
import type { WorkingHours } from '../../../src/shared/hours.ts'
import { EditPage } from '../forms/edit-page.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { CLOSED_WEEK, type HoursDraft, hoursDraft, typedWeekSchema } from './hours-draft.ts'
import { loadPracticeHours, savePracticeHours } from './practice-hours.ts'
import { WeekFields } from './week-fields.tsx'

type Hours = { workingHours: WorkingHours }

/** The form of the practice's working hours. */
export function WorkingHoursPage() {
  const form = useEditForm<Hours, HoursDraft, WorkingHours>({
    name: 'working-hours',
    load: loadPracticeHours,
    save: savePracticeHours,
    schema: () => typedWeekSchema,
    empty: CLOSED_WEEK,
    valuesOf: ({ workingHours }) => hoursDraft(workingHours),
    loadFailure: 'Arbeitszeiten konnten nicht geladen werden.',
    saveFailure: 'Arbeitszeiten konnten nicht gespeichert werden.',
    success: HOURS_SAVED,
  })
  return (
    <EditPage
      title="Arbeitszeiten"
      lead="In diesen Zeiten finden Patienten freie Termine. Schon gebuchte Termine bleiben, auch wenn Sie die Zeiten ändern."
      form={form}
    >
      <WeekFields form={form} hoursOf={({ workingHours }) => workingHours} />
    </EditPage>
  )
}
