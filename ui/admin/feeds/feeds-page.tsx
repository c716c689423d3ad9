import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { dateTime } from '../../../src/shared/format.ts'
import { admin, adminQuery, adminRequest } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { ListWithDialog } from '../components/list-with-dialog.tsx'
import { PageHead, Section } from '../components/page.tsx'
import { NewFeed } from './new-feed.tsx'

/** A feed without its URL, which is never shown again. */
type Feed = InferResponseType<typeof admin.feeds.$get>[number]

/** The page of the secret URLs under which calendar programs read the confirmed appointments. */
export function FeedsPage() {
  return (
    <>
      <PageHead
        title="Kalender-Abo"
        lead="Bestätigte Termine im Kalender Ihres Telefons oder Computers, immer auf dem neuesten Stand."
      />
      <div className="stack gap-6">
        <Section
          title="Neues Abo"
          lead="Wer die Adresse kennt, sieht die Termine. Geben Sie sie nur in Ihrem Kalender ein."
        >
          <NewFeed />
        </Section>
        <Section title="Bestehende Abos">
          <FeedList />
        </Section>
      </div>
    </>
  )
}

/** The feeds that exist, each with a button that ends it. */
function FeedList() {
  return (
    <ListWithDialog
      query={useQuery(adminQuery(admin.feeds, {}))}
      failure="Kalender-Abos konnten nicht geladen werden."
      loading="Lade Kalender-Abos …"
      skeleton={<Skeleton height={120} />}
      empty="Hier stehen die Abos, die es gibt. Noch gibt es keines."
      renderRow={(feed, openDialog) => <FeedRow feed={feed} onEnd={openDialog} />}
      renderDialog={(feed, close) => <EndFeedDialog feed={feed} onClose={close} />}
    />
  )
}

/** A feed with how it shows names, and since when it exists. */
function FeedRow({ feed, onEnd }: { feed: Feed; onEnd: () => void }) {
  const { title, initials_only, created_at } = feed
  return (
    <li className="row between">
      <div className="break">
        <b>{title}</b>
        <p className="muted small">
          {initials_only ? 'nur Initialen' : 'volle Namen'}, seit {dateTime(created_at)}
        </p>
      </div>
      <Button size="small" aria-label={`Abo „${title}“ beenden`} onClick={onEnd}>
        Beenden
      </Button>
    </li>
  )
}

/** Asks for confirmation before a feed ends. */
function EndFeedDialog({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  return (
    <ConfirmAction
      title={`Abo „${feed.title}“ beenden?`}
      button={`„${feed.title}“ beenden`}
      busyText="Beenden …"
      failure="Beenden fehlgeschlagen."
      action={() => adminRequest(admin.feeds[':id'].$delete({ param: { id: String(feed.id) } }))}
      onClose={onClose}
    >
      <p>
        Kalender mit dieser Adresse bekommen dann keine Termine mehr. Das lässt sich nicht rückgängig machen.
      </p>
    </ConfirmAction>
  )
}
