import { DecisionPage } from './decision-page.tsx'
import { REJECT } from './words.ts'

/** Specification section 2, /admin/reject. */
export function RejectPage() {
  return <DecisionPage words={REJECT} />
}
