import type { Service } from './service.ts'

/**
 * Minutes that services with these common ids show while they have no display duration; 0 shows none. These
 * defaults are part of the specification (docs/behaviour.md 2.7).
 */
const DEFAULT_DISPLAY_DURATIONS: ReadonlyMap<string, number> = new Map([
  ['erstordination', 0],
  ['folgebehandlung', 0],
  ['akupunktur', 0],
  ['facial', 90],
])

/** Says what patients see of the duration of the service with this id while it has no display duration. */
export function withoutDisplayDuration(id: string): string {
  const minutes = DEFAULT_DISPLAY_DURATIONS.get(id)
  if (minutes === undefined) return 'die Dauer'
  return minutes === 0 ? 'keine Angabe' : `${minutes} Min`
}

/** Formats the duration that patients see, `ca. 45 Min`, or returns '' if there is no positive one. */
export function durationText(service: Pick<Service, 'id' | 'duration_min' | 'display_duration_min'>): string {
  const shown =
    service.display_duration_min ?? DEFAULT_DISPLAY_DURATIONS.get(service.id) ?? service.duration_min
  return shown > 0 ? `ca. ${shown}\u00a0Min` : ''
}
