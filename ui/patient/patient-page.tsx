import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { QueryProvider } from '../api/query-client.tsx'
import { Banner } from '../components/banner.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { PracticeContact } from '../page/practice-contact.tsx'
import { OPEN_LINK_AGAIN } from './appointment-texts.ts'
import { OnTrail } from './my-bookings-trail.tsx'

type PatientPageProps = {
  /** The heading that is shown when the URL has no id. */
  heading: string
  narrow?: boolean
  children: (id: string) => ReactNode
}

/** Shows the frame of a page that a patient opens by a link with an id (`?id=`). */
export function PatientPage({ heading, narrow = false, children }: PatientPageProps) {
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  return (
    <QueryProvider>
      <PageFrame narrow={narrow}>
        {id ? <OnTrail>{children(id)}</OnTrail> : <MissingId heading={heading} />}
      </PageFrame>
    </QueryProvider>
  )
}

/**
 * Returns a function that goes back to the previous page. A window that was opened from an e-mail has none,
 * so there the function goes to the URL `instead`.
 */
export function useGoBack(instead: string): () => void {
  const [, navigate] = useLocation()
  return () => (history.length > 1 ? history.back() : navigate(instead))
}

/**
 * Says that a link lacks a part, and what to do about that (docs/behaviour.md 9.8).
 * @param reason the missing part
 */
export function InvalidLink({ reason = 'keine ID' }: { reason?: string }) {
  return (
    <Banner tone="danger" role="alert" title={`Ungültiger Link (${reason}).`}>
      {OPEN_LINK_AGAIN}
    </Banner>
  )
}

/** Shows the content of a page whose link has no id. */
export function MissingId({ heading }: { heading: string }) {
  return (
    <>
      <TitledHeading>{heading}</TitledHeading>
      <InvalidLink />
      <PracticeContact />
    </>
  )
}
