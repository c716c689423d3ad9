import { withoutDisplayDuration } from '../../../src/shared/service/duration.ts'
import { SERVICE_LABELS } from '../../../src/shared/service/service-schema.ts'
import { FieldGroup } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { FormCheckbox, FormTextArea } from '../forms/form-fields.tsx'
import { NEW_SERVICE } from './service-draft.ts'
import { ServiceInput } from './service-input.tsx'
import type { ServiceForm } from './use-service-form.ts'

/** The fields that patients see. */
export function FieldsForPatients({ form }: { form: ServiceForm }) {
  return (
    <div className="halves">
      <h3 className="whole">Was Patienten sehen</h3>
      <ServiceInput form={form} name="name" whole />
      <div className="whole">
        <FormTextArea form={form} name="description" label={SERVICE_LABELS.description} />
      </div>
      <div className="whole">
        <FormTextArea
          form={form}
          name="hint"
          label={SERVICE_LABELS.hint}
          help="Steht bei der Leistung, nach der Buchung und in den E-Mails zu Bestätigung und Erinnerung."
        />
      </div>
      <div className="whole">
        <FieldGroup radios legend="Besuch" help="Bei welcher Art von Besuch der Service angeboten wird.">
          <RadioSegment
            options={[
              { value: 'true', label: 'Erstbesuch' },
              { value: 'false', label: 'Folgebesuch' },
            ]}
            {...form.register('first_visit')}
          />
        </FieldGroup>
      </div>
      <ServiceInput form={form} name="price" unit="Euro" help="0: „Preis auf Anfrage“." inputMode="decimal" />
      <ServiceInput
        form={form}
        name="display_duration_min"
        unit="Min"
        help={`Nur zum Lesen. Leer: ${withoutDisplayDuration(form.watch('id').trim())}.`}
        inputMode="numeric"
      />
      <ServiceInput
        form={form}
        name="display_order"
        help="Kleine Zahlen stehen oben. Leer: am Ende."
        inputMode="numeric"
      />
      <div className="whole">
        <FormCheckbox
          form={form}
          name="active"
          label={SERVICE_LABELS.active}
          help="Inaktive Services können Patienten nicht buchen."
        />
      </div>
    </div>
  )
}

type DurationFieldsProps = {
  form: ServiceForm
  isNew: boolean
  /** True if ResourceFields lets the user choose who offers the service. */
  hasResourceChoice: boolean
}

/**
 * The fields for the durations of the service and its id. Without `ResourceFields`, the resource is a text
 * field here.
 */
export function DurationFields({ form, isNew, hasResourceChoice }: DurationFieldsProps) {
  return (
    <div className="halves">
      <h3 className="whole">Wie viel Zeit er braucht</h3>
      <ServiceInput
        form={form}
        name="duration_min"
        unit="Min"
        help="Mit 0 gibt es keine freien Zeiten."
        inputMode="numeric"
      />
      <ServiceInput
        form={form}
        name="step"
        unit="Min"
        help="Abstand der Anfangszeiten. 0: die Dauer."
        inputMode="numeric"
      />
      <ServiceInput form={form} name="paddingBefore" unit="Min" inputMode="numeric" />
      <ServiceInput form={form} name="paddingAfter" unit="Min" inputMode="numeric" />
      {!hasResourceChoice && (
        <ServiceInput
          form={form}
          name="resource_id"
          help={`Wer oder was belegt ist; Termine einer Ressource überschneiden sich nie. Leer: ${NEW_SERVICE.resource_id}.`}
          spellCheck={false}
          whole
        />
      )}
      <ServiceInput
        form={form}
        name="id"
        help={
          isNew
            ? 'Kurz und ohne Leerzeichen, z. B. akupunktur. Sie kann später nicht geändert werden.'
            : 'Steht in Links und Buchungen und bleibt deshalb, wie sie ist.'
        }
        readOnly={!isNew}
        spellCheck={false}
        whole
      />
    </div>
  )
}
