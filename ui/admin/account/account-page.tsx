import { PageHead } from '../page-head.tsx'

export function AccountPage() {
  return <PageHead title="Mein Zugang" />
}
