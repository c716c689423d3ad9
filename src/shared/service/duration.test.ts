import { expect, it } from 'vitest'
import { durationText, withoutDisplayDuration } from './duration.ts'

it.each([
  { service: { id: 'akupunktur', duration_min: 30, display_duration_min: 45 }, text: 'ca. 45\u00a0Min' },
  { service: { id: 'erstordination', duration_min: 45 }, text: '' },
  { service: { id: 'facial', duration_min: 60, display_duration_min: null }, text: 'ca. 90\u00a0Min' },
  { service: { id: 'vorsorge', duration_min: 40 }, text: 'ca. 40\u00a0Min' },
  { service: { id: 'vorsorge', duration_min: 0 }, text: '' },
  { service: { id: 'constructor', duration_min: 20 }, text: 'ca. 20\u00a0Min' },
])('for $service the duration "$text" is shown', ({ service, text }) => {
  expect(durationText(service)).toBe(text)
})

it.each([
  { id: 'akupunktur', text: 'keine Angabe' },
  { id: 'facial', text: '90 Min' },
  { id: 'reisemedizin', text: 'die Dauer' },
])('without a display duration the service $id shows: $text', ({ id, text }) => {
  expect(withoutDisplayDuration(id)).toBe(text)
})
