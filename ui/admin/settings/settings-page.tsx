import type { ReactNode } from 'react'
import { type Group, SETTINGS } from '../../../src/shared/settings/settings.ts'
import type { SettingsGroup } from '../../../src/shared/settings/settings-group.ts'
import { EditPage } from '../forms/edit-page.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { SettingsSections } from './settings-sections.tsx'
import type { SettingsForm } from './use-settings-form.ts'

type SettingsPageProps<G extends Group> = {
  group: G
  form: SettingsForm<G>
  /** Shown above the form. */
  above?: ReactNode
  /** Shown beside Speichern and Neu laden. */
  buttons?: ReactNode
  /** Shown below the form. */
  below?: ReactNode
}

/** The page of a group of settings. The table `SETTINGS` gives its title, lead and fields. */
export function SettingsPage<G extends Group>({ group, form, above, buttons, below }: SettingsPageProps<G>) {
  const { title, lead }: SettingsGroup = SETTINGS[group]
  return (
    <EditPage title={title} lead={lead} form={form} above={above} buttons={buttons} below={below}>
      <SettingsSections group={group} form={form} onSave={() => form.submit()} />
      <SettingsConflict group={group} form={form} />
    </EditPage>
  )
}
