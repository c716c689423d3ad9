import { Banner } from '../../components/banner.tsx'
import type { Conflict } from './conflict.ts'
import { ConflictList } from './conflict-list.tsx'

/**
 * Lists the appointments within the absence that is being entered. They stay until staff move or cancel them.
 */
export function ConflictsBanner({ conflicts }: { conflicts: readonly Conflict[] }) {
  const isOne = conflicts.length === 1
  return (
    <Banner
      tone="warning"
      role="alert"
      title={
        isOne
          ? 'In dieser Zeit steht schon ein Termin.'
          : `In dieser Zeit stehen schon ${conflicts.length} Termine.`
      }
    >
      <p className="mb-3">
        {isOne
          ? 'Er bleibt bestehen. Im nächsten Schritt können Sie ihn verschieben oder absagen.'
          : 'Sie bleiben bestehen. Im nächsten Schritt können Sie sie verschieben oder absagen.'}
      </p>
      <ConflictList conflicts={conflicts} />
    </Banner>
  )
}
