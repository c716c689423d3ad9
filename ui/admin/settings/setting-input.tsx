import type { ComponentProps, ReactNode } from 'react'
import type { SettingField } from '../../../src/shared/settings/setting-fields.ts'
import { Field, TextInput } from '../../components/field.tsx'
import { FormDayTime } from '../forms/form-day-time.tsx'
import { FormCheckbox, FormInput, FormSelect, FormTextArea } from '../forms/form-fields.tsx'
import { SecretField } from '../forms/secret-field.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'
import { CountriesField } from './countries-field.tsx'
import type { SettingValues } from './setting-values.ts'
import { settingText } from './setting-words.ts'
import { fixedSettings, storedSecrets } from './use-settings-form.ts'

/** The kinds of input that are a text field of one line. */
type LineInput = Exclude<
  SettingField['input'],
  'checkbox' | 'paragraph' | 'secret' | 'countries' | 'choice' | 'date-time'
>

/** The attributes of each such field, which also select the keyboard of a phone. */
const LINE_ATTRIBUTES: Readonly<Record<LineInput, Omit<ComponentProps<'input'>, 'form' | 'name'>>> = {
  text: {},
  code: { autoComplete: 'off', spellCheck: false },
  email: { type: 'email', spellCheck: false },
  tel: { type: 'tel' },
  url: { inputMode: 'url', spellCheck: false },
  number: { type: 'number', min: 1, className: 'num' },
  digits: { inputMode: 'numeric', className: 'num' },
}

const TYPE_ANEW =
  'Bitte neu eingeben: Das gespeicherte Passwort gilt nur für den bisherigen Server und wird nicht an einen anderen gesendet.'

/** The part of a settings form that its fields need. `value` has the stored settings, once loaded. */
export type FormOfSettings = FormOf<SettingValues> & { value: object | undefined }

type SettingInputProps = { name: string; field: SettingField; form: FormOfSettings }

/** The field of a setting. A setting that the environment fixes can only be read. */
export function SettingInput({ name, field, form }: SettingInputProps) {
  const { help, wide } = field
  // Manuals and messages use the names in capitals, so the form shows these too.
  const showsName = field.named ?? name === name.toUpperCase()
  const label = showsName ? (
    <>
      {field.label} <span className="faint tiny regular break">{name}</span>
    </>
  ) : (
    field.label
  )
  if (fixedSettings(form.value).includes(name))
    return (
      <Field label={label}>
        <TextInput readOnly value={fixedText({ name, field, form })} />
      </Field>
    )
  const control = controlFor(field, { form, name, label, help })
  return wide ? <div className="whole">{control}</div> : control
}

type ControlProps = Pick<ComponentProps<typeof FormInput<SettingValues>>, 'name' | 'label' | 'help'> & {
  form: FormOfSettings
  name: string
}

/** Returns the control for the kind of a setting. */
function controlFor(field: SettingField, props: ControlProps): ReactNode {
  const { input } = field
  switch (input) {
    case 'checkbox':
      return <FormCheckbox {...props} />
    case 'paragraph':
      return <FormTextArea {...props} />
    case 'secret':
      return <SecretField {...props} {...secretState({ name: props.name, field, form: props.form })} />
    case 'countries':
      // The default has about as many countries as the list being loaded.
      return (
        <CountriesField {...props} placeholderCountries={props.form.value ? '' : String(field.default)} />
      )
    case 'choice':
      return <FormSelect {...props} choices={field.choices ?? {}} />
    case 'date-time':
      return <FormDayTime {...props} />
    default:
      return <FormInput {...props} {...LINE_ATTRIBUTES[input]} />
  }
}

/**
 * Returns what the field of a secret says: whether a secret is stored that can stay. A stored secret must not
 * go to another server. As soon as a setting that names the server is changed, the field asks for a new one.
 */
function secretState({ name, field, form }: SettingInputProps) {
  const { destinationSettings = [], help } = field
  const stored = storedSecrets(form.value)[name] ?? false
  const isOtherServer = destinationSettings.some(
    (target) => String(form.watch(target) ?? '') !== String(storedValue(form.value, target)),
  )
  if (!stored || !isOtherServer) return { isStored: stored, help }
  return { isStored: false, help: `${help ?? ''} ${TYPE_ANEW}`.trim(), noneStoredText: '' }
}

/** Returns a setting of the environment as text. The text for a secret only says that there is one. */
function fixedText({ name, field, form }: SettingInputProps): string {
  if (field.secret) return storedSecrets(form.value)[name] ? 'gesetzt' : ''
  const value = storedValue(form.value, name)
  return value === '' ? '' : settingText(field, value)
}

/**
 * Returns the stored value of a setting by its wire name; '' for none. The fields know a group only by names.
 */
function storedValue(settings: object | undefined, name: string): string | number {
  const values = (settings ?? {}) as Readonly<Record<string, string | number | null>>
  return values[name] ?? ''
}
