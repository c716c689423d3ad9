import { type FormEvent, useId } from 'react'
import { serviceSaved } from '../../../src/shared/messages.de.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, FieldGroup } from '../../components/field.tsx'
import { RadioSegment } from '../../components/segment.tsx'
import { TextArea } from '../../components/text-area.tsx'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { EntryField } from '../forms/setting-field.tsx'
import { givesUpChanges } from '../forms/use-unsaved.ts'
import { type ListedService, SERVICE_LABELS } from './service-entry.ts'
import styles from './service-sheet.module.css'
import { useService } from './use-service.ts'

type ServiceSheetProps = {
  /** Undefined for a new one. */
  service: ListedService | undefined
  /** True for an id that another service has. */
  isTaken: (id: string) => boolean
  /** With the sentence to show. */
  onSaved: (text: string) => void
  /** Somebody else has deleted it. */
  onGone: () => void
  onClose: () => void
}

/** All fields of a service (specification, sections 3 and 5). */
export function ServiceSheet({ service, isTaken, onSaved, onGone, onClose }: ServiceSheetProps) {
  const { editable, editing } = useService(service)
  const { form, fault } = editing
  const { value, conflict, outcome } = editable
  const formId = useId()

  const close = () => {
    if (!editing.dirty || givesUpChanges('Trotzdem schließen?')) onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const id = form.getValues('id').trim()
    if (!service && isTaken(id))
      form.setError('id', { type: 'taken', message: 'Diese ID gibt es schon.' }, { shouldFocus: true })
    else await save(editing.submit)
  }
  const save = async (send: typeof editing.submit) => {
    const saved = await send()
    if (saved) onSaved(saved.value.message || serviceSaved(saved.value.name))
  }

  return (
    <Dialog
      open
      look="sheet"
      onClose={close}
      title={service ? service.name : 'Neuer Service'}
      actions={
        <>
          <Button kind="main" type="submit" form={formId} busy={editable.saving} busyText="Speichern …">
            Speichern
          </Button>
          <Button onClick={close}>Abbrechen</Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles.notices}>
          {conflict && value && (
            <ConflictBanner
              conflict={conflict}
              loaded={value}
              labels={SERVICE_LABELS}
              saving={editable.saving}
              onKeepMine={() => void save(editing.submitAnyway)}
              onTakeTheirs={() => (conflict.current === null ? onGone() : void editable.takeTheirs())}
            />
          )}
          <OutcomeBanner outcome={outcome?.tone === 'danger' ? outcome : undefined} />
        </div>
        <div className={styles.group}>
          <h3>Was Patienten sehen</h3>
          <div className={styles.whole}>
            <EntryField editing={editing} name="name" label={SERVICE_LABELS.name} />
          </div>
          <div className={styles.whole}>
            <Field label={SERVICE_LABELS.description} error={fault('description')}>
              <TextArea rows={3} {...form.register('description')} />
            </Field>
          </div>
          <div className={styles.whole}>
            <FieldGroup legend="Besuch" help="Bei welcher Art von Besuch der Service angeboten wird.">
              <RadioSegment
                options={[
                  { value: 'true', label: 'Erstbesuch' },
                  { value: 'false', label: 'Folgebesuch' },
                ]}
                {...form.register('first_visit')}
              />
            </FieldGroup>
          </div>
          <EntryField
            editing={editing}
            name="price"
            label={`${SERVICE_LABELS.price} (Euro)`}
            help="0: „Preis auf Anfrage“."
            inputMode="decimal"
            className="num"
          />
          <EntryField
            editing={editing}
            name="display_duration_min"
            label={`${SERVICE_LABELS.display_duration_min} (Min)`}
            help="Nur zum Lesen. Leer: die Dauer."
            inputMode="numeric"
            className="num"
          />
          <EntryField
            editing={editing}
            name="display_order"
            label={SERVICE_LABELS.display_order}
            help="Kleine Zahlen stehen oben. Leer: am Ende."
            inputMode="numeric"
            className="num"
          />
          <div className={styles.whole}>
            <Checkbox
              help="Inaktive Services können Patienten nicht buchen."
              error={fault('active')}
              {...form.register('active')}
            >
              {SERVICE_LABELS.active}
            </Checkbox>
          </div>
        </div>

        <div className={styles.group}>
          <h3>Wie viel Zeit er braucht</h3>
          <EntryField
            editing={editing}
            name="duration_min"
            label={`${SERVICE_LABELS.duration_min} (Min)`}
            help="Mit 0 gibt es keine freien Zeiten."
            inputMode="numeric"
            className="num"
          />
          <EntryField
            editing={editing}
            name="step"
            label={`${SERVICE_LABELS.step} (Min)`}
            help="Abstand der Anfangszeiten. 0: die Dauer."
            inputMode="numeric"
            className="num"
          />
          <EntryField
            editing={editing}
            name="paddingBefore"
            label={`${SERVICE_LABELS.paddingBefore} (Min)`}
            inputMode="numeric"
            className="num"
          />
          <EntryField
            editing={editing}
            name="paddingAfter"
            label={`${SERVICE_LABELS.paddingAfter} (Min)`}
            inputMode="numeric"
            className="num"
          />
          <div className={styles.whole}>
            <EntryField
              editing={editing}
              name="resource_id"
              label={SERVICE_LABELS.resource_id}
              help="Wer oder was belegt ist; Termine einer Ressource überschneiden sich nie. Leer: doctor-1."
              spellCheck={false}
            />
          </div>
          <div className={styles.whole}>
            <EntryField
              editing={editing}
              name="id"
              label={SERVICE_LABELS.id}
              help={
                service
                  ? 'Steht in Links und Buchungen und bleibt deshalb, wie sie ist.'
                  : 'Kurz und ohne Leerzeichen, z. B. akupunktur. Sie kann später nicht geändert werden.'
              }
              readOnly={service !== undefined}
              spellCheck={false}
            />
          </div>
        </div>
      </form>
    </Dialog>
  )
}
