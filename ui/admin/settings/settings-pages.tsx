import type { ReactNode } from 'react'
import { FIRST_STEPS } from '../../../src/shared/first-steps.ts'
import { type Group, SETTINGS } from '../../../src/shared/settings/settings.ts'
import type { SettingsGroup } from '../../../src/shared/settings/settings-group.ts'
import { Banner } from '../../components/banner.tsx'
import { EditPage } from '../forms/edit-page.tsx'
import { OdooSync } from './odoo-sync.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import { SettingsSections } from './settings-sections.tsx'
import { usePortalAddress } from './use-portal-address.ts'
import { fixedSettings, type SettingsForm, useSettingsForm } from './use-settings-form.ts'

/** The form of the settings without a page of their own: online booking, notifications, data protection. */
export function GeneralPage() {
  return <SettingsPage group="general" form={useSettingsForm('general')} />
}

/** Shows only the key of the backups from the general settings, as a step of its own for a new practice. */
export function BackupPage() {
  const form = useSettingsForm('general')
  const { sections }: SettingsGroup = SETTINGS.general
  const section = sections.find(({ fields }) => 'backup_recipient' in fields)
  return (
    <EditPage title={FIRST_STEPS.backup} lead={section?.lead} form={form}>
      <SettingsSections group="general" form={form} only={section?.title} />
      <p className="lead small">
        In keiner Sicherung ist die Datei „secret.key“ aus dem Datenverzeichnis. Bitten Sie Ihre IT, sie
        einmal an einen sicheren Ort zu kopieren: Ohne sie bleiben Sozialversicherungsnummern und Passwörter
        verschlüsselt.
      </p>
      <SettingsConflict group="general" form={form} />
    </EditPage>
  )
}

/** The form of the portal's addresses, and of the address to which e-mails for the practice go. */
export function UrlsPage() {
  return <SettingsPage group="urls" form={useSettingsForm('urls')} before={<StartAddress />} />
}

/** Says with which address the portal was started. The fields below replace it. */
function StartAddress() {
  const { data } = usePortalAddress()
  if (!data) return null
  const { started_with, is_set } = data
  return (
    <Banner tone="info" title={is_set ? `Gestartet mit BASE_URL=${started_with}` : 'Gestartet ohne BASE_URL'}>
      {is_set
        ? 'Diese Adresse gilt, solange hier keine andere steht.'
        : `Solange hier keine Adresse steht, führen Links zu ${started_with}, und das öffnet nur dieser Rechner.`}
    </Banner>
  )
}

/** The form of the access to Odoo, with the state of the synchronisation below it. */
export function OdooPage() {
  return <SettingsPage group="odoo" form={useSettingsForm('odoo')} after={<OdooSync />} />
}

/** The form of the mail server, and which of it the environment of the server fixes. */
export function SmtpPage() {
  const form = useSettingsForm('smtp')
  const fixed = fixedSettings(form.value)
  // One variable, SMTP_URL, fixes host, port and the other fields of the mail server together.
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
  /** Shown above the form. */
  before?: ReactNode
  /** Shown beside Speichern and Neu laden. */
  buttons?: ReactNode
  /** Shown below the form. */
  after?: ReactNode
}

/** A page with the settings of a group. The table `SETTINGS` gives its title, lead and fields. */
export function SettingsPage<G extends Group>({ group, form, before, buttons, after }: SettingsPageProps<G>) {
  const { title, lead }: SettingsGroup = SETTINGS[group]
  return (
    <EditPage title={title} lead={lead} form={form} before={before} buttons={buttons} after={after}>
      <SettingsSections group={group} form={form} onSave={() => form.submit()} />
      <SettingsConflict group={group} form={form} />
    </EditPage>
  )
}
