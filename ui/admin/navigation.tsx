import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useUser } from '../api/session.ts'
import { usePractice } from '../api/status.ts'
import { Brand } from '../page/brand.tsx'
import frame from '../page/page-frame.module.css'
import styles from './admin-frame.module.css'
import { useCanOpen } from './components/page-access.ts'
import { useAdminStatus } from './components/use-admin-status.ts'
import { ACCOUNT_PAGES, type AdminPage, SETTINGS_PAGES, WORK_PAGES } from './pages.ts'

/** The number of a page's open tasks, with its word for screen readers. */
type OpenTasks = { count: number; label: string; tone: 'waiting' | 'danger' }

/**
 * The pages that the signed-in staff member can open, in three groups.
 * @param isOpen whether a phone shows the navigation, over the page
 */
export function Navigation({ isOpen }: { isOpen: boolean }) {
  const practice = usePractice()
  const user = useUser()
  const [path] = useLocation()
  const listRef = useRef<HTMLElement>(null)
  // The list can be longer than the window, so the link to the current page may be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has another current link
  useEffect(() => {
    const page = listRef.current?.querySelector('[aria-current]')
    if (listRef.current && page) scrollToMiddle(listRef.current, page)
  }, [path])
  const { requests: requestCount = 0, failed: failedCount = 0 } = useAdminStatus().data?.counts ?? {}
  const openTasks: Readonly<Record<string, OpenTasks>> = {
    '/admin': { count: requestCount, label: 'warten', tone: 'waiting' },
    '/admin/outbox': { count: failedCount, label: 'offene Fehler', tone: 'danger' },
  }
  return (
    <nav
      ref={listRef}
      id="navigation"
      className={`no-print ${styles.nav}`}
      data-open={isOpen || undefined}
      aria-label="Verwaltung"
    >
      <Link className={`media ${frame.brand}`} href="/admin">
        <Brand name={practice.name}>Verwaltung</Brand>
      </Link>
      <p className={`muted small ${styles.signedIn}`} data-name={user?.name || user?.email} />
      <PageList pages={WORK_PAGES} openTasks={openTasks} />
      {/* The roles that can open this page can open most of the group, the others none of it. */}
      {useCanOpen()('/admin/settings/general') && (
        <section>
          <h2 className={`faint tiny ${styles.group}`}>Einstellungen</h2>
          <PageList pages={SETTINGS_PAGES} />
        </section>
      )}
      <section>
        <h2 className={`faint tiny ${styles.group}`}>Sicherheit</h2>
        <PageList pages={ACCOUNT_PAGES} />
      </section>
    </nav>
  )
}

/**
 * Scrolls an element to the middle of the box unless it is in view. The page around the box does not scroll.
 */
function scrollToMiddle(box: HTMLElement, element: Element) {
  const outer = box.getBoundingClientRect()
  const inner = element.getBoundingClientRect()
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return
  // The distance between the two centres, each of which is half of top and bottom together.
  box.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2
}

type PageListProps = { pages: readonly AdminPage[]; openTasks?: Readonly<Record<string, OpenTasks>> }

/** The links to the pages of a group that can be opened, with the numbers of their open tasks. */
function PageList({ pages, openTasks = {} }: PageListProps) {
  const [current] = useLocation()
  const canOpen = useCanOpen()
  const shown = pages.filter(({ path }) => canOpen(path))
  return (
    <ul>
      {shown.map(({ path, title, icon: Icon }) => {
        const { count = 0, label, tone } = openTasks[path] ?? {}
        return (
          <li key={path}>
            <Link
              className={`small medium ${styles.page}`}
              href={path}
              aria-current={current === path ? 'page' : undefined}
            >
              <Icon />
              {title}
              {count > 0 && (
                <span className={`tiny num ${styles.count}`} data-tone={tone}>
                  {count}
                  <span className="visually-hidden"> {label}</span>
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
