import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { countryChoices, countryName, readCountries } from '../../../src/shared/contact/countries.ts'
import { IconButton } from '../../components/button.tsx'
import { Field, SelectInput } from '../../components/field.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'
import type { SettingValues } from './use-settings-form.ts'

type FormCountriesProps = {
  form: FormOf<SettingValues>
  name: string
  label: ReactNode
  help?: ReactNode
  /** The countries whose room an unseen form keeps while its values load. */
  reserved: string
}

/** A list of countries that can be removed and added. Its value is text like `AT, DE`. */
export function FormCountries({ form, name, label, help, reserved }: FormCountriesProps) {
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
