import { webLink } from '../../src/shared/web-link.ts'
import { usePractice } from '../api/status.ts'
import { NewWindowLink } from './new-window-link.tsx'
import styles from './page-frame.module.css'

/** Shows the links to the portal's own pages, and to those of the practice that it has entered. */
export function PageFooter() {
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
                  {/* Pages on other sites open a new window, so that a half-filled form stays. */}
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
