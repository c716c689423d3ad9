import { PageHead } from '../page-head.tsx'

export function AuditPage() {
  return <PageHead title="Protokoll" />
}
