import { useLayoutEffect } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { servicesFor } from '../../../src/shared/service/service.ts'
import { Field, SelectInput } from '../../components/field.tsx'
import type { FormOf } from '../forms/use-submit-form.ts'
import { SERVICES_NOT_LOADED, useServices } from './use-services.ts'

type ServiceFieldProps<Values extends FieldValues> = {
  form: FormOf<Values>
  name: Path<Values>
  /** Names of the fields that are validated again when another service is chosen. */
  deps?: Path<Values>[]
  help?: string | undefined
}

/** Chooses an active service, grouped by the kind of visit. It is the first field of its dialog. */
export function ServiceField<Values extends FieldValues>({
  form,
  name,
  deps = [],
  help,
}: ServiceFieldProps<Values>) {
  const { services = [], error } = useServices()
  const { watch, setValue } = form
  // A select cannot show a value before its options exist. They arrive after the form's value, so it is set
  // again.
  useLayoutEffect(() => {
    if (services.length > 0) setValue(name, watch(name))
  }, [services.length, name, watch, setValue])
  const offered = services.filter(({ active }) => active)
  return (
    <Field
      label="Leistung"
      help={help}
      error={form.errorAt(name) ?? (error ? SERVICES_NOT_LOADED : undefined)}
    >
      <SelectInput data-autofocus {...form.register(name, { deps })}>
        <option value="">Bitte wählen</option>
        {(['first', 'return'] as const).map((visit) => (
          <optgroup key={visit} label={visit === 'first' ? 'Erstbesuch' : 'Folgebesuch'}>
            {servicesFor(visit, offered).map((service) => (
              <option key={service.id} value={service.id}>
                {service.name}, {service.duration_min} Min
              </option>
            ))}
          </optgroup>
        ))}
      </SelectInput>
    </Field>
  )
}
