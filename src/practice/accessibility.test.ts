import { expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { writeSettings } from './settings.ts'

it('the accessibility statement says what patients may expect, and where to report a barrier', async () => {
  const { browser } = openTestApp()
  const { status, json } = await browser().get('/api/accessibility')
  expect(status).toBe(200)
  expect(json.sections).toEqual([
    { title: '', lines: expect.any(Array) },
    {
      title: 'Was Sie erwarten dürfen',
      lines: expect.arrayContaining(['Alles geht mit der Tastatur, ohne Maus.']),
    },
    { title: 'Was noch nicht gelingt', lines: expect.any(Array) },
    {
      title: 'Etwas geht nicht?',
      lines: [
        expect.stringContaining('Telefon und E-Mail stehen unten.'),
        expect.stringContaining('www.sozialministeriumservice.gv.at'),
      ],
    },
  ])
})

it('the practice’s own statement replaces the portal’s, one section for each paragraph', async () => {
  const { ctx, browser } = openTestApp()
  writeSettings(ctx(), 'general', { accessibility_text: 'Der Lift ist klein.\nBitte läuten.\n\nDanke.' })
  const { json } = await browser().get('/api/accessibility')
  expect(json.sections).toEqual([
    { title: '', lines: ['Der Lift ist klein.', 'Bitte läuten.'] },
    { title: '', lines: ['Danke.'] },
  ])
})
