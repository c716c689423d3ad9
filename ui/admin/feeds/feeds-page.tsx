import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { stamp } from '../../../src/shared/format.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Section } from '../components/section.tsx'
import { endFeed, type Feed, refreshFeeds, useFeeds } from './feeds.ts'
import { NewFeed } from './new-feed.tsx'

/** Secret addresses under which a calendar program reads the confirmed appointments. */
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

function FeedList() {
  const [toEnd, setToEnd] = useState<Feed>()
  return (
    <>
      <Loaded
        query={useFeeds()}
        failure="Kalender-Abos konnten nicht geladen werden."
        loading="Lade Kalender-Abos …"
        skeleton={<Skeleton height={120} />}
      >
        {(feeds) =>
          feeds.length === 0 ? (
            <p className="padded muted small">Hier stehen die Abos, die es gibt. Noch gibt es keines.</p>
          ) : (
            <ul className="rows">
              {feeds.map((feed) => (
                <FeedRow key={feed.id} feed={feed} onEnd={() => setToEnd(feed)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {toEnd && <EndFeedDialog feed={toEnd} onClose={() => setToEnd(undefined)} />}
    </>
  )
}

function FeedRow({ feed: { title, initials_only, created_at }, onEnd }: { feed: Feed; onEnd: () => void }) {
  return (
    <li className="row between">
      <div className="break">
        <b>{title}</b>
        <p className="muted small">
          {initials_only ? 'nur Initialen' : 'volle Namen'}, seit {stamp(created_at)}
        </p>
      </div>
      <Button size="small" aria-label={`Abo „${title}“ beenden`} onClick={onEnd}>
        Beenden
      </Button>
    </li>
  )
}

function EndFeedDialog({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const ending = useMutation({ mutationFn: () => endFeed(feed), onSuccess: onClose, onSettled: refreshFeeds })
  return (
    <ConfirmDialog
      title={`Abo „${feed.title}“ beenden?`}
      button={`„${feed.title}“ beenden`}
      busyText="Beenden …"
      busy={ending.isPending}
      error={ending.error}
      failure="Beenden fehlgeschlagen."
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    >
      <p>
        Kalender mit dieser Adresse bekommen dann keine Termine mehr. Das lässt sich nicht rückgängig machen.
      </p>
    </ConfirmDialog>
  )
}
