import { useEffect, useState } from 'react'
import { getHealth } from '../api/public.ts'
import { startRequest } from '../api/start-request.ts'
import { DEFAULT_PRACTICE, requestStatus, useStatus } from '../api/status.ts'
import { Button } from '../components/button.tsx'
import { PageFrame } from '../components/page-frame.tsx'
import { PageHeading, usePageTitle } from '../components/page-heading.tsx'
import { PracticeContact } from '../components/practice-contact.tsx'
import styles from './maintenance-page.module.css'
import { untilText } from './until.ts'

/** Specification section 9: 3.5 s, two more tries after 500 and 1000 ms. */
const health = startRequest(getHealth, { timeout: 3500, pauses: [500, 1000] })

const LOOK_AGAIN = 30_000
/** A status call that failed may be a passing matter; after so long it is called what it is. */
const UNREACHABLE_AFTER = 4000

/**
 * Shown while booking is closed or the status call has failed. Every half minute it asks whether the portal is
 * well and then for the status: as soon as booking is open, the wizard takes this page's place.
 */
export function MaintenancePage() {
  const { data } = useStatus()
  const { looking, look } = useRecovery()
  const unreachable = useLasting(data === undefined, UNREACHABLE_AFTER)
  const { message, until, contact_phone: phone, contact_mail: mail } = data?.maintenance ?? {}

  const heading = unreachable
    ? 'System vorübergehend nicht erreichbar'
    : 'Online-Buchung derzeit nicht möglich'
  usePageTitle(heading)

  return (
    <PageFrame narrow>
      <div role="status">
        <PageHeading>{heading}</PageHeading>
        {message && <p className={styles.message}>{message}</p>}
        {until && <p className={styles.message}>Das dauert voraussichtlich bis {untilText(until)}.</p>}
      </div>
      <p>Bitte rufen Sie uns an oder schreiben Sie uns. Bereits gebuchte Termine bleiben davon unberührt.</p>
      <PracticeContact phone={phone || DEFAULT_PRACTICE.phone} mail={mail || DEFAULT_PRACTICE.mail} />
      <div className={styles.again}>
        <Button kind="link" busy={looking} busyText="Wird geprüft …" onClick={look}>
          Noch einmal versuchen
        </Button>
      </div>
    </PageFrame>
  )
}

/** Health first, then status: a portal that is still starting is not asked for more. */
function useRecovery() {
  const [looking, setLooking] = useState(false)

  const look = async () => {
    setLooking(true)
    const { error } = await health.send()
    if (!error) await requestStatus()
    setLooking(false)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: started once
  useEffect(() => {
    void look()
    const timer = setInterval(look, LOOK_AGAIN)
    return () => clearInterval(timer)
  }, [])

  return { looking, look }
}

/** True once `holds` has been true for so many milliseconds without a break. */
function useLasting(holds: boolean, milliseconds: number): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!holds) return
    const timer = setTimeout(() => setLasting(true), milliseconds)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [holds, milliseconds])
  return lasting
}
