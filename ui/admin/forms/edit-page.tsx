import type { FormEventHandler, ReactNode } from 'react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { PageHead } from '../components/page-head.tsx'
import { PageSkeleton } from '../components/page-skeleton.tsx'
import { ConflictBanner } from './conflict-banner.tsx'
import styles from './edit-page.module.css'
import { SaveBar } from './save-bar.tsx'
import type { Editable } from './use-editable.ts'
import type { Outcome } from './use-submit-form.ts'
import { givesUpChanges } from './use-unsaved.ts'

type EditFrameProps = {
  title: string
  lead?: ReactNode
  /** True once there is something to edit. */
  loaded: boolean
  loading: boolean
  saving: boolean
  /** True while something stands in the form that was not saved. */
  dirty: boolean
  loadFault?: string | undefined
  loadFaultMore?: string | undefined
  outcome?: Outcome | undefined
  /** What can be done about it. */
  outcomeHelp?: ReactNode
  onReload: () => void
  onSubmit: FormEventHandler
  /** Above the form, whether it could be loaded or not. */
  before?: ReactNode
  /** Between the fields and the buttons: a conflict. */
  notice?: ReactNode
  /** Beside Speichern and Neu laden. */
  buttons?: ReactNode
  /** Below the form: a preview, a trial. */
  after?: ReactNode
  /** FieldSections. */
  children: ReactNode
}

/** The frame of a page of settings: head, fields, Speichern and Neu laden, and what came of it. */
export function EditFrame(props: EditFrameProps) {
  const { loaded, loading, saving, dirty, loadFault, loadFaultMore, outcome } = props
  const reload = () => {
    if (!dirty || givesUpChanges('Trotzdem neu laden?')) props.onReload()
  }
  return (
    <>
      <PageHead title={props.title} lead={props.lead} />
      {props.before && <div className={styles.before}>{props.before}</div>}
      {loaded ? (
        <form className={styles.form} noValidate onSubmit={props.onSubmit}>
          {props.children}
          {props.notice}
          {loadFault && <LoadFault error={loadFault} more={loadFaultMore} />}
          <SaveBar
            saving={saving}
            loading={loading}
            outcome={outcome}
            outcomeHelp={props.outcomeHelp}
            onReload={reload}
          >
            {props.buttons}
          </SaveBar>
        </form>
      ) : loadFault ? (
        <div className={styles.form}>
          <LoadFault error={loadFault} more={loadFaultMore} />
          <div>
            <Button busy={loading} busyText="Aktualisieren …" onClick={props.onReload}>
              Neu laden
            </Button>
          </div>
        </div>
      ) : (
        <PageSkeleton />
      )}
      {loaded && props.after && <div className={styles.after}>{props.after}</div>}
    </>
  )
}

function LoadFault({ error, more }: { error: string; more: string | undefined }) {
  return (
    <Banner tone="danger" role="alert" title={error}>
      {more}
    </Banner>
  )
}

/** What a page needs of its form, whatever fields it has. */
type Editing = { dirty: boolean; submit: FormEventHandler; submitAnyway: () => Promise<unknown> }

type EditPageProps<Value, Input> = Pick<
  EditFrameProps,
  'title' | 'lead' | 'before' | 'buttons' | 'after' | 'children'
> & {
  editable: Editable<Value, Input>
  editing: Editing
  /** The labels of the fields by their wire names, for saying what somebody else has changed. */
  labels: Readonly<Record<string, string>>
  /** A value by these names, in words, where it is not so by itself. */
  inWords?: (value: Value) => Readonly<Record<string, unknown>>
}

/** A page of settings: loaded, edited, saved; what is wrong or in conflict is said where it is. */
export function EditPage<Value, Input>({
  editable,
  editing,
  labels,
  inWords,
  ...frame
}: EditPageProps<Value, Input>) {
  const { value, conflict, saving, outcome } = editable
  return (
    <EditFrame
      {...frame}
      loaded={value !== undefined}
      loading={editable.loading}
      saving={saving}
      dirty={editing.dirty}
      loadFault={editable.loadFault}
      loadFaultMore={editable.loadFaultMore}
      // "Gespeichert" is true no longer once somebody types on.
      outcome={editing.dirty && outcome?.tone === 'good' ? undefined : outcome}
      onReload={() => void editable.reload()}
      onSubmit={editing.submit}
      notice={
        conflict &&
        value !== undefined && (
          <ConflictBanner
            conflict={conflict}
            loaded={value}
            labels={labels}
            {...(inWords && { inWords })}
            saving={saving}
            onKeepMine={() => void editing.submitAnyway()}
            onTakeTheirs={() => void editable.takeTheirs()}
          />
        )
      }
    />
  )
}
