import { saveResource } from '../../src/schedule/resources.ts'
import { getService, saveService } from '../../src/schedule/services.ts'
import { expectHeading } from './fixtures/headings.ts'
import { look, ON_PHONE_TOO } from './fixtures/look.ts'
import {
  book,
  chooseNextFree,
  easeBotCheck,
  expectStep,
  fillContact,
  openTimes,
  ROSA,
  svnrField,
  verifyEmail,
} from './fixtures/patient.ts'
import { expect, test } from './fixtures/portal.ts'

test(
  'a patient chooses among the doctors of a service, and review, overview and mail name the doctor',
  ON_PHONE_TOO,
  async ({ page, portal }) => {
    const ctx = portal.ctx()
    saveResource(ctx, 'doctor-1', { name: 'Dr. Muster' })
    saveResource(ctx, 'dr-beispiel', { name: 'Dr. Beispiel', title: 'Innere Medizin' })
    saveService(ctx, { ...getService(ctx, 'erstordination'), otherResourceIds: ['dr-beispiel'] })
    await openTimes(page)
    const doctorChoice = page.getByLabel('Zu wem möchten Sie?')
    await expect(doctorChoice).toHaveValue('')
    await page.getByRole('button', { name: /Nächster freier Termin/ }).click()
    const bar = page.getByRole('region', { name: 'Auswahl und weiter' })
    // The time of the chosen appointment is the only text with a colon.
    await expect(bar).toContainText(':')
    await doctorChoice.selectOption('Dr. Beispiel, Innere Medizin')
    await expect(bar, 'another doctor has other times').not.toContainText(':')
    await page.reload()
    await expect(doctorChoice).toHaveValue('dr-beispiel')
    await look(page, 'booking-3-doctors')
    await test.step('the wish goes along to the waiting list', async () => {
      await page.getByRole('link', { name: /^Nichts Passendes/ }).click()
      await expectHeading(page, 'Warteliste: Erstordination')
      await expect(doctorChoice, 'the wish goes along').toHaveValue('dr-beispiel')
      await page.goBack()
    })

    await test.step('review, confirmation and overview name the doctor', async () => {
      await chooseNextFree(page)
      await fillContact(page)
      await svnrField(page).fill(ROSA.svnr)
      await verifyEmail(page, portal)
      await easeBotCheck(page, portal)
      await page.getByRole('button', { name: 'Weiter' }).click()
      await expectStep(page, 5)
      await expect(page.getByRole('main')).toContainText('Dr. Beispiel')
      await book(page)
      await expect(page.getByRole('main')).toContainText('Dr. Beispiel')
      await page.getByRole('link', { name: 'Terminübersicht öffnen' }).click()
      await expect(page.getByRole('main')).toContainText('Dr. Beispiel')
    })

    await test.step('the waiting list begins with the own doctor, and keeps another wish', async () => {
      await page.getByRole('link', { name: 'Früher, wenn etwas frei wird' }).click()
      await expect(doctorChoice, 'without another wish the own doctor').toHaveValue('dr-beispiel')
      await doctorChoice.selectOption('Dr. Muster')
      await page.getByRole('button', { name: 'Auf die Warteliste' }).click()
      await expect(page.getByRole('main')).toContainText(/, bei Dr\. Muster\./)
      await page.getByRole('link', { name: 'Wünsche ändern' }).click()
      await expect(doctorChoice, 'a wish is not lost by other ones').toHaveValue('doctor-1')
      await page.getByRole('checkbox', { name: 'Nachmittag' }).uncheck()
      await look(page, 'waiting-form-doctors')
      await page.getByRole('button', { name: 'Wünsche speichern' }).click()
      await expect(page.getByRole('main')).toContainText(/vormittags, bei Dr\. Muster\./)
      expect((await portal.mailTo(ROSA.email, /^Reservierung/)).text).toContain('Bei: Dr. Beispiel')
    })
  },
)
