import styles from './week-board.module.css'
import { WeekBoard, type WeekBoardProps } from './week-board.tsx'

/** Pixels of bar, day headings and margin above the columns, which fill the rest of the window. */
const ABOVE_COLUMNS_PX = 116

type DragBoardProps = Pick<WeekBoardProps, 'columns' | 'now' | 'drag'> & {
  /** Whose appointment is dragged. */
  name: string
}

/** Shows the columns over the whole window while an appointment of a list is dragged. */
export function DragBoard({ columns, now, drag, name }: DragBoardProps) {
  return (
    <div className={styles.overlay}>
      <p className={`small ${styles.bar}`}>
        <b className="break">{name}</b> auf die neue Zeit ziehen. Zum Abbrechen hier loslassen.
      </p>
      <WeekBoard
        columns={columns}
        now={now}
        drag={drag}
        density="compact"
        columnHeightPx={innerHeight - ABOVE_COLUMNS_PX}
        onOpen={() => undefined}
        onEnter={() => undefined}
      />
    </div>
  )
}
