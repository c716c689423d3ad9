import { type ReactNode, useEffect } from 'react'
import { type Group, SETTINGS, type SettingsGroup } from '../../../src/shared/settings/settings.ts'
import { FieldSection } from '../components/page.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { ConnectionTest } from './connection-test.tsx'
import { type FormOfSettings, SettingInput } from './setting-input.tsx'

type SettingsSectionsProps = {
  group: Group
  form: FormOfSettings & { dirty: boolean }
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
  const [{ field: named }] = useSearchState('field')
  useEffect(() => {
    if (sections.some(({ fields }) => named in fields)) document.getElementsByName(named)[0]?.focus()
  }, [named, sections])
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
