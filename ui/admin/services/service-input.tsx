import type { ComponentProps } from 'react'
import { SERVICE_LABELS } from '../../../src/shared/service/service-schema.ts'
import { FormInput } from '../forms/form-fields.tsx'
import type { ServiceDraft } from './service-draft.ts'
import type { ServiceForm } from './use-service-form.ts'

type ServiceInputProps = Omit<ComponentProps<typeof FormInput<ServiceDraft>>, 'form' | 'name' | 'label'> & {
  form: ServiceForm
  name: Exclude<keyof ServiceDraft, 'active' | 'first_visit' | 'questions' | 'resource_ids'>
  /** Shown after the label: `Min`. */
  unit?: string
  /** True for a field that takes a whole row. */
  whole?: boolean
}

/** A text field with the label of the schema. Numbers are shown in digits of equal width. */
export function ServiceInput({ form, name, unit, whole, ...inputProps }: ServiceInputProps) {
  const field = (
    <FormInput
      form={form}
      name={name}
      label={unit ? `${SERVICE_LABELS[name]} (${unit})` : SERVICE_LABELS[name]}
      // Only number fields ask for another keyboard.
      {...(inputProps.inputMode && { className: 'num' })}
      {...inputProps}
    />
  )
  return whole ? <div className="whole">{field}</div> : field
}
