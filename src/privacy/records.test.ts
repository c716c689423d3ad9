import { expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { patientInformation, plainText, processingRecord } from './records.ts'

it('both texts of the practice name every part of a contact', () => {
  const { ctx } = openTestApp()
  expect(plainText(processingRecord(ctx()))).toContain(
    '\nDaten: Anrede, Name, Geburtsdatum, Anschrift, E-Mail, Telefon, gebuchte Leistung, Termin und sein Verlauf, ',
  )
  expect(plainText(patientInformation(ctx()))).toContain(
    ' verarbeiten wir Anrede, Name, Geburtsdatum, Anschrift, E-Mail-Adresse, Telefonnummer, die gewählte Leistung, ',
  )
})
