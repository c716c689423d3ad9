import { SlidersHorizontal } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { ToggleSegment } from '../../components/segment.tsx'
import { Popover } from '../components/popover.tsx'
import { usePopover } from '../components/use-popover.ts'
import { useSearchState } from '../components/use-search-state.ts'
import type { Density } from './axis.ts'
import { chooseDensity, useDensity } from './density.ts'

const DENSITIES = [
  { value: 'compact', label: 'Kompakt' },
  { value: 'comfortable', label: 'Bequem' },
] as const satisfies readonly { value: Density; label: string }[]

/**
 * A button that opens the display options of the calendar: its density, and whether to show cancelled
 * appointments.
 */
export function DisplayOptions() {
  const [{ off }, change] = useSearchState('off')
  const density = useDensity()
  const popover = usePopover()
  const boxRef = useRef<HTMLDivElement>(null)
  return (
    <div ref={boxRef}>
      <IconButton
        label="Anzeige"
        title="Anzeige"
        icon={<SlidersHorizontal />}
        aria-haspopup="dialog"
        aria-expanded={popover.isOpen}
        onClick={popover.toggle}
      />
      {popover.isOpen && (
        <Popover label="Anzeige" anchor={() => boxRef.current} onClose={popover.dismiss}>
          <div className="stack">
            <ToggleSegment label="Dichte" options={DENSITIES} value={density} onChange={chooseDensity} />
            <Checkbox
              data-autofocus
              checked={off !== ''}
              onChange={({ target }) => change({ off: target.checked ? '1' : '' })}
            >
              Abgesagte zeigen
            </Checkbox>
          </div>
        </Popover>
      )}
    </div>
  )
}
