import { useSearchParams } from 'wouter'
import { PageFrame } from '../parts/page-frame.tsx'
import { ServerState } from '../server-state.tsx'
import { CANCEL_HEADING, Cancellation } from './cancellation.tsx'
import { WithoutId } from './without-id.tsx'

/** Where a patient calls an appointment off (specification section 2, /patient/reject). */
export function CancelPage() {
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  return (
    <ServerState>
      <PageFrame narrow>{id ? <Cancellation id={id} /> : <WithoutId heading={CANCEL_HEADING} />}</PageFrame>
    </ServerState>
  )
}
