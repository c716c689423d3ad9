import { ApiError } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { type Feed, useEndFeed } from './use-feeds.ts'

type EndFeedDialogProps = {
  /** Undefined: closed. */
  feed: Feed | undefined
  onClose: () => void
}

/** Asks before a calendar goes dark. */
export function EndFeedDialog({ feed, onClose }: EndFeedDialogProps) {
  const ending = useEndFeed(onClose)
  const close = () => {
    ending.reset()
    onClose()
  }
  return (
    <Dialog
      open={feed !== undefined}
      onClose={close}
      title={feed && `Abo „${feed.title}“ beenden?`}
      actions={
        feed && (
          <>
            <Button onClick={close}>Abbrechen</Button>
            <Button
              kind="loss"
              busy={ending.isPending}
              busyText="Beenden …"
              onClick={() => ending.mutate(feed)}
            >
              „{feed.title}“ beenden
            </Button>
          </>
        )
      }
    >
      <p>
        Kalender mit dieser Adresse bekommen dann keine Termine mehr. Das lässt sich nicht rückgängig machen.
      </p>
      {ending.error && (
        <Banner tone="danger" role="alert">
          {ending.error instanceof ApiError ? ending.error.message : 'Beenden fehlgeschlagen.'}
        </Banner>
      )}
    </Dialog>
  )
}
