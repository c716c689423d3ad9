import { useState } from 'react'
import type { InferOutput } from 'valibot'
import { PRACTICE_SAVED } from '../../../src/shared/messages.de.ts'
import { practiceSchema } from '../../../src/shared/settings.ts'
import { admin, adminRequestWithEtag } from '../../api/admin.ts'
import { requestStatus } from '../../api/status.ts'
import { Button } from '../../components/button.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import { FieldSection } from '../forms/field-section.tsx'
import { EntryField } from '../forms/setting-field.tsx'
import { useEditForm } from '../forms/use-edit-form.ts'
import { useEditable } from '../forms/use-editable.ts'
import { PracticePreview } from './practice-preview.tsx'

type Practice = Record<keyof typeof LABELS, string>

const LABELS = {
  name: 'Name',
  phone: 'Telefon',
  address: 'Adresse',
  zip: 'PLZ',
  city: 'Ort',
  country: 'Land',
  mail: 'E-Mail',
  url: 'Website',
  impressum: 'Link zum Impressum',
  terms: 'Link zu den AGB',
}

const EMPTY = Object.fromEntries(Object.keys(LABELS).map((name) => [name, ''])) as Practice

/** Specification section 2, Praxisdaten. */
export function PracticePage() {
  const editable = useEditable<Practice, InferOutput<typeof practiceSchema>>({
    name: 'practice',
    load: (signal) => adminRequestWithEtag(admin.practice.$get({}, { init: { signal } })),
    save: async (json, headers) => {
      const saved = await adminRequestWithEtag(admin.practice.$put({ json }, { headers }))
      // Every page shows the practice's name.
      void requestStatus()
      return saved
    },
    loadFailure: 'Praxisdaten konnten nicht geladen werden.',
    success: PRACTICE_SAVED,
  })
  const editing = useEditForm(editable, { schema: practiceSchema, empty: EMPTY })
  const [previewed, setPreviewed] = useState(false)

  return (
    <EditPage
      title="Praxisdaten"
      lead="So stehen sie bei der Buchung, in E-Mails und im Kalender der Patienten."
      editable={editable}
      editing={editing}
      labels={LABELS}
      buttons={
        <Button aria-expanded={previewed} onClick={() => setPreviewed(!previewed)}>
          Vorschau
        </Button>
      }
      after={previewed && <PracticePreview practice={editing.form.watch()} />}
    >
      <FieldSection>
        {Object.entries(LABELS).map(([name, label]) => (
          <EntryField
            key={name}
            editing={editing}
            name={name as keyof Practice}
            label={label}
            {...TYPES[name]}
          />
        ))}
      </FieldSection>
    </EditPage>
  )
}

/** What a phone's keyboard should know of a field. */
const TYPES: Readonly<Record<string, { type?: string; inputMode?: 'url' }>> = {
  phone: { type: 'tel' },
  mail: { type: 'email' },
  url: { inputMode: 'url' },
  impressum: { inputMode: 'url' },
  terms: { inputMode: 'url' },
}
