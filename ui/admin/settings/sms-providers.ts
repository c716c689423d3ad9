import type { FieldValues } from 'react-hook-form'
import type { InferOutput } from 'valibot'
import { SMS_SAVED } from '../../../src/shared/messages.de.ts'
import { clicksendSchema, sevenioSchema } from '../../../src/shared/settings.ts'
import { admin, adminRequestWithEtag } from '../../api/admin.ts'
import { checkForm } from '../forms/check-form.ts'
import { type EditForm, useEditForm } from '../forms/use-edit-form.ts'
import { type Editable, useEditable } from '../forms/use-editable.ts'

/** ClickSend is tried first (decisions, section 6). */
export type ProviderId = 'clicksend' | 'sevenio'

export const PROVIDER_NAMES: Readonly<Record<ProviderId, string>> = {
  clicksend: 'ClickSend',
  sevenio: 'seven.io',
}

const CONTACT_LABELS = {
  PRACTICE_EMAIL: 'E-Mail der Praxis',
  PRACTICE_NAME: 'Name der Praxis',
  TEST_MOBILE: 'Testnummer',
  PRACTICE_LANDLINE_E164: 'Festnetz',
}
export const CLICKSEND_LABELS = {
  CLICKSEND_USERNAME: 'Benutzername',
  CLICKSEND_PWD: 'Passwort oder API-Schlüssel',
  CLICKSEND_FROM: 'Absender',
  ...CONTACT_LABELS,
}
export const SEVENIO_LABELS = { SEVENIO_KEY: 'API-Key', SEVENIO_FROM: 'Absender', ...CONTACT_LABELS }

export type Contact = Record<keyof typeof CONTACT_LABELS, string>
type Clicksend = Contact &
  Record<'CLICKSEND_USERNAME' | 'CLICKSEND_FROM', string> & { CLICKSEND_PWD: string | null }
type Sevenio = Contact & { SEVENIO_FROM: string; SEVENIO_KEY: string | null }

const NO_CONTACT: Contact = {
  PRACTICE_EMAIL: '',
  PRACTICE_NAME: '',
  TEST_MOBILE: '',
  PRACTICE_LANDLINE_E164: '',
}
const NO_CLICKSEND: Clicksend = {
  CLICKSEND_USERNAME: '',
  CLICKSEND_PWD: '',
  CLICKSEND_FROM: '',
  ...NO_CONTACT,
}
const NO_SEVENIO: Sevenio = { SEVENIO_KEY: '', SEVENIO_FROM: '', ...NO_CONTACT }

const WORDS = {
  loadFailure: 'SMS-Einstellungen konnten nicht geladen werden.',
  success: SMS_SAVED,
}

export function useClicksend() {
  const editable = useEditable<
    Clicksend & { secrets: { CLICKSEND_PWD: boolean } },
    InferOutput<typeof clicksendSchema>
  >({
    ...WORDS,
    name: 'clicksend',
    load: (signal) => adminRequestWithEtag(admin.settings.clicksend.$get({}, { init: { signal } })),
    save: (json, headers) => adminRequestWithEtag(admin.settings.clicksend.$put({ json }, { headers })),
  })
  const editing = useEditForm(editable, { schema: clicksendSchema, empty: NO_CLICKSEND })
  const stored = editable.value?.secrets.CLICKSEND_PWD ?? false
  return { editable, editing, stored, account: account('clicksend', editable, editing) }
}

export function useSevenio() {
  const editable = useEditable<
    Sevenio & { secrets: { SEVENIO_KEY: boolean } },
    InferOutput<ReturnType<typeof sevenioSchema>>
  >({
    ...WORDS,
    name: 'sevenio',
    load: (signal) => adminRequestWithEtag(admin.settings.sevenio.$get({}, { init: { signal } })),
    save: (json, headers) => adminRequestWithEtag(admin.settings.sevenio.$put({ json }, { headers })),
  })
  const stored = editable.value?.secrets.SEVENIO_KEY ?? false
  const editing = useEditForm(editable, { schema: sevenioSchema({ keyStored: stored }), empty: NO_SEVENIO })
  return { editable, editing, stored, account: account('sevenio', editable, editing) }
}

/** What saving needs to know of a provider's settings. */
export type SmsAccount = Readonly<{
  id: ProviderId
  /** True while something stands in its fields that was not saved. */
  dirty: boolean
  /** Why the last save has failed. */
  failure: string | undefined
  reload: () => Promise<void>
  /** The faults of its fields, and the way to save it when there are none; that answers whether it has worked. */
  check: () => Promise<{ faults: readonly string[]; save: (force: boolean) => Promise<boolean> }>
}>

function account<Value, Values extends FieldValues, Output extends FieldValues>(
  id: ProviderId,
  editable: Editable<Value, Output>,
  editing: EditForm<Value, Values, Output>,
): SmsAccount {
  return {
    id,
    dirty: editing.dirty,
    failure: editable.outcome?.tone === 'danger' ? editable.outcome.text : undefined,
    reload: editable.reload,
    check: async () => {
      const checked = await checkForm(editing.form)
      if ('faults' in checked) return { faults: checked.faults, save: async () => false }
      const save = (force: boolean) => (force ? editable.saveAnyway : editable.save)(checked.output)
      return { faults: [], save: async (force) => (await save(force)) !== undefined }
    },
  }
}
