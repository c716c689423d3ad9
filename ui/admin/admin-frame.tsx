import { CalendarPlus, CircleHelp, Keyboard, LogOut, Menu, Search, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { admin, adminRequest } from '../api/admin.ts'
import { closeSession, useUser } from '../api/session.ts'
import { usePractice } from '../api/status.ts'
import { Button, IconButton, LinkButton } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { lazyComponent } from '../components/lazy-component.ts'
import { ThemePicker } from '../components/theme-picker.tsx'
import frame from '../page/page-frame.module.css'
import { Brand, DemoNotice, SkipLink } from '../page/page-frame.tsx'
import styles from './admin-frame.module.css'
import { UndoBar } from './appointment/undo.tsx'
import { ConfirmAction } from './components/confirm-action.tsx'
import { helpFor } from './components/help-topics.ts'
import { useCanOpen, useIsDoctor, useSeesPatients } from './components/page-access.ts'
import { useSearchState } from './components/use-search-state.ts'
import { FIRST_STEPS_PATH } from './first-steps/use-first-steps.ts'
import { StatusBanner } from './outbox/status-banner.tsx'
import { useAdminStatus } from './outbox/use-admin-status.ts'
import { ACCOUNT_PAGES, type AdminPage, RESOURCES_PAGE, SETTINGS_PAGES, WORK_PAGES } from './pages.ts'
import { ShortcutsDialog, useFindKey, useShortcuts } from './shortcuts.tsx'

const FinderDialog = lazy(async () => ({
  default: (await import('./finder/finder-dialog.tsx')).FinderDialog,
}))

const FOUND_PAGES = [...WORK_PAGES, ...SETTINGS_PAGES, ...ACCOUNT_PAGES, RESOURCES_PAGE]

const BookingSheets = lazyComponent(() => import('./bookings/booking-sheets.tsx'), 'BookingSheets')

/**
 * The frame of every admin page: navigation, status banner, account. On a phone a button opens the
 * navigation.
 */
export function AdminFrame({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [areKeysShown, showKeys] = useState(false)
  const [isFinding, find] = useState(false)
  const [path] = useLocation()
  const [address, change] = useSearchState('booking', 'new', 'block')
  const seesPatients = useSeesPatients()
  useShortcuts(seesPatients)
  useFindKey(() => find(true))
  const user = useUser()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation closes when a page was chosen
  useEffect(() => setOpen(false), [path])

  return (
    <>
      <SkipLink />
      <DemoBar />
      <div className={styles.admin}>
        <Navigation open={open} />
        <header className={`no-print ${styles.top}`}>
          <div className={styles.menu}>
            <IconButton
              label={open ? 'Menü schließen' : 'Menü öffnen'}
              icon={open ? <X /> : <Menu />}
              aria-expanded={open}
              aria-controls="navigation"
              onClick={() => setOpen(!open)}
            />
          </div>
          <StatusLine />
          {seesPatients && (
            <PatientTools onNew={() => change({ new: '1' }, { push: true })} onKeys={() => showKeys(true)} />
          )}
          <IconButton
            label="Finden"
            title="Finden (Strg+K)"
            aria-keyshortcuts="/"
            icon={<Search />}
            onClick={() => find(true)}
          />
          <HelpLink />
          <p className={`ellipsis muted small ${styles.account}`}>{user?.name || user?.email}</p>
          <ThemePicker />
          <Button kind="quiet" aria-label="Abmelden" onClick={signOut}>
            <LogOut />
            <span className={styles.wideOnly}>Abmelden</span>
          </Button>
        </header>
        <main id="inhalt" tabIndex={-1} className={styles.content}>
          {children}
        </main>
        {seesPatients && (address.booking || address.new || address.block) ? (
          <Suspense>
            <BookingSheets />
          </Suspense>
        ) : (
          <UndoBar />
        )}
        {areKeysShown && <ShortcutsDialog onClose={() => showKeys(false)} />}
        {isFinding && (
          // While its code is loaded, single keys must not count as shortcuts, which an open dialog prevents.
          <Suspense
            fallback={
              <Dialog open title="Finden" onClose={() => find(false)}>
                Lade …
              </Dialog>
            }
          >
            <FinderDialog pages={FOUND_PAGES} onClose={() => find(false)} />
          </Suspense>
        )}
      </div>
    </>
  )
}

/** The line of the alert. One that is longer than its room is scrolled, by keyboard too. */
function StatusLine() {
  const line = useRef<HTMLDivElement>(null)
  const [isLong, noteLength] = useState(false)
  useEffect(() => {
    const box = line.current
    if (!box) return
    const observer = new ResizeObserver(() => noteLength(box.scrollHeight > box.clientHeight + 1))
    observer.observe(box)
    const changes = new MutationObserver(() => noteLength(box.scrollHeight > box.clientHeight + 1))
    changes.observe(box, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      changes.disconnect()
    }
  }, [])
  return (
    <div ref={line} className={styles.status} role="status" tabIndex={isLong ? 0 : undefined}>
      <StatusBanner />
    </div>
  )
}

/** The page's own "?", which leads to its situation. On a phone the navigation has "Hilfe" in its place. */
function HelpLink() {
  const [path] = useLocation()
  return (
    <div className={styles.help}>
      <LinkButton kind="quiet" data-square to={helpFor(path)} aria-label="Hilfe zu dieser Seite">
        <CircleHelp />
      </LinkButton>
    </div>
  )
}

type PatientToolsProps = { onNew: () => void; onKeys: () => void }

/** The buttons in the header of those who work with patients. */
function PatientTools({ onNew, onKeys }: PatientToolsProps) {
  return (
    <>
      <Button size="small" aria-keyshortcuts="N" aria-label="Termin eintragen" onClick={onNew}>
        <CalendarPlus />
        <span className={styles.wideOnly}>Termin eintragen</span>
      </Button>
      <div className={styles.wideOnly}>
        <IconButton
          label="Tastenkürzel"
          title="Tastenkürzel"
          aria-keyshortcuts="?"
          icon={<Keyboard />}
          onClick={onKeys}
        />
      </div>
    </>
  )
}

function Navigation({ open }: { open: boolean }) {
  const practice = usePractice()
  const [path] = useLocation()
  const list = useRef<HTMLElement>(null)
  // The list of pages is longer than a low window, so its own page may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page has another current link
  useEffect(() => {
    const page = list.current?.querySelector('[aria-current]')
    if (list.current && page) scrollInto(list.current, page)
  }, [path])
  const { requests = 0, failed = 0 } = useAdminStatus().data?.counts ?? {}
  const counts: Readonly<Record<string, Count>> = {
    '/admin': { count: requests, label: 'warten', tone: 'waiting' },
    '/admin/outbox': { count: failed, label: 'offene Fehler', tone: 'danger' },
  }
  return (
    <nav
      ref={list}
      id="navigation"
      className={`no-print ${styles.nav}`}
      data-open={open || undefined}
      aria-label="Verwaltung"
    >
      <Link className={`media ${frame.brand}`} href="/admin">
        <Brand name={practice.name}>Verwaltung</Brand>
      </Link>
      <PageList pages={WORK_PAGES} counts={counts} />
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

/** Scrolls the box, and not the page around it, until the element is in its middle, if it is not in sight. */
function scrollInto(box: HTMLElement, element: Element) {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
  if (inner.top >= outer.top && inner.bottom <= outer.bottom) return
  box.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2
}

type Count = { count: number; label: string; tone: 'waiting' | 'danger' }

type PageListProps = { pages: readonly AdminPage[]; counts?: Readonly<Record<string, Count>> }

function PageList({ pages, counts = {} }: PageListProps) {
  const [current] = useLocation()
  const canOpen = useCanOpen()
  const shown = pages.filter(({ path }) => canOpen(path))
  return (
    <ul>
      {shown.map(({ path, title, icon: Icon }) => {
        const { count = 0, label, tone } = counts[path] ?? {}
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

/** Signs out in this browser at once, also when the server cannot be reached. */
function signOut() {
  void adminRequest(admin.logout.$post()).catch(() => undefined)
  closeSession()
}

/** The demo's line above every admin page, with the button that ends the demo. */
function DemoBar() {
  const [isAsking, ask] = useState(false)
  return (
    <>
      <DemoNotice>
        {useIsDoctor() && (
          <button type="button" onClick={() => ask(true)}>
            Demo beenden
          </button>
        )}
      </DemoNotice>
      {isAsking && <EndDemoDialog onClose={() => ask(false)} />}
    </>
  )
}

function EndDemoDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmAction
      title="Demo beenden?"
      button="Demo beenden"
      busyText="Wird beendet …"
      failure="Die Demo konnte nicht beendet werden."
      action={() => adminRequest(admin.demo.end.$post()).then(() => location.assign(FIRST_STEPS_PATH))}
      onClose={onClose}
    >
      <p>
        Die erfundenen Leistungen, Arbeitszeiten und Praxisdaten werden gelöscht, und mit ihnen alle Termine,
        die für diese Leistungen gebucht wurden.
      </p>
      <p>Was Sie selbst eingetragen oder geändert haben, bleibt. Vorher wird eine Sicherung gemacht.</p>
    </ConfirmAction>
  )
}
