import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { countryChoices, countryName, readCountries } from '../../../src/shared/contact/countries.ts'
import { IconButton } from '../../components/button.tsx'
import { Field, SelectInput } from '../../components/field.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'
import type { SettingValues } from './setting-values.ts'

type CountriesFieldProps = {
  form: FormOf<SettingValues>
  name: string
  label: ReactNode
  help?: ReactNode
  /**
   * The countries that the invisible form lists while it loads, so that it has its final height. Empty once
   * the form has loaded, so that a list without countries stays empty.
   */
  placeholderCountries: string
}

/** A list of countries to send SMS to. Each can be removed, and others added. Its value is `AT, DE`. */
export function CountriesField({ form, name, label, help, placeholderCountries }: CountriesFieldProps) {
  const selectRef = useRef<HTMLSelectElement>(null)
  const chosenCodes = readCountries(String(form.watch(name) || placeholderCountries))
  const setCodes = (codes: readonly string[]) => form.setValue(name, codes.join(', '), { shouldDirty: true })
  const { popular, others } = countryChoices()
  const addable = [...popular, ...others].filter(({ code }) => !chosenCodes.includes(code))
  return (
    <div className="stack gap-2">
      <Field label={label} help={help} error={form.errorAt(name)}>
        <SelectInput
          ref={selectRef}
          value=""
          onChange={({ target }) => setCodes([...chosenCodes, target.value])}
        >
          <option value="">Land hinzufügen …</option>
          {addable.map(({ code, name: country }) => (
            <option key={code} value={code}>
              {country}
            </option>
          ))}
        </SelectInput>
      </Field>
      {chosenCodes.length === 0 && <p className="small faint">Kein Land: Es gehen keine SMS hinaus.</p>}
      <ul>
        {chosenCodes.map((code, i) => (
          <li key={code} className={`row between ${i > 0 ? 'line-above' : ''}`}>
            {countryName(code)}
            <IconButton
              label={`${countryName(code)} entfernen`}
              icon={<X />}
              onClick={() => {
                setCodes(chosenCodes.filter((other) => other !== code))
                // The focused button disappears together with its country.
                selectRef.current?.focus()
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
