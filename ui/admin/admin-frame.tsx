import { CalendarPlus, CircleHelp, Keyboard, LogOut, Menu, Search, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { admin, adminRequest } from '../api/admin.ts'
import { closeSession, useUser } from '../api/session.ts'
import { Button, IconButton, LinkButton } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { TextInput } from '../components/field.tsx'
import { lazyComponent } from '../components/lazy-component.ts'
import { ThemePicker } from '../components/theme-picker.tsx'
import { SkipLink } from '../page/page-frame.tsx'
import styles from './admin-frame.module.css'
import { UndoBar } from './appointment/undo.tsx'
import { helpAddressFor } from './components/help-topics.ts'
import { useSeesPatients } from './components/page-access.ts'
import { useSearchState } from './components/use-search-state.ts'
import { DemoBar } from './demo-bar.tsx'
import { FinderField } from './finder/finder-field.tsx'
import { Navigation } from './navigation.tsx'
import { StatusBanner } from './outbox/status-banner.tsx'
import { ACCOUNT_PAGES, RESOURCES_PAGE, SETTINGS_PAGES, WORK_PAGES } from './pages.ts'
import { useFindKey, useShortcuts } from './shortcuts.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

const FinderDialog = lazy(async () => ({
  default: (await import('./finder/finder-dialog.tsx')).FinderDialog,
}))

/** The pages that the field for everything finds. */
const FOUND_PAGES = [...WORK_PAGES, ...SETTINGS_PAGES, ...ACCOUNT_PAGES, RESOURCES_PAGE]

const BookingSheets = lazyComponent(() => import('./bookings/booking-sheets.tsx'), 'BookingSheets')

/**
 * The frame of every admin page: navigation, status banner, account. On a phone a button opens the
 * navigation.
 */
export function AdminFrame({ children }: { children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [areKeysShown, setKeysShown] = useState(false)
  const [isFinderOpen, setFinderOpen] = useState(false)
  const [path] = useLocation()
  const [address, changeAddress] = useSearchState('booking', 'new', 'block')
  const hasSheet = address.booking !== '' || address.new !== '' || address.block !== ''
  const seesPatients = useSeesPatients()
  useShortcuts(seesPatients)
  useFindKey(() => setFinderOpen(true))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the navigation closes when a page was chosen
  useEffect(() => setMenuOpen(false), [path])

  return (
    <>
      <SkipLink />
      <DemoBar />
      <div className={styles.admin}>
        <Navigation isOpen={isMenuOpen} />
        <Header
          isMenuOpen={isMenuOpen}
          onMenu={() => setMenuOpen(!isMenuOpen)}
          onNew={() => changeAddress({ new: '1' }, { push: true })}
          onKeys={() => setKeysShown(true)}
          onFind={() => setFinderOpen(true)}
        />
        <main id="inhalt" tabIndex={-1} className={styles.content}>
          {children}
        </main>
        {seesPatients && hasSheet ? (
          <Suspense>
            <BookingSheets />
          </Suspense>
        ) : (
          <UndoBar />
        )}
        {areKeysShown && <ShortcutsDialog onClose={() => setKeysShown(false)} />}
        {isFinderOpen && <Finder onClose={() => setFinderOpen(false)} />}
      </div>
    </>
  )
}

type HeaderProps = PatientToolsProps & { isMenuOpen: boolean; onMenu: () => void; onFind: () => void }

/** The line above each page: alert, tools and account. */
function Header({ isMenuOpen, onMenu, onNew, onKeys, onFind }: HeaderProps) {
  const seesPatients = useSeesPatients()
  const user = useUser()
  return (
    <header className={`no-print ${styles.top}`}>
      <div className={styles.menu}>
        <IconButton
          label={isMenuOpen ? 'Menü schließen' : 'Menü öffnen'}
          icon={isMenuOpen ? <X /> : <Menu />}
          aria-expanded={isMenuOpen}
          aria-controls="navigation"
          onClick={onMenu}
        />
      </div>
      <StatusLine />
      {seesPatients && <PatientTools onNew={onNew} onKeys={onKeys} />}
      <IconButton
        label="Finden"
        title="Finden (Strg+K)"
        aria-keyshortcuts="/"
        icon={<Search />}
        onClick={onFind}
      />
      <HelpLink />
      <p className={`ellipsis muted small ${styles.account}`}>{user?.name || user?.email}</p>
      <ThemePicker />
      <Button kind="quiet" aria-label="Abmelden" onClick={signOut}>
        <LogOut />
        <span className={styles.wideOnly}>Abmelden</span>
      </Button>
    </header>
  )
}

/** The field for everything. It takes what is typed while the code that searches is loaded. */
function Finder({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const loading = (
    <Dialog open title="Finden" onClose={onClose}>
      <FinderField>
        <TextInput
          data-autofocus
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </FinderField>
    </Dialog>
  )
  return (
    <Suspense fallback={loading}>
      <FinderDialog pages={FOUND_PAGES} text={text} onText={setText} onClose={onClose} />
    </Suspense>
  )
}

/** The line of the alert. One that is longer than its room is scrolled, by keyboard too. */
function StatusLine() {
  const line = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const box = line.current
    if (!box) return
    // A height may be rounded up by a pixel.
    const measure = () => setLong(box.scrollHeight > box.clientHeight + 1)
    const sizes = new ResizeObserver(measure)
    sizes.observe(box)
    const changes = new MutationObserver(measure)
    changes.observe(box, { childList: true, subtree: true, characterData: true })
    return () => {
      sizes.disconnect()
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
      <LinkButton kind="quiet" data-square to={helpAddressFor(path)} aria-label="Hilfe zu dieser Seite">
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

/** Signs out in this browser at once, also when the server cannot be reached. */
function signOut() {
  void adminRequest(admin.logout.$post()).catch(() => undefined)
  closeSession()
}
