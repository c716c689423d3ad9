import { shortDayTime } from '../../src/shared/format.ts'
import styles from './chosen-line.module.css'
import type { Slot } from './wizard.ts'

type ChosenLineProps = { service: { name: string } | undefined; slot: Pick<Slot, 'start'> | undefined }

/** `Erstordination · Di 12. Jänner, 08:30`: what was chosen so far, for the bar. A long name gives way to the time. */
export function ChosenLine({ service, slot }: ChosenLineProps) {
  return (
    <span className={styles.line}>
      <span className={styles.name}>{service?.name ?? 'Termin'}</span>
      {slot && (
        <span className={styles.when}>
          {'\u00a0· '}
          <b className="num">{shortDayTime(slot.start)}</b>
        </span>
      )}
    </span>
  )
}
