import { dateTime } from '../../../src/shared/format.ts'
import { CHANNEL_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { Button } from '../../components/button.tsx'
import { displayValue } from '../forms/changes-between.ts'
import type { TextForm, TextVersion } from './use-texts.ts'

type EarlierVersionsProps = {
  /** All versions of the text, the newest one first. */
  versions: readonly TextVersion[]
  form: TextForm
}

/** Lists earlier versions of the text, which can be loaded into the fields again. */
export function EarlierVersions({ versions, form }: EarlierVersionsProps) {
  // The newest version of each channel is already in the fields.
  const isNewest = (version: TextVersion) =>
    version === versions.find(({ channel }) => channel === version.channel)
  // An `opening` of null stands for the portal's own text.
  const earlier = versions.filter((version) => version.opening !== null && !isNewest(version))
  const loadIntoFields = ({ channel, opening, closing }: TextVersion) => {
    form.setValue(`${channel}_opening`, opening ?? '', { shouldDirty: true })
    form.setValue(`${channel}_closing`, closing ?? '', { shouldDirty: true })
    form.setFocus(`${channel}_opening`)
  }
  if (earlier.length === 0) return null
  return (
    <details className="card padded">
      <summary className="semibold">Frühere Fassungen ({earlier.length})</summary>
      <ul className="stack mt-4">
        {earlier.map((version) => (
          <li key={version.id} className="stack gap-2">
            <p className="small muted">
              {CHANNEL_NAMES[version.channel]}, {dateTime(version.at)}, {version.by}
            </p>
            <dl className="definitions small">
              <dt>Anfang</dt>
              <dd>{displayValue(version.opening)}</dd>
              <dt>Schluss</dt>
              <dd>{displayValue(version.closing)}</dd>
            </dl>
            <div>
              <Button size="small" onClick={() => loadIntoFields(version)}>
                In die Felder laden
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}
