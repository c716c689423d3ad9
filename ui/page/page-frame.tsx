import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { webLink } from '../../src/shared/web-link.ts'
import { usePractice, useStatus, useStatusData } from '../api/status.ts'
import { Skeleton } from '../components/skeleton.tsx'
import { ThemePicker } from '../components/theme-picker.tsx'
import { repeatEarlyPress } from './early-press.ts'
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
      <Footer />
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

/** Shows the links to the portal's own pages, and to those of the practice that it has entered. */
function Footer() {
  const { impressum, terms, mail } = usePractice()
  const links: readonly { label: string; href: string | undefined }[] = [
    { label: 'Meine Termine', href: '/meine-termine' },
    { label: 'Datenschutz', href: '/datenschutz' },
    { label: 'Barrierefreiheit', href: '/barrierefreiheit' },
    { label: 'Impressum', href: webLink(impressum) ?? '/impressum' },
    { label: 'Terminbedingungen', href: webLink(terms) },
    { label: 'Kontakt', href: mail && `mailto:${mail}` },
  ]
  return (
    <footer className={`muted small no-print ${styles.footer}`}>
      <div className="bounds">
        <ul className="row">
          {links.map(
            ({ label, href }) =>
              href && (
                <li key={label}>
                  {/^http/i.test(href) ? (
                    <NewWindowLink href={href}>{label}</NewWindowLink>
                  ) : (
                    <a href={href}>{label}</a>
                  )}
                </li>
              ),
          )}
        </ul>
      </div>
    </footer>
  )
}

/** Shows a link that opens a new window, so that a form on this page stays, and says so to screen readers. */
export function NewWindowLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> (öffnet ein neues Fenster)</span>
    </a>
  )
}

/** Shows the portal's sign, the practice's name and a second line, inside a link with the class `brand`. */
export function Brand({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <>
      <BrandMark />
      <span>
        <b>{name}</b>
        <span className="muted tiny">{children}</span>
      </span>
    </>
  )
}

/** Draws the portal's sign: a timber house of boards with a cross left out between them. */
function BrandMark() {
  return (
    <svg viewBox="0 0 34 34" width="34" height="34" fill="currentColor" aria-hidden="true">
      <path d="M3 17.2 8 13v17H3zM9.4 11.8 14.4 7.6V30h-5zM15.8 6.4 17 5.4l1.2 1V18h-2.4zM15.8 21h2.4v9h-2.4zM19.6 7.6l5 4.2V30h-5zM26 13l5 4.2V30h-5z" />
    </svg>
  )
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
      <p className="muted mb-4" role="status">
        {text}
      </p>
      <div className="stack">
        <Skeleton height={40} width={280} />
        <Skeleton height={150} />
        <Skeleton height={150} />
      </div>
    </PageFrame>
  )
}
