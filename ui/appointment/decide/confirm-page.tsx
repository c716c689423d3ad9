import { DecisionPage } from './decision-page.tsx'
import { CONFIRM } from './decision-text.ts'

/** Specification section 2, /admin/confirm. */
export function ConfirmPage() {
  return <DecisionPage words={CONFIRM} />
}
