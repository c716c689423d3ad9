import { CalendarPlus, CircleHelp, Keyboard, LogOut, Menu, Search, X } from 'lucide-react'
import { useLocation } from 'wouter'
import { admin, adminRequest } from '../api/admin.ts'
import { closeSession, useUser } from '../api/session.ts'
import { Button, IconButton, LinkButton } from '../components/button.tsx'
import { ThemePicker } from '../components/theme-picker.tsx'
import styles from './admin-frame.module.css'
import { helpUrlFor } from './components/help-topics.ts'
import { useSeesPatients } from './components/page-access.ts'
import { StatusLine } from './status-line.tsx'

type AdminHeaderProps = PatientToolsProps & {
  isMenuOpen: boolean
  /** Called to open or close the navigation; only phones have the button. */
  onMenu: () => void
  onFind: () => void
}

/** The line above each page: the status, the buttons, and who is signed in. */
export function AdminHeader({ isMenuOpen, onMenu, onNewBooking, onShortcuts, onFind }: AdminHeaderProps) {
  const seesPatients = useSeesPatients()
  const user = useUser()
  const name = user?.name || user?.email
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
      {seesPatients && <PatientTools onNewBooking={onNewBooking} onShortcuts={onShortcuts} />}
      <IconButton
        label="Finden"
        title="Finden (Strg+K)"
        aria-keyshortcuts="/"
        icon={<Search />}
        onClick={onFind}
      />
      <HelpLink />
      <p className={`ellipsis muted small ${styles.account}`} title={name}>
        {name}
      </p>
      <ThemePicker />
      {/* A narrow header has no room for the name, which the navigation shows then. */}
      <Button kind="quiet" aria-label="Abmelden" title={name && `Angemeldet als ${name}`} onClick={signOut}>
        <LogOut />
        <span className={styles.wideOnly}>Abmelden</span>
      </Button>
    </header>
  )
}

/** The "?" that leads to the help about this page. On a phone, "Hilfe" in the navigation replaces it. */
function HelpLink() {
  const [path] = useLocation()
  return (
    <div className={styles.help}>
      <LinkButton kind="quiet" data-square to={helpUrlFor(path)} aria-label="Hilfe zu dieser Seite">
        <CircleHelp />
      </LinkButton>
    </div>
  )
}

type PatientToolsProps = { onNewBooking: () => void; onShortcuts: () => void }

/** The buttons in the header for staff who work with patients. */
function PatientTools({ onNewBooking, onShortcuts }: PatientToolsProps) {
  return (
    <>
      <Button size="small" aria-keyshortcuts="N" aria-label="Termin eintragen" onClick={onNewBooking}>
        <CalendarPlus />
        <span className={styles.wideOnly}>Termin eintragen</span>
      </Button>
      <div className={styles.wideOnly}>
        <IconButton
          label="Tastenkürzel"
          title="Tastenkürzel"
          aria-keyshortcuts="?"
          icon={<Keyboard />}
          onClick={onShortcuts}
        />
      </div>
    </>
  )
}

/** Signs out in this browser at once, even if the server cannot be reached. */
function signOut() {
  // In that case the session ends when it expires.
  void adminRequest(admin.logout.$post()).catch(() => undefined)
  closeSession()
}
