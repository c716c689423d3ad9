import type { InferOutput } from 'valibot'
import { SETTINGS_SAVED } from '../../../src/shared/messages.de.ts'
import { urlsSchema } from '../../../src/shared/settings.ts'
import { admin, adminRequestWithEtag } from '../../api/admin.ts'
import { EditPage } from '../forms/edit-page.tsx'
import { FieldSection } from '../forms/field-section.tsx'
import { EntryField, settingLabel } from '../forms/setting-field.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { useEditable } from '../forms/use-editable.ts'

const LABELS = {
  PUBLIC_BASE_URL: 'Adresse des Portals',
  INTERNAL_BASE_URL: 'Adresse für die Praxis',
  PATIENT_BASE_URL: 'Adresse für Patienten',
  ADMIN_EMAIL: 'Admin E-Mail',
}

type Urls = Record<keyof typeof LABELS, string>

const EMPTY: Urls = { PUBLIC_BASE_URL: '', INTERNAL_BASE_URL: '', PATIENT_BASE_URL: '', ADMIN_EMAIL: '' }

/** Specification section 5, URLs. */
export function UrlsPage() {
  const editable = useEditable<Urls, InferOutput<typeof urlsSchema>>({
    name: 'urls',
    load: (signal) => adminRequestWithEtag(admin.settings.urls.$get({}, { init: { signal } })),
    save: (json, headers) => adminRequestWithEtag(admin.settings.urls.$put({ json }, { headers })),
    loadFailure: 'URL-Einstellungen konnten nicht geladen werden.',
    success: SETTINGS_SAVED,
  })
  const editing = useEditForm(editable, { schema: urlsSchema, empty: EMPTY })

  const field = (name: keyof Urls, help: string) => (
    <EntryField
      editing={editing}
      name={name}
      label={settingLabel(LABELS[name], name)}
      help={help}
      spellCheck={false}
      {...(name === 'ADMIN_EMAIL' ? { type: 'email' } : { inputMode: 'url' })}
    />
  )

  return (
    <EditPage
      title="URLs & Admin E-Mail"
      lead="Woraus die Links in E-Mails und SMS gebildet werden, und wohin die Praxis ihre E-Mails bekommt."
      editable={editable}
      editing={editing}
      labels={LABELS}
    >
      <FieldSection title="Adressen">
        {field('PUBLIC_BASE_URL', 'So erreicht man das Portal von außen. Leer: BASE_URL des Programms.')}
        {field(
          'INTERNAL_BASE_URL',
          'Für Links an die Praxis: Bestätigen, Ablehnen, Verwaltung. Leer: Adresse des Portals.',
        )}
        {field(
          'PATIENT_BASE_URL',
          'Für Links an Patienten: Terminübersicht, Absage, E-Mail-Prüfung. Leer: Adresse des Portals.',
        )}
      </FieldSection>
      <FieldSection title="E-Mails an die Praxis">
        {field(
          'ADMIN_EMAIL',
          'Hierher gehen neue Reservierungen und Absagen. Leer: die E-Mail-Adresse aus den Praxisdaten.',
        )}
      </FieldSection>
    </EditPage>
  )
}
