import { Checkbox } from '../../components/checkbox.tsx'
import { FieldGroup } from '../../components/field.tsx'
import type { ListedResource } from '../resources/use-resources.ts'
import type { ServiceForm } from './use-service-form.ts'

/** The label of the field for the doctors and rooms that offer the service. */
export const OFFERED_BY = 'Wer bietet das an?'

type ResourceFieldsProps = { form: ServiceForm; resources: readonly ListedResource[] }

/** The choice of the doctors and rooms that offer the service, from which patients can choose. */
export function ResourceFields({ form, resources }: ResourceFieldsProps) {
  return (
    <FieldGroup
      legend={OFFERED_BY}
      help="Patienten wählen, zu wem sie kommen, oder „Egal, wer“."
      error={form.errorAt('resource_ids')}
    >
      <div className="stack gap-2">
        {resources.map(({ id, name, active }) => (
          <Checkbox key={id} value={id} {...form.register('resource_ids')}>
            {active ? name : `${name} (inaktiv)`}
          </Checkbox>
        ))}
      </div>
    </FieldGroup>
  )
}
