import { useSearchParams } from 'wouter'
import { readStaffSignature } from '../../src/rules/staff-signature.ts'
import { BadLink } from '../appointment/bad-link.tsx'
import layout from '../appointment/page.module.css'
import { PageFrame } from '../parts/page-frame.tsx'
import { ServerState } from '../server-state.tsx'
import { TitledHeading } from '../titled-heading.tsx'
import { DecisionByLink } from './decision-by-link.tsx'
import { WayToAdmin } from './way-to-admin.tsx'
import type { Words } from './words.ts'

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
