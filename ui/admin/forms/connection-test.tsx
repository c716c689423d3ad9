import { useMutation } from '@tanstack/react-query'
import { PROBLEMS } from '../../../src/shared/problems.ts'
import type { Group, SettingsTest } from '../../../src/shared/settings.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import styles from '../admin.module.css'
import { OutcomeBanner } from './outcome-banner.tsx'
import { toOutcome } from './use-submit-form.ts'

type ConnectionTestProps = {
  /** Its segment in the address. */
  group: Group
  test: SettingsTest
  /** True while the form holds changes, which the test does not use. */
  dirty: boolean
}

/** Tries out the saved settings, and shows what came of it. */
export function ConnectionTest({ group, test: { button, busyText, note }, dirty }: ConnectionTestProps) {
  const test = useMutation({
    mutationFn: () => adminRequest(admin.settings[':group'].test.$post({ param: { group } })),
  })
  return (
    <div className="stack gap-3">
      <div className="row">
        <Button busy={test.isPending} busyText={busyText} onClick={() => test.mutate()}>
          {button}
        </Button>
        <p className={`small muted ${styles.note}`}>
          {dirty ? 'Geprüft wird nur, was gespeichert ist. Bitte zuerst speichern.' : note}
        </p>
      </div>
      <OutcomeBanner outcome={toOutcome(test.error, PROBLEMS.test_failed[1], test.data?.message)} />
    </div>
  )
}
