import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { usePractice, useStatus, useStatusData } from '../api/status.ts'
import { StatusText } from '../components/announced.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { ThemePicker } from '../components/theme-picker.tsx'
import { Brand } from './brand.tsx'
import { repeatEarlyPress } from './early-press.ts'
import { PageFooter } from './page-footer.tsx'
import styles from './page-frame.module.css'

type PageFrameProps = {
  /** The step indicator, between header and content. */
  steps?: ReactNode
  /** Notes below the content, or at its right in wide windows. */
  aside?: ReactNode
  /** Limits the content to a readable width. A page with an aside needs no such limit. */
  narrow?: boolean
  children: ReactNode
}

/** Holds a line that every PageFrame inside this context shows across its top; null for none. */
export const PageNotice = createContext<ReactNode>(null)

/**
 * Shows the frame of every patient page: a header with practice and theme, the content, and a footer with the
 * practice's legal links.
 */
export function PageFrame({ steps, aside, narrow = false, children }: PageFrameProps) {
  const practice = usePractice()
  const { data, error } = useStatus()
  // Until the status has arrived, the practice has only a general name, which must not flash up.
  const isKnown = Boolean(data ?? error)
  useEffect(repeatEarlyPress, [])
  return (
    <div className={styles.frame}>
      <SkipLink />
      <DemoNotice />
      {useContext(PageNotice)}
      <header className={styles.header}>
        <div className="bounds row between">
          <a className={`media ${styles.brand}`} href="/">
            <Brand name={isKnown ? practice.name : <Skeleton height="1lh" width={190} />}>
              {practice.subtitle}
            </Brand>
          </a>
          <ThemePicker />
        </div>
      </header>
      {steps && <div className="bounds">{steps}</div>}
      <main id="inhalt" tabIndex={-1} className={styles.main}>
        <div className="bounds" data-aside={aside ? true : undefined}>
          <div className={narrow ? `${styles.content} narrow` : styles.content}>{children}</div>
          {aside}
        </div>
      </main>
      <PageFooter />
    </div>
  )
}

/** Shows a link past the header that is visible only with the focus. The first press of Tab reaches it. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place on this page, without changing the hash
    <a className={`${styles.skip} no-print`} href="#inhalt" onClick={skipToContent}>
      Zum Inhalt
    </a>
  )
}

function skipToContent(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById('inhalt')?.focus()
}

/** Shows a line above every page while the practice is the demo. `children` are the end of that line. */
export function DemoNotice({ children }: { children?: ReactNode }) {
  if (!useStatusData()?.demo) return null
  return (
    <aside className={`small ${styles.notice} ${styles.demo}`} aria-label="Demo">
      <b>Demo</b>, keine echten Termine {children}
    </aside>
  )
}

/** Stands in for a page until its code has arrived. */
export function LoadingPage({ text = 'Lade Seite …' }: { text?: string }) {
  return (
    <PageFrame narrow>
      <h1 className="visually-hidden">Online-Terminbuchung</h1>
      <StatusText className="muted mb-4">{text}</StatusText>
      <div className="stack">
        <Skeleton height={40} width={280} />
        <Skeleton height={150} />
        <Skeleton height={150} />
      </div>
    </PageFrame>
  )
}
