import type { ReactNode } from 'react'
import { type Group, SETTINGS, type SettingsGroup } from '../../../src/shared/settings.ts'
import { Banner } from '../../components/banner.tsx'
import { ConflictBanner } from '../forms/conflict-banner.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import { OdooSync } from './odoo-sync.tsx'
import { SettingsSections, settingLabels } from './settings-sections.tsx'
import { fixedSettings, type SettingsForm, useSettingsForm } from './use-settings-form.ts'

export function GeneralPage() {
  return <SettingsPage group="general" form={useSettingsForm('general')} />
}

export function UrlsPage() {
  return <SettingsPage group="urls" form={useSettingsForm('urls')} />
}

export function OdooPage() {
  return <SettingsPage group="odoo" form={useSettingsForm('odoo')} after={<OdooSync />} />
}

export function SmtpPage() {
  const form = useSettingsForm('smtp')
  const fixed = fixedSettings(form.value)
  const variables = [
    ...(fixed.includes('SMTP_HOST') ? ['SMTP_URL'] : []),
    ...(fixed.includes('MAIL_FROM') ? ['MAIL_FROM'] : []),
  ].join(' und ')
  return (
    <SettingsPage
      group="smtp"
      form={form}
      before={
        variables && (
          <Banner tone="info" title={`Auf dem Server gesetzt: ${variables}`}>
            Das geht vor und lässt sich nur dort ändern.
          </Banner>
        )
      }
    />
  )
}

type SettingsPageProps<G extends Group> = {
  group: G
  form: SettingsForm<G>
  /** Above the form. */
  before?: ReactNode
  /** Beside Speichern and Neu laden. */
  buttons?: ReactNode
  /** Below the form. */
  after?: ReactNode
}

/** A page of settings, as the table describes them. */
export function SettingsPage<G extends Group>({ group, form, ...around }: SettingsPageProps<G>) {
  const { title, lead }: SettingsGroup = SETTINGS[group]
  return (
    <EditPage title={title} lead={lead} form={form} {...around}>
      <SettingsSections group={group} form={form} />
      <ConflictBanner form={form} labels={settingLabels(group)} />
    </EditPage>
  )
}
