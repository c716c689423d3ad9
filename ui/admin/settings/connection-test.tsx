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
  /** True while the form holds changes, which are saved before the test if they can be. */
  dirty: boolean
  onSave?: (() => Promise<boolean>) | undefined
}

/** Tries out the settings as they are typed, and shows the result. */
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
