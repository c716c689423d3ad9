import { Skeleton } from '../components/skeleton.tsx'
import styles from './step-skeleton.module.css'

/** Heading and two boards: what most steps begin with. */
export function StepSkeleton() {
  return (
    <div className={styles.step}>
      <p className="visually-hidden" role="status">
        Schritt wird geladen …
      </p>
      <Skeleton height={34} width="60%" />
      <Skeleton height={150} />
      <Skeleton height={150} />
    </div>
  )
}
