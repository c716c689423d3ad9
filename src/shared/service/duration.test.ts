import { expect, it } from 'vitest'
import { durationText, withoutDisplayDuration } from './duration.ts'

it.each([
  [{ id: 'akupunktur', duration_min: 30, display_duration_min: 45 }, 'ca. 45\u00a0Min'],
  [{ id: 'erstordination', duration_min: 45 }, ''],
  [{ id: 'facial', duration_min: 60, display_duration_min: null }, 'ca. 90\u00a0Min'],
  [{ id: 'vorsorge', duration_min: 40 }, 'ca. 40\u00a0Min'],
  [{ id: 'vorsorge', duration_min: 0 }, ''],
  [{ id: 'constructor', duration_min: 20 }, 'ca. 20\u00a0Min'],
])('for %j the duration "%s" is shown', (service, text) => {
  expect(durationText(service)).toBe(text)
})

it.each([
  ['akupunktur', 'keine Angabe'],
  ['facial', '90 Min'],
  ['reisemedizin', 'die Dauer'],
])('without a display duration the service %s shows: %s', (id, text) => {
  expect(withoutDisplayDuration(id)).toBe(text)
})
