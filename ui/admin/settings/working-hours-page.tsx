import { PageHead } from '../page-head.tsx'

export function WorkingHoursPage() {
  return <PageHead title="Arbeitszeiten" />
}
