import { PageHead } from '../page-head.tsx'

export function OutboxPage() {
  return <PageHead title="Outbox Monitor" />
}
