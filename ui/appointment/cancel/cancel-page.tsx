import { useSearchParams } from 'wouter'
import { ServerState } from '../../api/query-client.tsx'
import { PageFrame } from '../../components/page-frame.tsx'
import { WithoutId } from '../without-id.tsx'
import { CANCEL_HEADING, Cancellation } from './cancellation.tsx'

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
