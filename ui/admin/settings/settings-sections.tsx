import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { countryChoices, countryName, readCountries } from '../../../src/shared/contact/countries.ts'
import { PROBLEMS } from '../../../src/shared/problems.ts'
import type { SettingField } from '../../../src/shared/settings/setting-fields.ts'
import {
  fieldsOf,
  type Group,
  SETTINGS,
  type SettingsGroup,
  type SettingsTest,
  secretsOf,
} from '../../../src/shared/settings/settings.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Field, SelectInput, TextInput } from '../../components/field.tsx'
import styles from '../components/admin.module.css'
import { FieldSection } from '../components/page.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { FormDayTime } from '../forms/day-time-field.tsx'
import { FormCheckbox, FormInput, FormSelect, FormTextArea, SecretField } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { type FormOf, toOutcome } from '../forms/use-submit-form.ts'
import { settingText, settingTexts } from './setting-words.ts'
import { fixedSettings, type SettingValues, storedSecrets } from './use-settings-form.ts'

type SettingsSectionsProps = {
  group: Group
  form: FormOf<SettingValues> & { dirty: boolean; value: object | undefined }
  /** The text below the heading of a section that has none in the table. */
  lead?: string
  /** The title of the only section to show, which the page's heading shows then. */
  only?: string | undefined
  /** Shown below each section. */
  foot?: ReactNode
  /** Saves the form before a test, so that it tests what is typed. Returns whether it was saved. */
  onSave?: () => Promise<boolean>
}

/**
 * The fields of a group of settings, as the table `SETTINGS` describes them. The address may name one of them
 * (`?field=`), which gets the focus.
 */
export function SettingsSections({ group, form, lead, only, foot, onSave }: SettingsSectionsProps) {
  const { sections }: SettingsGroup = SETTINGS[group]
  const [{ field: wanted }] = useSearchState('field')
  useEffect(() => {
    if (sections.some(({ fields }) => wanted in fields)) document.getElementsByName(wanted)[0]?.focus()
  }, [wanted, sections])
  const shown = only === undefined ? sections : sections.filter(({ title }) => title === only)
  return shown.map((section) => (
    <FieldSection
      key={section.title ?? group}
      title={only === undefined ? section.title : undefined}
      lead={section.lead ?? lead}
      foot={
        (section.test || foot) && (
          <>
            {section.test && (
              <ConnectionTest group={group} test={section.test} dirty={form.dirty} onSave={onSave} />
            )}
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
  const { input, help, named = name === name.toUpperCase(), wide } = field
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
      <SecretField {...props} {...secretState(name, field, form)} />
    ) : input === 'countries' ? (
      <FormCountries {...props} reserved={form.value ? '' : String(field.default)} />
    ) : input === 'choice' ? (
      <FormSelect {...props} choices={field.choices ?? {}} />
    ) : input === 'date-time' ? (
      <FormDayTime {...props} />
    ) : (
      <FormInput {...props} {...INPUTS[input]} />
    )
  return wide ? <div className="whole">{control}</div> : control
}

/**
 * Returns whether a secret is stored and will stay so. One that is sent to another server now is typed anew,
 * which the field says.
 */
function secretState(name: string, { sentTo = [], help }: SettingField, form: SettingsSectionsProps['form']) {
  const stored = storedSecrets(form.value)[name] ?? false
  const known = (form.value ?? {}) as Readonly<Record<string, string | number | null>>
  const isOther = sentTo.some((target) => String(form.watch(target) ?? '') !== String(known[target] ?? ''))
  if (!stored || !isOther) return { stored, help }
  return { stored: false, help: `${help ?? ''} ${TYPE_ANEW}`.trim(), state: '' }
}

const TYPE_ANEW =
  'Bitte neu eingeben: Das gespeicherte Passwort gilt nur für den bisherigen Server und wird nicht an einen anderen gesendet.'

/** Returns a setting of the environment as text. For a secret it only says that there is one. */
function fixedText(settings: object | undefined, name: string, field: SettingField): string {
  if (field.secret) return storedSecrets(settings)[name] ? 'gesetzt' : ''
  const value = (settings as Readonly<Record<string, string | number | null>>)[name] ?? ''
  return value === '' ? '' : settingText(field, value)
}

/** Attributes of each kind of input, by which a phone chooses its keyboard. */
const INPUTS: Readonly<
  Record<
    Exclude<
      SettingField['input'],
      'checkbox' | 'paragraph' | 'secret' | 'countries' | 'choice' | 'date-time'
    >,
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
}

/** Shows what another user has saved in this group meanwhile, in the words of the form. */
export function SettingsConflict({
  group,
  ...rest
}: { group: Group } & Omit<ComponentProps<typeof ConflictBanner<object>>, 'labels' | 'fields'>) {
  return (
    <ConflictBanner
      {...rest}
      labels={settingLabels(group)}
      fields={(settings) => settingTexts(group, settings)}
    />
  )
}

/** The labels by wire name. A changed secret is known by `secrets` alone. */
function settingLabels(group: Group): Readonly<Record<string, string>> {
  const labels = Object.entries(fieldsOf(group)).map(([name, { label }]) => [name, label] as const)
  const secrets = labels.filter(([name]) => (secretsOf(group) as readonly string[]).includes(name))
  return Object.fromEntries([...labels, ['secrets', secrets.map(([, label]) => label).join(', ')]])
}

type FormCountriesProps = {
  form: FormOf<SettingValues>
  name: string
  label: ReactNode
  help?: ReactNode
  /** The countries whose room an unseen form keeps while its values load. */
  reserved: string
}

/** A list of countries that can be removed and added. Its value is text like `AT, DE`. */
function FormCountries({ form, name, label, help, reserved }: FormCountriesProps) {
  const select = useRef<HTMLSelectElement>(null)
  const chosen = readCountries(String(form.watch(name) || reserved))
  const set = (codes: readonly string[]) => form.setValue(name, codes.join(', '), { shouldDirty: true })
  const { popular, others } = countryChoices()
  const addable = [...popular, ...others].filter(({ code }) => !chosen.includes(code))
  return (
    <div className="stack gap-2">
      <Field label={label} help={help} error={form.errorAt(name)}>
        <SelectInput ref={select} value="" onChange={({ target }) => set([...chosen, target.value])}>
          <option value="">Land hinzufügen …</option>
          {addable.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectInput>
      </Field>
      {chosen.length === 0 && <p className="small faint">Kein Land: Es gehen keine SMS hinaus.</p>}
      <ul>
        {chosen.map((code, i) => (
          <li key={code} className={`row between ${i > 0 ? 'line-above' : ''}`}>
            {countryName(code)}
            <IconButton
              label={`${countryName(code)} entfernen`}
              icon={<X />}
              onClick={() => {
                set(chosen.filter((other) => other !== code))
                // The pressed button, which had the focus, is gone.
                select.current?.focus()
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type ConnectionTestProps = {
  /** The group's segment in the address of the call. */
  group: Group
  test: SettingsTest
  /** True while the form holds changes, which are saved before the test if they can be. */
  dirty: boolean
  onSave?: (() => Promise<boolean>) | undefined
}

/** Tries out the settings as they are typed, and shows the result. */
function ConnectionTest({ group, test: { button, busyText, note }, dirty, onSave }: ConnectionTestProps) {
  const test = useMutation({
    mutationFn: () => adminRequest(admin.settings[':group'].test.$post({ param: { group } })),
  })
  const savesFirst = dirty && onSave !== undefined
  const run = async () => {
    test.reset()
    if (savesFirst && !(await onSave())) return
    test.mutate()
  }
  return (
    <div className="stack gap-3">
      <div className="row">
        <Button busy={test.isPending} busyText={busyText} onClick={() => void run()}>
          {savesFirst ? 'Speichern und testen' : button}
        </Button>
        <p className={`small muted ${styles.besideButtons}`}>
          {dirty && !savesFirst ? 'Geprüft wird nur, was gespeichert ist. Bitte zuerst speichern.' : note}
        </p>
      </div>
      <OutcomeBanner outcome={toOutcome(test.error, PROBLEMS.test_failed[1], test.data?.message)} />
    </div>
  )
}
