import { Button } from '../../components/button.tsx'
import { ConflictRow } from './conflict-row.tsx'
import { NewTimes } from './new-times.tsx'
import type { ConflictChange } from './use-conflict-change.ts'

/** The appointments, each with a tick and its new times, or with its result. */
export function ConflictRows({ conflictChange }: { conflictChange: ConflictChange }) {
  const { listedBookings, action, ticks, bulkChange, unchanged, newTimes, changeable } = conflictChange
  const { answers, takenIds, busy } = bulkChange
  return (
    <>
      {unchanged.length > 1 && (
        <TickAll
          isNoneTicked={changeable.length === 0}
          onTickAll={() => ticks.tickOnly(unchanged)}
          onTickNone={() => ticks.tickOnly([])}
        />
      )}
      <ul className="stack gap-5" aria-label="Termine">
        {listedBookings.map((booking) => (
          <ConflictRow
            key={booking.id}
            booking={booking}
            answer={answers.get(booking.id)}
            isTicked={ticks.isTicked(booking.id)}
            busy={busy}
            onTick={(isOn) => ticks.tick(booking.id, isOn)}
          >
            {action === 'move' && (
              <NewTimes
                patientName={booking.name}
                suggestion={newTimes.suggestionOf(booking.id)}
                isTaken={takenIds.has(booking.id)}
                chosen={newTimes.timeOf(booking.id)}
                busy={busy}
                onChoose={(time) => newTimes.chooseTime(booking.id, time)}
              />
            )}
          </ConflictRow>
        ))}
      </ul>
    </>
  )
}

type TickAllProps = { isNoneTicked: boolean; onTickAll: () => void; onTickNone: () => void }

/** The heading of the list, with a button that ticks all appointments, or none where some are ticked. */
function TickAll({ isNoneTicked, onTickAll, onTickNone }: TickAllProps) {
  return (
    <div className="row between baseline line-above">
      <h3>Termine</h3>
      <Button kind="link" onClick={isNoneTicked ? onTickAll : onTickNone}>
        {isNoneTicked ? 'Alle anhaken' : 'Keinen anhaken'}
      </Button>
    </div>
  )
}
