import type { ReactNode } from 'react'
import { usePractice } from '../api/status.ts'
import { PageFrame } from './page-frame.tsx'
import { TitledHeading } from './page-heading.tsx'
import { PracticeContact } from './practice-contact.tsx'

/** A page with a short text and the practice's phone and e-mail. */
export function NoticePage({ heading, children }: { heading: string; children: ReactNode }) {
  const { phone, mail } = usePractice()
  return (
    <PageFrame narrow>
      <TitledHeading>{heading}</TitledHeading>
      <div className="stack">{children}</div>
      <PracticeContact phone={phone} mail={mail} />
    </PageFrame>
  )
}
