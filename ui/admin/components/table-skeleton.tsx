import { Card } from '../../components/card.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './table-skeleton.module.css'

const ROWS = Array.from({ length: 8 }, (_, row) => row)

/** Holds the place of a DataTable on its board. Say what loads in words beside it. */
export function TableSkeleton() {
  return (
    <Card>
      {ROWS.map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton height={14} width="42%" />
          <Skeleton height={14} width="24%" />
          <Skeleton height={14} width="12%" />
        </div>
      ))}
    </Card>
  )
}
