import { servicesFor } from '../../../src/shared/service.ts'
import type { ListedService } from './service-entry.ts'

/** The active services as options of a select, by the kind of visit. */
export function ServiceOptions({ services }: { services: readonly ListedService[] }) {
  const offered = services.filter(({ active }) => active)
  return (
    <>
      <option value="">Bitte wählen</option>
      {(['first', 'return'] as const).map((visit) => (
        <optgroup key={visit} label={visit === 'first' ? 'Erstbesuch' : 'Folgebesuch'}>
          {servicesFor(visit, offered).map(({ id, name, duration_min }) => (
            <option key={id} value={id}>
              {name}, {duration_min} Min
            </option>
          ))}
        </optgroup>
      ))}
    </>
  )
}
