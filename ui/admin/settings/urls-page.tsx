import { Banner } from '../../components/banner.tsx'
import { SettingsPage } from './settings-page.tsx'
import { usePortalUrls } from './use-portal-urls.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** The page of the portal's addresses, and of the address that receives the e-mails for the practice. */
export function UrlsPage() {
  return <SettingsPage group="urls" form={useSettingsForm('urls')} above={<StartUrl />} />
}

/** Shows the URL with which the portal was started. The fields below replace it. */
function StartUrl() {
  const { data } = usePortalUrls()
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
