import type { InferOutput } from 'valibot'
import { ODOO_SAVED } from '../../../src/shared/messages.de.ts'
import { odooSchema } from '../../../src/shared/settings.ts'
import { admin, adminRequest, adminRequestWithEtag } from '../../api/admin.ts'
import { ConnectionTest } from '../forms/connection-test.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import { FieldSection } from '../forms/field-section.tsx'
import { SecretField } from '../forms/secret-field.tsx'
import { EntryField, settingLabel } from '../forms/setting-field.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { useEditable } from '../forms/use-editable.ts'

const LABELS = {
  ODOO_URL: 'Adresse von Odoo',
  ODOO_DB: 'Datenbank',
  ODOO_USER: 'Benutzer',
  ODOO_PASS: 'Passwort oder API-Schlüssel',
}

type Odoo = Record<'ODOO_URL' | 'ODOO_DB' | 'ODOO_USER', string> & { ODOO_PASS: string | null }
type StoredOdoo = Odoo & { secrets: { ODOO_PASS: boolean } }

const EMPTY: Odoo = { ODOO_URL: '', ODOO_DB: '', ODOO_USER: '', ODOO_PASS: '' }

/** Specification section 5, ERP integration. */
export function OdooPage() {
  const editable = useEditable<StoredOdoo, InferOutput<typeof odooSchema>>({
    name: 'odoo',
    load: (signal) => adminRequestWithEtag(admin.settings.odoo.$get({}, { init: { signal } })),
    save: (json, headers) => adminRequestWithEtag(admin.settings.odoo.$put({ json }, { headers })),
    loadFailure: 'Odoo-Einstellungen konnten nicht geladen werden.',
    success: ODOO_SAVED,
  })
  const editing = useEditForm(editable, { schema: odooSchema, empty: EMPTY })

  return (
    <EditPage
      title="Odoo"
      lead="Bestätigte Termine kommen in den Kalender von Odoo, und was dort steht, ist für Patienten nicht frei."
      editable={editable}
      editing={editing}
      labels={{ ...LABELS, secrets: LABELS.ODOO_PASS }}
    >
      <FieldSection
        foot={
          <ConnectionTest
            run={() => adminRequest(admin.settings[':group'].test.$post({ param: { group: 'odoo' } }))}
            busyText="Wird geprüft …"
            dirty={editing.dirty}
            note="Meldet sich mit den gespeicherten Angaben bei Odoo an."
          >
            Verbindung prüfen
          </ConnectionTest>
        }
      >
        <EntryField
          editing={editing}
          name="ODOO_URL"
          label={settingLabel(LABELS.ODOO_URL, 'ODOO_URL')}
          help="Mit http:// oder https://, ohne Zugangsdaten."
          inputMode="url"
          spellCheck={false}
        />
        <EntryField
          editing={editing}
          name="ODOO_DB"
          label={settingLabel(LABELS.ODOO_DB, 'ODOO_DB')}
          spellCheck={false}
        />
        <EntryField
          editing={editing}
          name="ODOO_USER"
          label={settingLabel(LABELS.ODOO_USER, 'ODOO_USER')}
          help="Der Benutzer, in dessen Kalender die Termine stehen."
          autoComplete="off"
          spellCheck={false}
        />
        <SecretField
          editing={editing}
          name="ODOO_PASS"
          label={settingLabel(LABELS.ODOO_PASS, 'ODOO_PASS')}
          stored={editable.value?.secrets.ODOO_PASS ?? false}
        />
      </FieldSection>
    </EditPage>
  )
}
