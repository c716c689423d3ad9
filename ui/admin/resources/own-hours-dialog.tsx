import { useMutation } from '@tanstack/react-query'
import { HOURS_SAVED } from '../../../src/shared/admin-messages.de.ts'
import type { WorkingHours } from '../../../src/shared/hours.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { SAVE_FAILURE, toOutcome } from '../forms/use-submit-form.ts'
import { EMPTY_WEEK, type HoursDraft, hoursDraft } from '../settings/hours-draft.ts'
import { loadPracticeHours, typedWeekSchema, WeekFields } from '../settings/week-fields.tsx'
import { loadResource } from './resource-dialog.tsx'
import type { ListedResource } from './use-resources.ts'

/** The own working hours of a doctor or a room. They begin with those of the practice. */
export function OwnHoursDialog({ resource, onClose }: { resource: ListedResource; onClose: () => void }) {
  const { id, name, working_hours: own } = resource
  const param = { id: encodeURIComponent(id) }
  const done = () => {
    onClose()
    return refreshShown()
  }
  const form = useEditForm<Pick<ListedResource, 'working_hours'>, HoursDraft, WorkingHours>({
    name: `hours of ${id}`,
    load: async (signal) => {
      const { value, etag } = await loadResource(id, signal)
      const { working_hours } = value
      if (working_hours !== null) return { value: { working_hours }, etag }
      const practice = await loadPracticeHours(signal)
      return { value: { working_hours: practice.value.workingHours }, etag }
    },
    save: async (working_hours, headers) => {
      const { resource: saved } = await adminRequest(
        admin.resources[':id'].$put({ param, json: { working_hours } }, { headers }),
      )
      return { value: saved, etag: saved.version }
    },
    onSaved: done,
    schema: () => typedWeekSchema,
    empty: EMPTY_WEEK,
    valuesOf: ({ working_hours: hours }) => (hours === null ? EMPTY_WEEK : hoursDraft(hours)),
    loadFailure: 'Arbeitszeiten konnten nicht geladen werden.',
    saveFailure: 'Arbeitszeiten konnten nicht gespeichert werden.',
    success: HOURS_SAVED,
  })
  const reset = useMutation({
    mutationFn: () => adminRequest(admin.resources[':id'].$put({ param, json: { working_hours: null } })),
    onSuccess: done,
  })
  return (
    <FormDialog
      title={`Arbeitszeiten von ${name}`}
      form={form}
      button="Speichern"
      busyText="Speichern …"
      onClose={onClose}
    >
      <p className="lead small">
        {own === null
          ? 'Bisher gelten die Zeiten der Ordination. Nach dem Speichern gelten hier eigene.'
          : 'Hier gelten eigene Zeiten. Ändern sich die der Ordination, bleiben diese, wie sie sind.'}
      </p>
      <WeekFields form={form} hoursOf={({ working_hours }) => working_hours} />
      {own !== null && (
        <div>
          <Button busy={reset.isPending} busyText="Speichern …" onClick={() => reset.mutate()}>
            Wieder die Zeiten der Ordination
          </Button>
        </div>
      )}
      <OutcomeBanner outcome={toOutcome(reset.error, SAVE_FAILURE)} />
    </FormDialog>
  )
}
