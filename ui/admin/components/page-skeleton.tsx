import { Skeleton } from '../../components/skeleton.tsx'

/** Holds the place of an admin page that is on its way, or of what it shows. */
export function PageSkeleton() {
  return (
    <div className="stack gap-5" role="status">
      <span className="visually-hidden">Lade Seite …</span>
      <Skeleton height={32} width={260} />
      <Skeleton height={220} />
      <Skeleton height={220} />
    </div>
  )
}
