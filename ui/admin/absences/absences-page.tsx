import { PageHead } from '../page-head.tsx'

export function AbsencesPage() {
  return <PageHead title="Abwesenheiten" />
}
