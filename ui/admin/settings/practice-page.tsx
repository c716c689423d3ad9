import { useState } from 'react'
import type { InferOutput } from 'valibot'
import { practiceSchema } from '../../../src/rules/settings.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { askStatus } from '../../status.ts'
import { admin, adminVersion } from '../admin-call.ts'
import { EditPage } from '../editing/edit-page.tsx'
import { useEditForm } from '../editing/use-edit-form.ts'
import { useEditable } from '../editing/use-editable.ts'
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

const EMPTY: Practice = {
  name: '',
  phone: '',
  address: '',
  zip: '',
  city: '',
  country: '',
  mail: '',
  url: '',
  impressum: '',
  terms: '',
}

/** Specification section 2, Praxisdaten. */
export function PracticePage() {
  const editable = useEditable<Practice, InferOutput<typeof practiceSchema>>({
    name: 'practice',
    load: (signal) => adminVersion(admin.practice.$get({}, { init: { signal } })),
    save: async (json, headers) => {
      const saved = await adminVersion(admin.practice.$put({ json }, { headers }))
      // Every page shows the practice's name.
      void askStatus()
      return saved
    },
    loadFailure: 'Praxisdaten konnten nicht geladen werden.',
    saveFailure: 'Speichern fehlgeschlagen.',
    success: 'Praxisdaten gespeichert.',
  })
  const { form, fault, submit } = useEditForm(editable, practiceSchema, EMPTY)
  const [previewed, setPreviewed] = useState<Practice>()

  return (
    <EditPage
      title="Praxisdaten"
      lead="So stehen sie bei der Buchung, in E-Mails und im Kalender der Patienten."
      editable={editable}
      labels={LABELS}
      onSubmit={submit}
      buttons={<Button onClick={() => setPreviewed(form.getValues())}>Vorschau</Button>}
      after={previewed && <PracticePreview practice={previewed} />}
    >
      {Object.entries(LABELS).map(([name, label]) => (
        <Field key={name} label={label} fault={fault(name as keyof Practice)}>
          <TextInput {...TYPES[name]} {...form.register(name as keyof Practice)} />
        </Field>
      ))}
    </EditPage>
  )
}

/** What a phone's keyboard and a password manager should know of a field. */
const TYPES: Readonly<Record<string, { type?: string; autoComplete?: string; inputMode?: 'url' }>> = {
  phone: { type: 'tel' },
  mail: { type: 'email' },
  url: { inputMode: 'url' },
  impressum: { inputMode: 'url' },
  terms: { inputMode: 'url' },
}
