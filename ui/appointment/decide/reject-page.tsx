import { DecisionPage } from './decision-page.tsx'
import { REJECT } from './decision-text.ts'

/** Specification section 2, /admin/reject. */
export function RejectPage() {
  return <DecisionPage words={REJECT} />
}
