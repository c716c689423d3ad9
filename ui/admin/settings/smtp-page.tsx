import { Banner } from '../../components/banner.tsx'
import { SettingsPage } from './settings-page.tsx'
import { fixedSettings, useSettingsForm } from './use-settings-form.ts'

/** The page of the mail server. It says which settings the server's environment fixes. */
export function SmtpPage() {
  const form = useSettingsForm('smtp')
  const fixed = fixedSettings(form.value)
  // One variable, SMTP_URL, fixes host, port and the other fields of the mail server together.
  const variables = [fixed.includes('SMTP_HOST') && 'SMTP_URL', fixed.includes('MAIL_FROM') && 'MAIL_FROM']
  const variableNames = variables.filter(Boolean).join(' und ')
  return (
    <SettingsPage
      group="smtp"
      form={form}
      above={
        variableNames && (
          <Banner tone="info" title={`Auf dem Server gesetzt: ${variableNames}`}>
            Das geht vor und lässt sich nur dort ändern.
          </Banner>
        )
      }
    />
  )
}
