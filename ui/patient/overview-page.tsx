import { useSearchParams } from 'wouter'
import { NOT_FOUND, NotThere } from '../appointment/not-there.tsx'
import { isNotFound, useBooking } from '../appointment/use-booking.ts'
import { PageFrame } from '../parts/page-frame.tsx'
import { SandboxedHtml } from '../parts/sandboxed-html.tsx'
import { ServerState } from '../server-state.tsx'
import { TitledHeading } from '../titled-heading.tsx'
import { Overview } from './overview.tsx'
import { WithoutId } from './without-id.tsx'

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
