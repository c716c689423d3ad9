import { Skeleton } from '../../components/skeleton.tsx'

/** Keeps the place of an admin page, or of its content, while it loads. */
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
