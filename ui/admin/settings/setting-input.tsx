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

/** The field of a setting, with its label and help. A setting that the environment fixes can only be read. */
export function SettingInput(props: SettingInputProps) {
  const { name, field, form } = props
  if (fixedSettings(form.value).includes(name))
    return (
      <Field label={labelOf(props)}>
        <TextInput readOnly value={fixedText(props)} />
      </Field>
    )
  const control = controlFor(props)
  return field.wide ? <div className="whole">{control}</div> : control
}

/** Returns the label of a setting, with its name behind it where manuals and messages use the name. */
function labelOf({ name, field }: SettingInputProps): ReactNode {
  // They use the names in capitals, and those whose field says so.
  const showsName = field.named ?? name === name.toUpperCase()
  if (!showsName) return field.label
  return (
    <>
      {field.label} <span className="faint tiny regular break">{name}</span>
    </>
  )
}

/** Returns the control for the kind of a setting. */
function controlFor(setting: SettingInputProps): ReactNode {
  const { name, field, form } = setting
  const props = { form, name, label: labelOf(setting), help: field.help }
  switch (field.input) {
    case 'checkbox':
      return <FormCheckbox {...props} />
    case 'paragraph':
      return <FormTextArea {...props} />
    case 'secret':
      return <SecretField {...props} {...secretState(setting)} />
    case 'countries':
      // The default has about as many countries as the list being loaded.
      return <CountriesField {...props} placeholderCountries={form.value ? '' : String(field.default)} />
    case 'choice':
      return <FormSelect {...props} choices={field.choices ?? {}} />
    case 'date-time':
      return <FormDayTime {...props} />
    default:
      return <FormInput {...props} {...LINE_ATTRIBUTES[field.input]} />
  }
}

/**
 * Returns whether a secret is stored that can stay, and what its field says. A stored secret must not go to
 * another server, so the field asks for a new one as soon as a setting that names the server is changed.
 */
function secretState({ name, field, form }: SettingInputProps) {
  const { destinationSettings = [], help } = field
  const isStored = storedSecrets(form.value)[name] ?? false
  const isOtherServer = destinationSettings.some(
    (target) => String(form.watch(target) ?? '') !== String(storedValue(form.value, target)),
  )
  if (!isStored || !isOtherServer) return { isStored, help }
  return { isStored: false, help: `${help ?? ''} ${TYPE_ANEW}`.trim(), noneStoredText: '' }
}

/** Returns a setting that the environment fixes as text. For a secret, it says whether there is one. */
function fixedText({ name, field, form }: SettingInputProps): string {
  if (field.secret) return storedSecrets(form.value)[name] ? 'gesetzt' : ''
  const value = storedValue(form.value, name)
  return value === '' ? '' : settingText(field, value)
}

/**
 * Returns the stored value of a setting by its wire name; '' for none. The fields are the same for all groups
 * of settings, so the type of one group is not known here.
 */
function storedValue(settings: object | undefined, name: string): string | number {
  const values = (settings ?? {}) as Readonly<Record<string, string | number | null>>
  return values[name] ?? ''
}
