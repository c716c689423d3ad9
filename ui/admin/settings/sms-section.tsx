import type { ReactNode } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { admin, adminRequest } from '../../api/admin.ts'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { ConnectionTest } from '../forms/connection-test.tsx'
import { FieldSection } from '../forms/field-section.tsx'
import { EntryField, settingLabel } from '../forms/setting-field.tsx'
import type { EditForm } from '../forms/use-edit-form.ts'
import type { Editable } from '../forms/use-editable.ts'
import { type Contact, PROVIDER_NAMES, type ProviderId } from './sms-providers.ts'

type SmsSectionProps<Value, Values extends FieldValues & Contact, Output extends FieldValues> = {
  provider: ProviderId
  lead: ReactNode
  labels: Readonly<Record<string, string>>
  editable: Editable<Value, Output>
  editing: EditForm<Value, Values, Output>
  /** Saves over what somebody else has saved meanwhile. */
  onKeepMine: () => void
  /** The provider's own fields: who signs in. */
  children: ReactNode
}

/** The settings of one provider. Those that both have come after its own. */
export function SmsSection<Value, Values extends FieldValues & Contact, Output extends FieldValues>({
  provider,
  lead,
  labels,
  editable: { value, conflict, saving, takeTheirs },
  editing,
  onKeepMine,
  children,
}: SmsSectionProps<Value, Values, Output>) {
  const name = PROVIDER_NAMES[provider]
  const field = (wire: keyof Contact, help?: string, type?: string) => (
    <EntryField
      editing={editing}
      name={wire as Path<Values>}
      label={settingLabel(labels[wire] ?? wire, wire)}
      help={help}
      type={type}
    />
  )
  return (
    <FieldSection
      title={name}
      lead={lead}
      foot={
        <>
          <ConnectionTest
            run={() => adminRequest(admin.settings[':group'].test.$post({ param: { group: provider } }))}
            busyText="Wird gesendet …"
            dirty={editing.dirty}
            note="An die gespeicherte Testnummer; kostet eine SMS."
          >
            Test-SMS über {name} senden
          </ConnectionTest>
          {conflict && value !== undefined && (
            <ConflictBanner
              conflict={conflict}
              loaded={value}
              labels={labels}
              saving={saving}
              onKeepMine={onKeepMine}
              onTakeTheirs={() => void takeTheirs()}
            />
          )}
        </>
      }
    >
      {children}
      {field('PRACTICE_EMAIL', undefined, 'email')}
      {field('PRACTICE_NAME')}
      {field('TEST_MOBILE', 'International, z. B. +43 664 1234567.', 'tel')}
      {field('PRACTICE_LANDLINE_E164', 'International, z. B. +43 5572 123456.', 'tel')}
    </FieldSection>
  )
}
