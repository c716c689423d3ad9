import { useMutation } from '@tanstack/react-query'
import { PROBLEMS } from '../../../src/shared/problems.ts'
import type { Group, SettingsTest } from '../../../src/shared/settings/settings.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import styles from '../components/admin.module.css'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { toOutcome } from '../forms/use-submit-form.ts'

type ConnectionTestProps = {
  /** The group's segment in the address of the call. */
  group: Group
  test: SettingsTest
  /** True while the form holds changes. */
  dirty: boolean
  /** Saves them before the test, and returns whether it could. Without it only what is stored is tested. */
  onSave?: (() => Promise<boolean>) | undefined
}

/** Tests the stored settings of a group, after it has saved the changes if it can, and shows the result. */
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
