import type { CSSProperties } from 'react'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './data-table.module.css'

type TableSkeletonProps = {
  rowCount?: number
  /** Lines of a row on a phone; a part of a line stands for the space around them. */
  linesPerRow?: number
}

/** Reserves the room of a DataTable with this number of rows while it loads. */
export function TableSkeleton({ rowCount = 8, linesPerRow = 1 }: TableSkeletonProps) {
  return (
    <div className={`card ${styles.frame}`}>
      <div className={`rows ${styles.loading}`} style={{ '--lines': linesPerRow } as CSSProperties}>
        {Array.from({ length: rowCount }, (_, row) => row).map((row) => (
          <div key={row} className="row between">
            <Skeleton height={26} width="42%" />
            <Skeleton height={26} width="24%" />
            <Skeleton height={26} width="12%" />
          </div>
        ))}
      </div>
    </div>
  )
}
