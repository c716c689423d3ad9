import { useMutation } from '@tanstack/react-query'
import { HOURS_SAVED } from '../../../src/shared/admin-messages.de.ts'
import type { WorkingHours } from '../../../src/shared/hours.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { SAVE_FAILURE, toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { CLOSED_WEEK, type HoursDraft, hoursDraft, typedWeekSchema } from '../settings/hours-draft.ts'
import { loadPracticeHours } from '../settings/practice-hours.ts'
import { WeekFields } from '../settings/week-fields.tsx'
import { type ListedResource, loadResource } from './use-resources.ts'

type OwnHoursDialogProps = { resource: ListedResource; onClose: () => void }

/**
 * The form of the working hours of one doctor or room. Without own hours it starts with those of the
 * practice; a button returns to them.
 */
export function OwnHoursDialog({ resource, onClose }: OwnHoursDialogProps) {
  const { id, name, working_hours: ownHours } = resource
  const closeAndRefresh = () => {
    onClose()
    return refreshAdminData()
  }
  const form = useOwnHoursForm(id, closeAndRefresh)
  const reset = useMutation({
    mutationFn: () => saveOwnHours({ id, hours: null }),
    onSuccess: closeAndRefresh,
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
        {ownHours === null
          ? 'Bisher gelten die Zeiten der Ordination. Nach dem Speichern gelten hier eigene.'
          : 'Hier gelten eigene Zeiten. Ändern sich die der Ordination, bleiben diese, wie sie sind.'}
      </p>
      <WeekFields form={form} hoursOf={({ working_hours }) => working_hours} />
      {ownHours !== null && (
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

/** The form of the week of a doctor or room. `onSaved` is waited for. */
function useOwnHoursForm(id: string, onSaved: () => Promise<void>) {
  return useEditForm<Pick<ListedResource, 'working_hours'>, HoursDraft, WorkingHours>({
    name: `hours of ${id}`,
    load: (signal) => loadHours(id, signal),
    save: async (hours, headers) => {
      const { resource: saved } = await saveOwnHours({ id, hours, headers })
      return { value: saved, etag: saved.version }
    },
    onSaved,
    schema: () => typedWeekSchema,
    empty: CLOSED_WEEK,
    valuesOf: ({ working_hours: hours }) => (hours === null ? CLOSED_WEEK : hoursDraft(hours)),
    loadFailure: 'Arbeitszeiten konnten nicht geladen werden.',
    saveFailure: 'Arbeitszeiten konnten nicht gespeichert werden.',
    success: HOURS_SAVED,
  })
}

type OwnHours = {
  /** The id of the doctor or room. */
  id: string
  /** The own hours; null to return to those of the practice. */
  hours: WorkingHours | null
  /** Contain If-Match with the etag that was loaded; without it, any hours are overwritten. */
  headers?: Record<string, string>
}

/** Saves the own hours of a doctor or room. @throws ApiError */
function saveOwnHours({ id, hours, headers = {} }: OwnHours) {
  const param = { id: encodeURIComponent(id) }
  return adminRequest(admin.resources[':id'].$put({ param, json: { working_hours: hours } }, { headers }))
}

/** Loads the working hours of a doctor or room, or else those of the practice. */
async function loadHours(id: string, signal: AbortSignal) {
  const { value: resource, etag } = await loadResource(id, signal)
  if (resource.working_hours !== null) return { value: { working_hours: resource.working_hours }, etag }
  const { value: practice } = await loadPracticeHours(signal)
  return { value: { working_hours: practice.workingHours }, etag }
}
