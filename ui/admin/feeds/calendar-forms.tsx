import { type CalendarInput, calendarSchema, newCalendarSchema } from '../../../src/shared/other-calendar.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormCheckbox, FormInput } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { type FormOf, useSubmitForm } from '../forms/use-submit-form.ts'
import { ResourceField } from '../resources/resource-field.tsx'
import type { OtherCalendar } from './calendar-text.ts'

/** The form that adds a calendar by its URL. */
export function NewCalendar() {
  const form = useSubmitForm({
    schema: newCalendarSchema,
    // The type of the schema has null for all doctors and rooms, although the field uses ''.
    defaultValues: { name: '', url: '', resource_id: '' as string | null, busy_only: true },
    send: (draft) => adminRequest(admin.calendars.$post({ json: withNullForAll(draft) })),
    onSuccess: refreshAdminData,
    success: () => ({ text: 'Der Kalender ist angelegt und wird gleich gelesen.' }),
    failure: 'Der Kalender konnte nicht angelegt werden.',
  })
  return (
    <form className="stack padded" noValidate autoComplete="off" onSubmit={form.submit}>
      <FormInput
        form={form}
        name="name"
        label="Name"
        help="Damit Sie ihn wiedererkennen."
        placeholder="z. B. Privat"
      />
      <FormInput
        form={form}
        name="url"
        label="Adresse zum Abonnieren"
        help="Beginnt mit https:// oder webcal://. Sie wird verschlüsselt gespeichert und nicht mehr gezeigt."
        inputMode="url"
      />
      <TakenTimeFields form={form} storedResourceId={null} />
      <OutcomeBanner outcome={form.outcome} />
      <div>
        <Button type="submit" kind="primary" busy={form.busy} busyText="Anlegen …">
          Kalender anlegen
        </Button>
      </div>
    </form>
  )
}

type ChangeCalendarProps = { calendar: OtherCalendar; onClose: () => void }

/** The form that changes a calendar. Its URL is secret and never shown; an empty field keeps it. */
export function ChangeCalendar({ calendar, onClose }: ChangeCalendarProps) {
  const { id, name, host, resource_id, busy_only } = calendar
  const form = useSubmitForm({
    schema: calendarSchema,
    defaultValues: { name, url: '', resource_id: (resource_id ?? '') as string | null, busy_only },
    send: (draft) =>
      adminRequest(admin.calendars[':id'].$put({ param: { id: String(id) }, json: withNullForAll(draft) })),
    onSuccess: () => {
      onClose()
      return refreshAdminData()
    },
  })
  return (
    <FormDialog
      title={`Kalender „${name}“`}
      form={form}
      button="Speichern"
      busyText="Speichern …"
      look="dialog"
      onClose={onClose}
    >
      <FormInput form={form} name="name" label="Name" />
      <FormInput
        form={form}
        name="url"
        label="Neue Adresse zum Abonnieren"
        help={`Leer bleibt die gespeicherte Adresse bei ${host}.`}
        inputMode="url"
      />
      <TakenTimeFields form={form} storedResourceId={resource_id} />
    </FormDialog>
  )
}

/**
 * Returns the input to send, with null for all doctors and rooms. The field uses '' for that, because it has
 * no null.
 */
function withNullForAll<Draft extends CalendarInput>(draft: Draft): Draft {
  return { ...draft, resource_id: draft.resource_id || null }
}

type TakenTimeFieldsProps = {
  form: FormOf<CalendarInput>
  /** The stored doctor or room; null for all, or for a new calendar. */
  storedResourceId: string | null
}

/** The fields for whose time the calendar occupies, and by which of its entries. */
function TakenTimeFields({ form, storedResourceId }: TakenTimeFieldsProps) {
  return (
    <>
      <ResourceField
        form={form}
        name="resource_id"
        allLabel="Alle"
        storedId={storedResourceId}
        help="Für andere bleiben diese Zeiten buchbar."
      />
      <FormCheckbox
        form={form}
        name="busy_only"
        label="Belegt nur, was als belegt gilt"
        help="Einträge, die im Kalender als „frei“ gelten, bleiben dann buchbar."
      />
    </>
  )
}
