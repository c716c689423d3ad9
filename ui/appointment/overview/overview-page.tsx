import { useSearchParams } from 'wouter'
import { ServerState } from '../../api/query-client.tsx'
import { PageFrame } from '../../components/page-frame.tsx'
import { TitledHeading } from '../../components/page-heading.tsx'
import { SandboxedHtml } from '../../components/sandboxed-html.tsx'
import { NOT_FOUND, NotThere } from '../not-there.tsx'
import { isNotFound, useBooking } from '../use-booking.ts'
import { WithoutId } from '../without-id.tsx'
import { Overview } from './overview.tsx'

const HEADING = 'Terminübersicht'

/** The patient's view of one appointment, by the `id` in the address (specification section 2, "Terminübersicht"). */
export function OverviewPage() {
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  return (
    <ServerState>
      <PageFrame>{id ? <OverviewById id={id} /> : <WithoutId heading={HEADING} />}</PageFrame>
    </ServerState>
  )
}

function OverviewById({ id }: { id: string }) {
  const query = useBooking(id)
  const { data, error } = query
  return (
    <>
      <TitledHeading>{isNotFound(error) ? NOT_FOUND : HEADING}</TitledHeading>
      <NotThere query={query} />
      {typeof data === 'string' && <SandboxedHtml html={data} title={HEADING} />}
      {typeof data === 'object' && <Overview booking={data} />}
    </>
  )
}
