import type { ReactNode } from 'react'
import styles from './notice-page.module.css'
import { PageFrame } from './parts/page-frame.tsx'
import { PracticeContact } from './parts/practice-contact.tsx'
import { usePractice } from './status.ts'
import { TitledHeading } from './titled-heading.tsx'

type NoticePageProps = { heading: string; children: ReactNode }

/** A page with a plain word and the way to the practice. */
export function NoticePage({ heading, children }: NoticePageProps) {
  const { phone, mail } = usePractice()
  return (
    <PageFrame narrow>
      <TitledHeading>{heading}</TitledHeading>
      <div className={styles.text}>{children}</div>
      <PracticeContact phone={phone} mail={mail} />
    </PageFrame>
  )
}
