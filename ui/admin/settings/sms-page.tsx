import { PageHead } from '../page-head.tsx'

export function SmsPage() {
  return <PageHead title="SMS Provider" />
}
