import { PageHead } from '../page-head.tsx'

export function OdooPage() {
  return <PageHead title="Odoo" />
}
