import type { ComponentProps, ReactNode } from 'react'
import type { SettingField } from '../../../src/shared/setting-fields.ts'
import {
  fieldsOf,
  type Group,
  SETTINGS,
  type SettingsGroup,
  secretsOf,
} from '../../../src/shared/settings.ts'
import { Field, TextInput } from '../../components/field.tsx'
import { ConnectionTest } from '../forms/connection-test.tsx'
import { FieldSection } from '../forms/field-section.tsx'
import { FormCheckbox, FormInput, FormSelect, FormTextArea, SecretField } from '../forms/form-fields.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'
import { FormCountries } from './form-countries.tsx'
import type { SettingValues } from './setting-values.ts'
import { fixedSettings, storedSecrets } from './use-settings-form.ts'

type SettingsSectionsProps = {
  group: Group
  form: FormOf<SettingValues> & { dirty: boolean; value: object | undefined }
  /** For sections that have none in the table. */
  lead?: string
  /** The title of the only section to show; that stands in the page's heading then. */
  only?: string | undefined
  /** Below each section. */
  foot?: ReactNode
}

/** The fields of a group of settings, as the table describes them. */
export function SettingsSections({ group, form, lead, only, foot }: SettingsSectionsProps) {
  const { sections }: SettingsGroup = SETTINGS[group]
  const shown = only === undefined ? sections : sections.filter(({ title }) => title === only)
  return shown.map((section) => (
    <FieldSection
      key={section.title ?? group}
      title={only === undefined ? section.title : undefined}
      lead={section.lead ?? lead}
      foot={
        (section.test || foot) && (
          <>
            {section.test && <ConnectionTest group={group} test={section.test} dirty={form.dirty} />}
            {foot}
          </>
        )
      }
    >
      {Object.entries(section.fields).map(([name, field]) => (
        <SettingInput key={name} name={name} field={field} form={form} />
      ))}
    </FieldSection>
  ))
}

type SettingInputProps = { name: string; field: SettingField; form: SettingsSectionsProps['form'] }

function SettingInput({ name, field, form }: SettingInputProps) {
  const { input, help, named, wide } = field
  const label = named ? (
    <>
      {field.label} <span className="faint tiny regular break">{name}</span>
    </>
  ) : (
    field.label
  )
  if (fixedSettings(form.value).includes(name))
    return (
      <Field label={label}>
        <TextInput readOnly value={fixedText(form.value, name, field)} />
      </Field>
    )
  const props = { form, name, label, help }
  const control =
    input === 'checkbox' ? (
      <FormCheckbox {...props} />
    ) : input === 'paragraph' ? (
      <FormTextArea {...props} />
    ) : input === 'secret' ? (
      <SecretField {...props} stored={storedSecrets(form.value)[name] ?? false} />
    ) : input === 'countries' ? (
      <FormCountries {...props} />
    ) : input === 'choice' ? (
      <FormSelect {...props} choices={field.choices ?? {}} />
    ) : (
      <FormInput {...props} {...INPUTS[input]} />
    )
  return wide ? <div className="whole">{control}</div> : control
}

/** A setting of the environment as text; of a secret only that there is one. */
function fixedText(settings: object | undefined, name: string, { secret, choices }: SettingField): string {
  if (secret) return storedSecrets(settings)[name] ? 'gesetzt' : ''
  const value = (settings as Readonly<Record<string, string | number | null>>)[name] ?? ''
  return choices?.[value] ?? String(value)
}

/** What the browser should know of an input; a phone chooses its keyboard by it. */
const INPUTS: Readonly<
  Record<
    Exclude<SettingField['input'], 'checkbox' | 'paragraph' | 'secret' | 'countries' | 'choice'>,
    Omit<ComponentProps<'input'>, 'form' | 'name'>
  >
> = {
  text: {},
  code: { autoComplete: 'off', spellCheck: false },
  email: { type: 'email', spellCheck: false },
  tel: { type: 'tel' },
  url: { inputMode: 'url', spellCheck: false },
  number: { type: 'number', min: 1, className: 'num' },
  digits: { inputMode: 'numeric', className: 'num' },
  'date-time': { type: 'datetime-local' },
}

/** The labels by wire name, for naming what another user has changed. A changed secret is known by `secrets` alone. */
export function settingLabels(group: Group): Readonly<Record<string, string>> {
  const labels = Object.entries(fieldsOf(group)).map(([name, { label }]) => [name, label] as const)
  const secrets = labels.filter(([name]) => (secretsOf(group) as readonly string[]).includes(name))
  return Object.fromEntries([...labels, ['secrets', secrets.map(([, label]) => label).join(', ')]])
}
