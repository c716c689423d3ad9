import styles from './skeleton.module.css'

type SkeletonProps = {
  /** Pixels, or any CSS length: the size that the content will have. */
  height: number | string
  width?: number | string
}

/** Holds the place of what is still loading. Say what loads in words beside it. */
export function Skeleton({ height, width = '100%' }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ height, width }} aria-hidden="true" />
}
