import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { admin, adminQuery } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { LinkButton } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { CopyUrl } from '../components/copy-button.tsx'
import { Section } from '../components/page.tsx'
import { useCanOpen } from '../components/page-access.ts'
import { usePortalUrls } from '../settings/use-portal-urls.ts'
import { stepUrl } from './use-first-steps.ts'

// Only few pages draw a QR code, so the library is loaded on demand.
const QrCode = lazy(async () => ({ default: (await import('../account/qr-code.tsx')).QrCode }))

const CALENDARS_PAGE = '/admin/calendars'

/**
 * The URL for patients as text and QR code, and an invitation to make a test booking, whose arrival the
 * page shows.
 */
export function TryPortal() {
  const { data } = usePortalUrls({ watchesBookings: true })
  if (!data) return null
  const { patients, this_machine_only, booked } = data
  return (
    <>
      <Section title="Ihre Buchungsseite" lead="Diese Adresse gehört auf Ihre Website und an die Tür.">
        <div className="padded stack">
          {this_machine_only ? (
            <Banner tone="warning" title={`${patients} öffnet nur dieser Rechner`}>
              Bitte tragen Sie zuerst die <Link href={stepUrl('urls')}>Adresse des Portals</Link> ein.
            </Banner>
          ) : (
            <>
              <Suspense fallback={<Skeleton height={240} width={240} />}>
                <QrCode text={patients} label={`QR-Code mit der Adresse ${patients}`} />
              </Suspense>
              <CopyUrl
                label="Adresse für Patienten"
                help="Wer den Code mit dem Handy liest, kommt auch dorthin."
                url={patients}
              />
            </>
          )}
        </div>
      </Section>
      <Section
        title="Testbuchung"
        lead="Buchen Sie einmal selbst, wie es Patienten tun, mit Ihrer eigenen E-Mail-Adresse. So sehen Sie, dass Nachrichten ankommen. Danach sagen Sie den Termin mit dem Link darin ab."
      >
        <div className="padded stack gap-3">
          <div>
            <LinkButton href={patients} target="_blank">
              Testtermin buchen
            </LinkButton>
          </div>
          <div role="status">
            <BookingResult booked={booked} />
          </div>
        </div>
      </Section>
      <OtherCalendars />
    </>
  )
}

/** Says whether there is a booking yet. */
function BookingResult({ booked: isBooked }: { booked: boolean }) {
  const canOpen = useCanOpen()
  if (!isBooked)
    return <p className="muted small">Noch ist keine Buchung da. Sie erscheint hier von selbst.</p>
  return (
    <p className="media small">
      <CircleCheck />
      <span>
        Die erste Buchung ist da.{' '}
        {canOpen('/admin') ? (
          <Link href="/admin">Auf der Übersicht bestätigen</Link>
        ) : (
          'Die Ordination sieht sie auf der Übersicht.'
        )}
      </span>
    </p>
  )
}

/**
 * Offers to add the doctor's own calendar. Shown to staff who may do so, unless a calendar or Odoo already
 * tells when the doctor is busy.
 */
function OtherCalendars() {
  const canOpen = useCanOpen()(CALENDARS_PAGE)
  const { data: odoo } = useQuery({ ...adminQuery(admin.odoo, {}), enabled: canOpen })
  const { data: calendars } = useQuery({ ...adminQuery(admin.calendars, {}), enabled: canOpen })
  if (!odoo || odoo.on || calendars?.length !== 0) return null
  return (
    <Section
      title="Ihr Kalender"
      lead="Was in Ihrem Kalender bei Google, Apple, Outlook oder Nextcloud belegt ist, kann hier dann niemand buchen."
    >
      <div className="padded">
        <LinkButton to={CALENDARS_PAGE}>Kalender angeben</LinkButton>
      </div>
    </Section>
  )
}
