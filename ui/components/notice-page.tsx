import type { ReactNode } from 'react'
import { usePractice } from '../api/status.ts'
import styles from './notice-page.module.css'
import { PageFrame } from './page-frame.tsx'
import { PracticeContact } from './practice-contact.tsx'
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
