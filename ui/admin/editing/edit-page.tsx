import type { FormEventHandler, ReactNode } from 'react'
import { Banner } from '../../parts/banner.tsx'
import { Board } from '../../parts/board.tsx'
import { Button } from '../../parts/button.tsx'
import { PageSkeleton } from '../admin-skeleton.tsx'
import { PageHead } from '../page-head.tsx'
import { ConflictBanner } from './conflict-banner.tsx'
import styles from './edit-page.module.css'
import { SaveBar } from './save-bar.tsx'
import type { Editable } from './use-editable.ts'

type EditPageProps<Value, Input> = {
  title: string
  lead?: ReactNode
  editable: Editable<Value, Input>
  /** The labels of the fields by their wire names, for saying what somebody else has changed. */
  labels: Readonly<Record<string, string>>
  onSubmit: FormEventHandler
  /** Beside Speichern and Neu laden. */
  buttons?: ReactNode
  /** Below the form: a preview. */
  after?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** A page of settings: loaded, edited, saved; what is wrong or in conflict is said where it is. */
export function EditPage<Value, Input>({
  title,
  lead,
  editable,
  labels,
  onSubmit,
  buttons,
  after,
  children,
}: EditPageProps<Value, Input>) {
  const { value, loadFault, loading, saving, outcome, conflict } = editable
  return (
    <>
      <PageHead title={title} lead={lead} />
      {value === undefined ? (
        <NotLoaded fault={loadFault} busy={loading} onRetry={() => void editable.reload()} />
      ) : (
        <form className={styles.form} noValidate onSubmit={onSubmit}>
          <Board padded>
            <div className={styles.fields}>{children}</div>
          </Board>
          {conflict && (
            <ConflictBanner
              loaded={value}
              current={conflict.current}
              labels={labels}
              saving={saving}
              onKeepMine={() => void editable.saveAnyway()}
              onTakeTheirs={() => void editable.takeTheirs()}
            />
          )}
          {loadFault && <Banner tone="danger">{loadFault}</Banner>}
          <SaveBar
            saving={saving}
            loading={loading}
            outcome={outcome}
            onReload={() => void editable.reload()}
          >
            {buttons}
          </SaveBar>
        </form>
      )}
      {after && <div className={styles.after}>{after}</div>}
    </>
  )
}

type NotLoadedProps = { fault: string | undefined; busy: boolean; onRetry: () => void }

function NotLoaded({ fault, busy, onRetry }: NotLoadedProps) {
  if (!fault) return <PageSkeleton />
  return (
    <div className={styles.form}>
      <Banner tone="danger" role="alert">
        {fault}
      </Banner>
      <div>
        <Button busy={busy} busyText="Aktualisieren …" onClick={onRetry}>
          Neu laden
        </Button>
      </div>
    </div>
  )
}
