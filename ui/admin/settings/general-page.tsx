import { PageHead } from '../page-head.tsx'

export function GeneralPage() {
  return <PageHead title="Allgemein" />
}
