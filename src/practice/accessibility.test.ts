import { expect, it } from 'vitest'
import { openTestApp } from '../testing/test-app.ts'
import { writeSettings } from './settings.ts'

it('the accessibility statement says how to reach the practice, without gaps where it has told nothing', async () => {
  const { ctx, browser } = openTestApp()
  writeSettings(ctx(), 'practice', { phone: '+43 5572 000001', mail: '' })
  const { status, json } = await browser().get('/api/accessibility')
  expect(status).toBe(200)
  expect(json.title).toBe('Barrierefreiheit')
  const { title, lines } = json.sections.at(-1)
  expect(title).toBe('Etwas geht nicht?')
  expect(lines.slice(1, -1)).toEqual(['Telefon +43 5572 000001'])
})

it('the own statement of a practice takes the place of ours, by paragraphs', async () => {
  const { ctx, browser } = openTestApp()
  writeSettings(ctx(), 'general', { accessibility_text: 'Der Lift ist klein.\nBitte läuten.\n\nDanke.' })
  const { json } = await browser().get('/api/accessibility')
  expect(json.sections).toEqual([
    { title: '', lines: ['Der Lift ist klein.', 'Bitte läuten.'] },
    { title: '', lines: ['Danke.'] },
  ])
})
