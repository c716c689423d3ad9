import { LogOut, Menu, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { admin, adminRequest } from '../api/admin.ts'
import { usePractice } from '../api/status.ts'
import { Button } from '../components/button.tsx'
import { IconButton } from '../components/icon-button.tsx'
import { BrandMark } from '../components/page-frame.tsx'
import { ThemePicker } from '../components/theme-picker.tsx'
import styles from './admin-frame.module.css'
import { ACCOUNT, type AdminPage, SETTINGS, WORK } from './pages.ts'
import { forgetSession, useSession } from './session.ts'
import { StatusBanner } from './status-banner.tsx'
import { useAdminStatus } from './use-admin-status.ts'

/** What every admin page stands in: navigation, status banner, who is signed in. On a phone the navigation folds away. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const [path] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has chosen a page wants to see it
  useEffect(() => setOpen(false), [path])

  return (
    <div className={styles.admin}>
      <a className={styles.skip} href="#inhalt">
        Zum Inhalt
      </a>
      <Navigation open={open} />
      <header className={styles.top}>
        <div className={styles.menu}>
          <IconButton
            label={open ? 'Menü schließen' : 'Menü öffnen'}
            icon={open ? <X /> : <Menu />}
            aria-expanded={open}
            aria-controls="navigation"
            onClick={() => setOpen(!open)}
          />
        </div>
        <StatusBanner />
        <Who />
        <ThemePicker />
        <Button kind="quiet" onClick={signOut}>
          <LogOut />
          <span className={styles.signOut}>Abmelden</span>
        </Button>
      </header>
      <main id="inhalt" tabIndex={-1} className={styles.content}>
        {children}
      </main>
    </div>
  )
}

function Who() {
  const session = useSession()
  return <p className={styles.who}>{session?.user.name || session?.user.email}</p>
}

function Navigation({ open }: { open: boolean }) {
  const practice = usePractice()
  const { requests = 0, failed = 0 } = useAdminStatus().data?.counts ?? {}
  const counts: Readonly<Record<string, Count>> = {
    '/admin': { count: requests, words: 'warten', tone: 'wait' },
    '/admin/outbox': { count: failed, words: 'fehlgeschlagen', tone: 'loss' },
  }
  return (
    <nav id="navigation" className={styles.nav} data-open={open || undefined} aria-label="Verwaltung">
      <Link className={styles.brand} href="/admin">
        <BrandMark />
        <span>
          <span className={styles.name}>{practice.name}</span>
          <span className={styles.subtitle}>Verwaltung</span>
        </span>
      </Link>
      <PageList pages={WORK} counts={counts} />
      <section>
        <h2 className={styles.group}>Einstellungen</h2>
        <PageList pages={SETTINGS} />
      </section>
      <section>
        <h2 className={styles.group}>Sicherheit</h2>
        <PageList pages={ACCOUNT} />
      </section>
    </nav>
  )
}

type Count = { count: number; words: string; tone: 'wait' | 'loss' }

type PageListProps = { pages: readonly AdminPage[]; counts?: Readonly<Record<string, Count>> }

function PageList({ pages, counts = {} }: PageListProps) {
  const [current] = useLocation()
  return (
    <ul className={styles.pages}>
      {pages.map(({ path, title, icon: Icon }) => {
        const { count = 0, words, tone } = counts[path] ?? {}
        return (
          <li key={path}>
            <Link className={styles.page} href={path} aria-current={current === path ? 'page' : undefined}>
              <Icon />
              {title}
              {count > 0 && (
                <span className={styles.count} data-tone={tone}>
                  {count}
                  <span className="visually-hidden"> {words}</span>
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** Gone from this browser at once, whether the server can be reached or not. */
function signOut() {
  void adminRequest(admin.logout.$post()).catch(() => undefined)
  forgetSession()
}
