import { SettingsPage } from './settings-page.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** The page of all settings that have no other page: online booking, notifications, data protection. */
export function GeneralPage() {
  return <SettingsPage group="general" form={useSettingsForm('general')} />
}
