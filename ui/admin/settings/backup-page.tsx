import { FIRST_STEPS } from '../../../src/shared/first-steps.ts'
import { SETTINGS } from '../../../src/shared/settings/settings.ts'
import type { SettingsGroup } from '../../../src/shared/settings/settings-group.ts'
import { EditPage } from '../forms/edit-page.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { SettingsSections } from './settings-sections.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** Shows only the backup key of the general settings, as a separate step for a new practice. */
export function BackupPage() {
  const form = useSettingsForm('general')
  const { sections }: SettingsGroup = SETTINGS.general
  const backupSection = sections.find(({ fields }) => 'backup_recipient' in fields)
  return (
    <EditPage title={FIRST_STEPS.backup} lead={backupSection?.lead} form={form}>
      <SettingsSections group="general" form={form} onlyTitle={backupSection?.title} />
      <p className="lead small">
        In keiner Sicherung ist die Datei „secret.key“ aus dem Datenverzeichnis. Bitten Sie Ihre IT, sie
        einmal an einen sicheren Ort zu kopieren: Ohne sie bleiben Sozialversicherungsnummern und Passwörter
        verschlüsselt.
      </p>
      <SettingsConflict group="general" form={form} />
    </EditPage>
  )
}
