import styles from './dragging.module.css'
import { WeekBoard, type WeekBoardProps } from './week-board.tsx'

/** Pixels of bar, day headings and margin above the columns, which fill the rest of the window. */
const ABOVE_COLUMNS_PX = 116

type DragBoardProps = Pick<WeekBoardProps, 'columns' | 'now' | 'drag'> & {
  /** The patient whose appointment is dragged. */
  patientName: string
}

/** Shows the columns over the whole window while an appointment of a list is dragged. */
export function DragBoard({ columns, now, drag, patientName }: DragBoardProps) {
  return (
    <div className={styles.overlay}>
      <p className={`small ${styles.bar}`}>
        <b className="break">{patientName}</b> auf die neue Zeit ziehen. Zum Abbrechen hier loslassen.
      </p>
      <WeekBoard
        columns={columns}
        now={now}
        drag={drag}
        density="compact"
        columnHeightPx={innerHeight - ABOVE_COLUMNS_PX}
        // The board is shown only during a drag, when nothing can be pressed.
        onOpen={doNothing}
        onEnter={doNothing}
      />
    </div>
  )
}

function doNothing(): void {}
