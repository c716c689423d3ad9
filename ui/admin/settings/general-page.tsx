import { SettingsPage } from './settings-page.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** The page of the settings that have no page of their own: online booking, notifications, data protection. */
export function GeneralPage() {
  return <SettingsPage group="general" form={useSettingsForm('general')} />
}
