import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Loaded } from '../../page/loaded.tsx'
import styles from '../components/admin.module.css'
import { PageHead } from '../components/page.tsx'
import { OutcomeBanner } from './outcome-banner.tsx'
import { useFormAsStep } from './step-form.ts'
import type { EditForm } from './use-edit-form.ts'
import { confirmLossOfChanges } from './use-unsaved.ts'

type EditPageProps = {
  title: string
  lead?: ReactNode
  form: Pick<
    EditForm<unknown, Record<string, unknown>, unknown>,
    'query' | 'loadFailure' | 'busy' | 'dirty' | 'outcome' | 'reload' | 'submit'
  >
  /** Shown above the form, even if it could not be loaded. */
  above?: ReactNode
  /** Further buttons beside Speichern and Neu laden. */
  buttons?: ReactNode
  /** Help below the sentence of the outcome. */
  outcomeHelp?: ReactNode
  /** Shown below the form, such as a preview. */
  below?: ReactNode
  /**
   * Shown while the form loads; by default the invisible form itself, whose parts must not call the server
   * then.
   */
  skeleton?: ReactNode
  /** FieldSections, and an EditConflictBanner. */
  children: ReactNode
}

/**
 * A page that is one form: heading, fields, the buttons Speichern and Neu laden, and the outcome. As one of
 * the first steps it has no Neu laden, and the button Weiter saves as well.
 */
export function EditPage({
  title,
  lead,
  form,
  above,
  buttons,
  outcomeHelp,
  below,
  skeleton,
  children,
}: EditPageProps) {
  const isStep = useFormAsStep({ dirty: form.dirty, submit: () => form.submit() })
  const reload = () => {
    if (!form.dirty || confirmLossOfChanges('Trotzdem neu laden?')) void form.reload()
  }
  const fields = (
    <>
      {children}
      <div className="stack">
        <EditButtons form={form} isStep={isStep} onReload={reload}>
          {buttons}
        </EditButtons>
        <OutcomeBanner outcome={form.outcome}>{outcomeHelp}</OutcomeBanner>
      </div>
    </>
  )
  return (
    <>
      <PageHead title={title} lead={lead} />
      <div className="stack gap-5 wide">
        {above}
        <Loaded
          query={{ ...form.query, refetch: reload }}
          failure={form.loadFailure}
          loading="Lade Seite …"
          skeleton={
            // The empty, invisible form has the height that the page will have.
            skeleton ?? (
              <div className={`stack gap-5 ${styles.reserved}`} inert>
                {fields}
              </div>
            )
          }
        >
          {() => (
            <>
              <form className="stack gap-5" noValidate onSubmit={form.submit}>
                {fields}
              </form>
              {below}
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

type EditButtonsProps = Pick<EditPageProps, 'form'> & {
  isStep: boolean
  onReload: () => void
  children: ReactNode
}

/** The buttons below the fields. One of the first steps has no Neu laden (`isStep`). */
function EditButtons({ form, isStep, onReload, children }: EditButtonsProps) {
  return (
    <div className="row">
      <Button kind={isStep ? 'secondary' : 'primary'} type="submit" busy={form.busy} busyText="Speichern …">
        Speichern
      </Button>
      {!isStep && (
        <Button busy={form.query.isFetching} busyText="Aktualisieren …" onClick={onReload}>
          Neu laden
        </Button>
      )}
      {children}
    </div>
  )
}
