import type { ReactNode } from 'react'
import { type Group, SETTINGS, type SettingsGroup } from '../../../src/shared/settings.ts'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import { OdooSync } from './odoo-sync.tsx'
import { SettingsSections, settingLabels } from './settings-sections.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

export function GeneralPage() {
  return <SettingsPage group="general" form={useSettingsForm('general')} />
}

export function UrlsPage() {
  return <SettingsPage group="urls" form={useSettingsForm('urls')} />
}

export function OdooPage() {
  return <SettingsPage group="odoo" form={useSettingsForm('odoo')} after={<OdooSync />} />
}

type SettingsPageProps<G extends Group> = {
  group: G
  form: SettingsForm<G>
  /** Beside Speichern and Neu laden. */
  buttons?: ReactNode
  /** Below the form. */
  after?: ReactNode
}

/** A page of settings, as the table describes them. */
export function SettingsPage<G extends Group>({ group, form, buttons, after }: SettingsPageProps<G>) {
  const { title, lead }: SettingsGroup = SETTINGS[group]
  return (
    <EditPage title={title} lead={lead} form={form} buttons={buttons} after={after}>
      <SettingsSections group={group} form={form} />
      <ConflictBanner form={form} labels={settingLabels(group)} />
    </EditPage>
  )
}
