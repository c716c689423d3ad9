import { OdooSync } from './odoo-sync.tsx'
import { SettingsPage } from './settings-page.tsx'
import { useSettingsForm } from './use-settings-form.ts'

/** The page of the access to Odoo, with the state of the synchronisation below the form. */
export function OdooPage() {
  return <SettingsPage group="odoo" form={useSettingsForm('odoo')} below={<OdooSync />} />
}
