import { useSearchParams } from 'wouter'
import { ServerState } from '../../api/query-client.tsx'
import { PageFrame } from '../../components/page-frame.tsx'
import { TitledHeading } from '../../components/page-heading.tsx'
import { SandboxedHtml } from '../../components/sandboxed-html.tsx'
import { MissingId } from '../invalid-link.tsx'
import { QueryState } from '../query-state.tsx'
import { NOT_FOUND } from '../texts.ts'
import { isNotFound, useBooking } from '../use-booking.ts'
import { Overview } from './overview.tsx'

const HEADING = 'Terminübersicht'

/** /patient/overview: one appointment as the patient sees it (docs/behaviour.md 8.16). */
export function OverviewPage() {
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  return (
    <ServerState>
      <PageFrame>{id ? <OverviewById id={id} /> : <MissingId heading={HEADING} />}</PageFrame>
    </ServerState>
  )
}

function OverviewById({ id }: { id: string }) {
  const query = useBooking(id)
  const { data, error } = query
  return (
    <>
      <TitledHeading>{isNotFound(error) ? NOT_FOUND : HEADING}</TitledHeading>
      <QueryState query={query} />
      {typeof data === 'string' && <SandboxedHtml html={data} title={HEADING} />}
      {typeof data === 'object' && <Overview booking={data} />}
    </>
  )
}
