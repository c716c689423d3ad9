import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { type Feed, useEndFeed } from './use-feeds.ts'

export function EndFeedDialog({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const ending = useEndFeed(onClose)
  return (
    <ConfirmDialog
      title={`Abo „${feed.title}“ beenden?`}
      button={`„${feed.title}“ beenden`}
      busyText="Beenden …"
      busy={ending.isPending}
      error={ending.error}
      failure="Beenden fehlgeschlagen."
      onConfirm={() => ending.mutate(feed)}
      onClose={onClose}
    >
      <p>
        Kalender mit dieser Adresse bekommen dann keine Termine mehr. Das lässt sich nicht rückgängig machen.
      </p>
    </ConfirmDialog>
  )
}
