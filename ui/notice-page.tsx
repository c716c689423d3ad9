import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import styles from './notice-page.module.css'
import { usePageTitle } from './page-title.ts'
import { Banner } from './parts/banner.tsx'
import { PageFrame } from './parts/page-frame.tsx'
import { PageHeading } from './parts/page-heading.tsx'
import { PracticeContact } from './parts/practice-contact.tsx'
import { usePractice } from './status.ts'

type NoticePageProps = { heading: string; children: ReactNode }

/** A page with a plain word and the way to the practice. */
export function NoticePage({ heading, children }: NoticePageProps) {
  const { phone, mail } = usePractice()
  usePageTitle(heading)
  return (
    <PageFrame narrow>
      <PageHeading>{heading}</PageHeading>
      <div className={styles.text}>{children}</div>
      <PracticeContact phone={phone} mail={mail} />
    </PageFrame>
  )
}

/** The same for a link that speaks of one booking; without an id in the address it says so instead. */
export function BookingNoticePage({ heading, children }: NoticePageProps) {
  const [search] = useSearchParams()
  const hasId = Boolean(search.get('id')?.trim())
  return <NoticePage heading={heading}>{hasId ? children : <MissingId />}</NoticePage>
}

/** Specification section 5: what every page about a booking says without its id. */
export function MissingId() {
  return <Banner tone="danger" role="alert" title="Ungültiger Link (keine ID)." />
}
