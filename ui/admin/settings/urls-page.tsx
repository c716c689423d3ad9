import { PageHead } from '../page-head.tsx'

export function UrlsPage() {
  return <PageHead title="URLs &amp; Admin E-Mail" />
}
