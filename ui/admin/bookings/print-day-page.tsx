import { PageHead } from '../page-head.tsx'

export function PrintDayPage() {
  return <PageHead title="Tagesliste" />
}
