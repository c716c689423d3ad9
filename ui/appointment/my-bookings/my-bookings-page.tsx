import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { QueryProvider } from '../../api/query-client.tsx'
import { Banner } from '../../components/banner.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { Loaded } from '../../page/loaded.tsx'
import { PageFrame } from '../../page/page-frame.tsx'
import { TitledHeading } from '../../page/page-heading.tsx'
import { MarksTrail } from '../../patient/my-bookings-trail.tsx'
import { AskForEmail } from './ask-for-email.tsx'
import { BookingList } from './booking-list.tsx'
import { OpenByLink } from './open-by-link.tsx'
import { useMyBookings } from './use-my-bookings.ts'

/**
 * Shows the page /meine-termine: all appointments of a mailbox, once its e-mail address is verified
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

/**
 * Shows the list while it is open; otherwise the form that asks for the e-mail address, or the page of the
 * link.
 */
function MyBookings() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const { query, isOpen, open, notice, hasJustOpened, logout } = useMyBookings()
  const [linkFailure, setLinkFailure] = useState<string>()
  const token = search.get('token')?.trim()

  if (token) {
    // Drops the token from the URL, so that a reload does not ask again.
    const leave = (failure?: string) => {
      setLinkFailure(failure)
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
      <div aria-live="polite">
        {!isOpen && (linkFailure ?? notice) && (
          <div className="mb-4">
            <Banner tone={linkFailure ? 'danger' : 'info'}>{linkFailure ?? notice}</Banner>
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
