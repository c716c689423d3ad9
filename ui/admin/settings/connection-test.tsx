import { useMutation } from '@tanstack/react-query'
import { PROBLEMS } from '../../../src/shared/problems.ts'
import type { Group } from '../../../src/shared/settings/settings.ts'
import type { SettingsTest } from '../../../src/shared/settings/settings-group.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import styles from '../components/admin.module.css'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'

type ConnectionTestProps = {
  group: Group
  /** The words of the button, and the note beside it. */
  test: SettingsTest
  /** True while the form holds changes that are not saved. */
  dirty: boolean
  /** Saves the changes before the test, and returns whether that worked. Omitted where a test cannot save. */
  onSave?: (() => Promise<boolean>) | undefined
}

/** A button that saves the changes, if it can, and then tests the stored settings; below it the result. */
export function ConnectionTest({
  group,
  test: { button, busyText, note },
  dirty,
  onSave,
}: ConnectionTestProps) {
  const test = useMutation({
    mutationFn: () => adminRequest(admin.settings[':group'].test.$post({ param: { group } })),
  })
  const savesFirst = dirty && onSave !== undefined
  const run = async () => {
    test.reset()
    if (savesFirst && !(await onSave())) return
    test.mutate()
  }
  return (
    <div className="stack gap-3">
      <div className="row">
        <Button busy={test.isPending} busyText={busyText} onClick={() => void run()}>
          {savesFirst ? 'Speichern und testen' : button}
        </Button>
        <p className={`small muted ${styles.besideButtons}`}>
          {dirty && !savesFirst ? 'Geprüft wird nur, was gespeichert ist. Bitte zuerst speichern.' : note}
        </p>
      </div>
      <OutcomeBanner outcome={toOutcome(test.error, PROBLEMS.test_failed[1], test.data?.message)} />
    </div>
  )
}
