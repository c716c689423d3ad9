import { useSearchParams } from 'wouter'
import { readStaffSignature } from '../../../src/shared/staff-signature.ts'
import { ServerState } from '../../api/query-client.tsx'
import { PageFrame } from '../../components/page-frame.tsx'
import { TitledHeading } from '../../components/page-heading.tsx'
import { BadLink } from '../bad-link.tsx'
import layout from '../page.module.css'
import { DecisionByLink } from './decision-by-link.tsx'
import type { Words } from './decision-text.ts'
import { WayToAdmin } from './way-to-admin.tsx'

/** Where a staff link leads: it carries booking and signature and needs no login (specification section 6). */
export function DecisionPage({ words }: { words: Words }) {
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  const sig = search.get('sig')?.trim() ?? ''
  const signature = readStaffSignature(sig)
  return (
    <ServerState>
      <PageFrame narrow>
        {id && signature ? (
          <DecisionByLink id={id} sig={sig} until={signature.expiresAt} words={words} />
        ) : (
          <>
            <TitledHeading>{words.heading}</TitledHeading>
            <div className={layout.page}>
              <BadLink lacks={!id ? 'keine ID' : sig ? 'Signatur unvollständig' : 'keine Signatur'} />
              <WayToAdmin />
            </div>
          </>
        )}
      </PageFrame>
    </ServerState>
  )
}
