import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { hasCode, reasonOf } from '../../api/http.ts'
import { verifyEmail } from '../../api/public.ts'
import { QueryProvider } from '../../api/query-client.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { withoutLineBreaks } from '../../components/line-breaks.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageFrame } from '../../page/page-frame.tsx'
import { TitledHeading } from '../../page/page-heading.tsx'
import { MarksTrail } from '../../patient/my-bookings-trail.tsx'
import { AskForEmail } from './ask-for-email.tsx'
import { BookingList } from './booking-list.tsx'
import { useMyBookings } from './use-my-bookings.ts'

/**
 * Shows the page /meine-termine: all appointments of a mailbox, once its address is verified
 * (docs/behaviour.md 6.9–6.12).
 */
export function MyBookingsPage() {
  return (
    <QueryProvider>
      <PageFrame narrow>
        <TitledHeading>Meine Termine</TitledHeading>
        <MyBookings />
      </PageFrame>
    </QueryProvider>
  )
}

/** Shows the list while it is open; otherwise the form that asks for the address, or the page of the link. */
function MyBookings() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const { query, isOpen, open, notice, hasJustOpened, logout } = useMyBookings()
  const [badLink, setBadLink] = useState<string>()
  const token = search.get('token')?.trim()

  if (token) {
    // Drops the token from the address, so that a reload does not ask again.
    const leave = (failure?: string) => {
      setBadLink(failure)
      navigate('/meine-termine', { replace: true })
    }
    return (
      <OpenByLink
        token={token}
        onOpened={() => {
          open()
          leave()
        }}
        onExpired={leave}
      />
    )
  }
  return (
    <>
      {/* This element is in the page from the start, so that screen readers announce a text that is added later. */}
      <div role="status">
        {!isOpen && (badLink ?? notice) && (
          <div className="mb-4">
            <Banner tone={badLink ? 'danger' : 'info'}>{badLink ?? notice}</Banner>
          </div>
        )}
        {isOpen && hasJustOpened && <span className="visually-hidden">E-Mail ist bestätigt.</span>}
      </div>
      {isOpen ? (
        <Loaded
          query={query}
          failure="Ihre Termine konnten nicht geladen werden."
          loading="Lade Termine …"
          skeleton={
            <div className="stack">
              <Skeleton height={44} />
              <Skeleton height={230} />
              <Skeleton height={230} />
            </div>
          }
        >
          {(bookings) => (
            <MarksTrail>
              <BookingList bookings={bookings} logout={logout} takesFocus={hasJustOpened} />
            </MarksTrail>
          )}
        </Loaded>
      ) : (
        <AskForEmail onVerified={open} />
      )}
    </>
  )
}

type OpenByLinkProps = {
  token: string
  onOpened: () => void
  /** Called with the server's sentence. */
  onExpired: (sentence: string) => void
}

/**
 * Shows the page of the link in the e-mail. Opening the link changes nothing; only the button opens the list
 * (docs/behaviour.md 9.5).
 */
function OpenByLink({ token, onOpened, onExpired }: OpenByLinkProps) {
  const [state, setState] = useState<'ready' | 'busy' | Error>('ready')
  const press = () => {
    setState('busy')
    verifyEmail({ token }).then(onOpened, (error: Error) => {
      if (hasCode(error, 'expired')) onExpired(error.message)
      else setState(error)
    })
  }
  return (
    <div className="stack">
      <p>{withoutLineBreaks('Hier sehen Sie alle Termine, die mit Ihrer E-Mail-Adresse gebucht sind.')}</p>
      <p className="muted">
        {withoutLineBreaks(
          'Die Liste öffnet sich auf diesem Gerät, in diesem Browser. Möchten Sie sie dort sehen, wo Sie die E-Mail angefordert haben? Dann geben Sie dort den Code aus der E-Mail ein.',
        )}
      </p>
      {state instanceof Error && (
        <Banner tone="danger" role="alert">
          {reasonOf(state) ?? 'Ihre Termine konnten nicht geöffnet werden.'}
        </Banner>
      )}
      <Button kind="primary" size="large" wide busy={state === 'busy'} busyText="Öffnen …" onClick={press}>
        Meine Termine anzeigen
      </Button>
    </div>
  )
}
