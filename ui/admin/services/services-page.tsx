import { PageHead } from '../page-head.tsx'

export function ServicesPage() {
  return <PageHead title="Services &amp; Preise" />
}
