import { useSearchParams } from 'wouter'
import { BadLink } from '../appointment/bad-link.tsx'
import { PageFrame } from '../parts/page-frame.tsx'
import { ServerState } from '../server-state.tsx'
import { TitledHeading } from '../titled-heading.tsx'
import { DecisionByLink } from './decision-by-link.tsx'
import type { Words } from './words.ts'

/** Where a staff link leads: it carries booking and signature and needs no login (specification section 6). */
export function DecisionPage({ words }: { words: Words }) {
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  const sig = search.get('sig')?.trim() ?? ''
  return (
    <ServerState>
      <PageFrame narrow>
        {id && sig ? (
          <DecisionByLink id={id} sig={sig} words={words} />
        ) : (
          <>
            <TitledHeading>{words.heading}</TitledHeading>
            <BadLink missing={id ? 'Signatur' : 'ID'} />
          </>
        )}
      </PageFrame>
    </ServerState>
  )
}
