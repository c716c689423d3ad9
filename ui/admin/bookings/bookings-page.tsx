import { PageHead } from '../page-head.tsx'

export function BookingsPage() {
  return <PageHead title="Termine" />
}
