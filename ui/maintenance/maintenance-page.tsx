import { useEffect, useState } from 'react'
import { getHealth } from '../api/public.ts'
import { startRequest } from '../api/start-request.ts'
import { requestStatus, usePractice, useStatus } from '../api/status.ts'
import { Button } from '../components/button.tsx'
import { PageFrame } from '../page/page-frame.tsx'
import { PageHeading, usePageTitle } from '../page/page-heading.tsx'
import { PracticeContact } from '../page/practice-contact.tsx'
import { maintenanceEndText } from './maintenance-end.ts'

/** The health call waits and repeats as docs/behaviour.md 1.10 says. */
const health = startRequest(getHealth, { timeout: 3500, pauses: [500, 1000] })

const CHECK_EVERY_MS = 30_000
/**
 * A failure that lasts less than this many milliseconds does not change the heading (docs/behaviour.md 1.11).
 */
const UNREACHABLE_AFTER_MS = 4000

/**
 * Shown while booking is closed or the status call has failed. Every 30 seconds it checks the portal's health
 * and status; as soon as booking is open, BookingPage shows the wizard instead.
 */
export function MaintenancePage() {
  const { data, error } = useStatus()
  const [isChecking, check] = useRecovery()
  const isUnreachable = useLasting(Boolean(error), UNREACHABLE_AFTER_MS)
  const practice = usePractice()
  const phone = data?.maintenance?.contact_phone || practice.phone
  const mail = data?.maintenance?.contact_mail || practice.mail
  // While booking is open, `maintenance` belongs to a past closing.
  const closing = data?.booking?.open ? undefined : data?.maintenance

  const heading = isUnreachable
    ? 'System vorübergehend nicht erreichbar'
    : 'Online-Buchung derzeit nicht möglich'
  usePageTitle(heading)

  return (
    <PageFrame narrow>
      <div role="status">
        <PageHeading>{heading}</PageHeading>
        {closing?.message && <p className="mb-4">{closing.message}</p>}
        {closing?.until && (
          <p className="mb-4">Das dauert voraussichtlich bis {maintenanceEndText(closing.until)}.</p>
        )}
      </div>
      <p>{adviceText(phone, mail)} Bereits gebuchte Termine bleiben davon unberührt.</p>
      <PracticeContact phone={phone} mail={mail} />
      <div className="mt-5">
        <Button kind="link" busy={isChecking} busyText="Wird geprüft …" onClick={check}>
          Noch einmal versuchen
        </Button>
      </div>
    </PageFrame>
  )
}

/** Returns what the patient can do, given the phone and mail of the practice; either may be ''. */
function adviceText(phone: string, mail: string): string {
  const ways = [phone && 'rufen Sie uns an', mail && 'schreiben Sie uns'].filter(Boolean)
  return `Bitte ${ways.join(' oder ') || 'versuchen Sie es später noch einmal'}.`
}

/**
 * Checks the portal's health and only then its status, so that a portal that is still starting gets one call
 * less.
 * @returns whether a check is running, and the function that starts one
 */
function useRecovery() {
  const [isChecking, setChecking] = useState(false)

  const check = async () => {
    setChecking(true)
    const { error } = await health.send()
    if (!error) await requestStatus()
    setChecking(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: started once
  useEffect(() => {
    void check()
    const timer = setInterval(check, CHECK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])

  return [isChecking, check] as const
}

/** Returns true once `isTrue` was so for this many milliseconds without interruption. */
function useLasting(isTrue: boolean, milliseconds: number): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isTrue) return
    const timer = setTimeout(() => setLasting(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [isTrue, milliseconds])
  return isLasting
}
