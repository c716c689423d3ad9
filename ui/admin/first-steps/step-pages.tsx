import type { ComponentType } from 'react'
import { FIRST_STEPS, type FirstStep } from '../../../src/shared/first-steps.ts'
import { HolidayList } from '../absences/holiday-list.tsx'
import { SecondFactor } from '../account/second-factor.tsx'
import { PageHead } from '../components/page.tsx'
import { ServicesPage } from '../services/services-page.tsx'
import { BackupPage } from '../settings/backup-page.tsx'
import { PracticePage } from '../settings/practice-page.tsx'
import { SmtpPage } from '../settings/smtp-page.tsx'
import { UrlsPage } from '../settings/urls-page.tsx'
import { WorkingHoursPage } from '../settings/working-hours-page.tsx'

/** The pages of the steps. Each has its own heading. */
export const STEP_PAGES: Readonly<Record<FirstStep, ComponentType>> = {
  practice: PracticePage,
  hours: WorkingHoursPage,
  holidays: HolidaysStep,
  services: ServicesPage,
  urls: UrlsPage,
  smtp: SmtpPage,
  backup: BackupPage,
  'second-factor': SecondFactorStep,
}

/** The holidays of the absences page as a step with its own heading. */
function HolidaysStep() {
  return (
    <>
      <PageHead
        title={FIRST_STEPS.holidays}
        lead="An Österreichs Feiertagen ist die Ordination geschlossen. Haken Sie die Tage an, an denen Sie doch öffnen. Passt alles, drücken Sie „Weiter“."
      />
      <div className="wide">
        <div className="card">
          <HolidayList />
        </div>
      </div>
    </>
  )
}

/** The second factors of the account page as a step with its own heading. */
function SecondFactorStep() {
  return (
    <>
      <PageHead
        title="Ihr Zugang"
        lead="Sie öffnen hier Gesundheitsdaten. Schützen Sie den Zugang doppelt."
      />
      <SecondFactor />
    </>
  )
}
