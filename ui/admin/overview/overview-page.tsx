import { PageHead } from '../page-head.tsx'

export function OverviewPage() {
  return <PageHead title="Übersicht" />
}
