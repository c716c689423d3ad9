import { type ReactNode, useEffect } from 'react'
import { type Group, SETTINGS } from '../../../src/shared/settings/settings.ts'
import type { SettingsGroup } from '../../../src/shared/settings/settings-group.ts'
import { FieldSection } from '../components/page.tsx'
import { useSearchState } from '../components/use-search-state.ts'
import { ConnectionTest } from './connection-test.tsx'
import { type FormOfSettings, SettingInput } from './setting-input.tsx'

type SettingsSectionsProps = {
  group: Group
  form: FormOfSettings & { dirty: boolean }
  /** The text below the heading of a section, where the table has no text. */
  lead?: string
  /** The title of the only section to show. The page shows it as its heading, so the section omits it. */
  onlyTitle?: string | undefined
  /** Shown below each section. */
  foot?: ReactNode
  /** Saves the form, so that a test uses what was typed. Returns whether it was saved. */
  onSave?: () => Promise<boolean>
}

/**
 * The fields of a group of settings, as the table `SETTINGS` describes them. A field that the URL names
 * (`?field=`) gets the focus.
 */
export function SettingsSections({ group, form, lead, onlyTitle, foot, onSave }: SettingsSectionsProps) {
  const { sections }: SettingsGroup = SETTINGS[group]
  const [{ field: fieldToFocus }] = useSearchState('field')
  useEffect(() => {
    if (sections.some(({ fields }) => fieldToFocus in fields))
      document.getElementsByName(fieldToFocus)[0]?.focus()
  }, [fieldToFocus, sections])
  const shown = onlyTitle === undefined ? sections : sections.filter(({ title }) => title === onlyTitle)
  return shown.map((section) => (
    <FieldSection
      key={section.title ?? group}
      title={onlyTitle === undefined ? section.title : undefined}
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
