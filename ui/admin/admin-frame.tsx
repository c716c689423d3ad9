import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../components/dialog.tsx'
import { TextInput } from '../components/field.tsx'
import { lazyComponent } from '../components/lazy-component.ts'
import { SkipLink } from '../page/page-frame.tsx'
import styles from './admin-frame.module.css'
import { AdminHeader } from './admin-header.tsx'
import { UndoBar } from './appointment/undo-bar.tsx'
import { useSeesPatients } from './components/page-access.ts'
import { useSearchState } from './components/use-search-state.ts'
import { DemoBar } from './demo-bar.tsx'
import { FinderField } from './finder/finder-field.tsx'
import { Navigation } from './navigation.tsx'
import { ACCOUNT_PAGES, RESOURCES_PAGE, SETTINGS_PAGES, WORK_PAGES } from './pages.ts'
import { useFindKey, useShortcuts } from './shortcuts.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'

// Both are loaded when they are first opened.
const FinderDialog = lazy(async () => ({
  default: (await import('./finder/finder-dialog.tsx')).FinderDialog,
}))
const BookingSheets = lazyComponent(() => import('./bookings/booking-sheets.tsx'), 'BookingSheets')

/** The pages that the finder finds. */
const FOUND_PAGES = [...WORK_PAGES, ...SETTINGS_PAGES, ...ACCOUNT_PAGES, RESOURCES_PAGE]

/**
 * The frame of every admin page: the navigation, which a button opens on a phone, and the header with the
 * status. Over the page it shows the finder and the sheets that the URL names.
 */
export function AdminFrame({ children }: { children: ReactNode }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [areShortcutsShown, setShortcutsShown] = useState(false)
  const [isFinderOpen, setFinderOpen] = useState(false)
  const [path] = useLocation()
  const [params, changeParams] = useSearchState('booking', 'new', 'block')
  // `new` opens the form of an appointment, `block` that of an absence.
  const hasSheet = params.booking !== '' || params.new !== '' || params.block !== ''
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
        <AdminHeader
          isMenuOpen={isMenuOpen}
          onMenu={() => setMenuOpen(!isMenuOpen)}
          onNewBooking={() => changeParams({ new: '1' }, { push: true })}
          onShortcuts={() => setShortcutsShown(true)}
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
        {areShortcutsShown && <ShortcutsDialog onClose={() => setShortcutsShown(false)} />}
        {isFinderOpen && <Finder onClose={() => setFinderOpen(false)} />}
      </div>
    </>
  )
}

/** The finder. Until its code is loaded, a field without matches takes the typed text. */
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
