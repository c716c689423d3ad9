import { useQueryClient } from '@tanstack/react-query'
import type { InferOutput } from 'valibot'
import { SETTINGS_SAVED } from '../../../src/shared/messages.de.ts'
import { generalSchema } from '../../../src/shared/settings.ts'
import { admin, adminRequest, adminRequestWithEtag } from '../../api/admin.ts'
import { requestStatus } from '../../api/status.ts'
import { Checkbox } from '../../components/checkbox.tsx'
import { Field } from '../../components/field.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { ConnectionTest } from '../forms/connection-test.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import { FieldSection, WholeRow } from '../forms/field-section.tsx'
import { SecretField } from '../forms/secret-field.tsx'
import { EntryField, settingLabel } from '../forms/setting-field.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { useEditable } from '../forms/use-editable.ts'
import { STATUS_KEY } from '../use-admin-status.ts'
import { EMPTY_GENERAL, type GeneralEntry, type GeneralSettings, generalEntry } from './general-entry.ts'

const LABELS: Record<keyof GeneralEntry, string> = {
  booking_maintenance_active: 'Online-Buchung geschlossen',
  maintenance_until: 'Voraussichtlich bis',
  maintenance_message: 'Nachricht an die Patienten',
  maxBookingDays: 'Buchbare Tage im Voraus',
  notify_off: 'Alle Benachrichtigungen abschalten',
  notify_muteEmail: 'E-Mails stumm schalten',
  notify_muteSms: 'SMS stumm schalten',
  notify_reason: 'Grund',
  reminder_hours: 'Erinnerung, Stunden vor dem Termin',
  SEND_ADMIN_EMAIL: 'Die Praxis bekommt E-Mails',
  TURNSTILE_SECRET: 'Secret für Cloudflare Turnstile',
}

/** Specification sections 3 and 5, General settings; the rest of it is decided in decisions, section 6. */
export function GeneralPage() {
  const client = useQueryClient()
  const editable = useEditable<GeneralSettings, InferOutput<typeof generalSchema>>({
    name: 'general',
    load: (signal) => adminRequestWithEtag(admin.settings.general.$get({}, { init: { signal } })),
    save: async (json, headers) => {
      const saved = await adminRequestWithEtag(admin.settings.general.$put({ json }, { headers }))
      // Whether booking is open, and the banner above.
      void requestStatus()
      void client.invalidateQueries({ queryKey: STATUS_KEY })
      return saved
    },
    loadFailure: 'Einstellungen konnten nicht geladen werden.',
    success: SETTINGS_SAVED,
  })
  const editing = useEditForm(editable, {
    schema: generalSchema,
    empty: EMPTY_GENERAL,
    valuesOf: generalEntry,
  })
  const { form, fault } = editing

  return (
    <EditPage
      title="Allgemein"
      editable={editable}
      editing={editing}
      labels={{ ...LABELS, secrets: LABELS.TURNSTILE_SECRET }}
    >
      <FieldSection title="Online-Buchung">
        <WholeRow>
          <Checkbox
            help="Patienten sehen dann nur die Nachricht und wie sie die Praxis erreichen. Bestehende Termine bleiben."
            error={fault('booking_maintenance_active')}
            {...form.register('booking_maintenance_active')}
          >
            {LABELS.booking_maintenance_active}
          </Checkbox>
        </WholeRow>
        <EntryField
          editing={editing}
          name="maintenance_until"
          label={LABELS.maintenance_until}
          help="Wird nur angezeigt. Geöffnet wird von Hand. Leer: ohne Angabe."
          type="datetime-local"
        />
        <EntryField
          editing={editing}
          name="maxBookingDays"
          label={settingLabel(LABELS.maxBookingDays, 'maxBookingDays')}
          help="Leer: die Vorgabe des Programms."
          type="number"
          min={1}
          className="num"
        />
        <WholeRow>
          <Field
            label={LABELS.maintenance_message}
            help="Steht auf der Seite, solange die Buchung geschlossen ist."
            error={fault('maintenance_message')}
          >
            <TextArea rows={3} {...form.register('maintenance_message')} />
          </Field>
        </WholeRow>
      </FieldSection>

      <FieldSection
        title="Benachrichtigungen"
        lead="Was stumm ist, wird nicht gesendet, sondern im Outbox Monitor vermerkt. Nur der Code, mit dem Patienten ihre Adresse bestätigen, geht immer hinaus."
        foot={
          <ConnectionTest
            run={() => adminRequest(admin.settings[':group'].test.$post({ param: { group: 'mail' } }))}
            busyText="Wird gesendet …"
            dirty={editing.dirty}
            note="Geht an die Admin E-Mail, sonst an die Praxis."
          >
            Test-E-Mail senden
          </ConnectionTest>
        }
      >
        <WholeRow>
          <Checkbox error={fault('notify_off')} {...form.register('notify_off')}>
            {LABELS.notify_off}
          </Checkbox>
        </WholeRow>
        <Checkbox error={fault('notify_muteEmail')} {...form.register('notify_muteEmail')}>
          {LABELS.notify_muteEmail}
        </Checkbox>
        <Checkbox error={fault('notify_muteSms')} {...form.register('notify_muteSms')}>
          {LABELS.notify_muteSms}
        </Checkbox>
        <EntryField
          editing={editing}
          name="notify_reason"
          label={settingLabel(LABELS.notify_reason, 'notify_reason')}
          help="Steht bei jeder stummen Nachricht, z. B. „Urlaubswoche“."
        />
        <EntryField
          editing={editing}
          name="reminder_hours"
          label={settingLabel(LABELS.reminder_hours, 'reminder_hours')}
          help="0 bis 336. Mit 0 wird nicht erinnert."
          inputMode="numeric"
          className="num"
        />
        <WholeRow>
          <Checkbox
            help="Neue Reservierungen und Absagen der Patienten, an die Admin E-Mail."
            error={fault('SEND_ADMIN_EMAIL')}
            {...form.register('SEND_ADMIN_EMAIL')}
          >
            {LABELS.SEND_ADMIN_EMAIL}
          </Checkbox>
        </WholeRow>
      </FieldSection>

      <FieldSection
        title="Sicherheitsprüfung"
        lead="Ohne dieses Secret prüft das Portal selbst, ob ein Mensch bucht. Mit ihm (und TURNSTILE_SITE_KEY beim Start) prüft Cloudflare."
      >
        <SecretField
          editing={editing}
          name="TURNSTILE_SECRET"
          label={settingLabel(LABELS.TURNSTILE_SECRET, 'TURNSTILE_SECRET')}
          stored={editable.value?.secrets.TURNSTILE_SECRET ?? false}
        />
      </FieldSection>
    </EditPage>
  )
}
