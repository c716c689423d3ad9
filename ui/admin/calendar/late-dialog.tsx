import { useState } from 'react'
import { LATE_MINUTES } from '../../../src/shared/late.ts'
import { sentenceOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { ToggleSegment } from '../../components/segment.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { countMessages } from '../components/reach.ts'
import { TimeInput } from '../forms/time-field.tsx'
import { useResourceChoice } from '../resources/resource-choice.ts'
import { ResourceSelect } from '../resources/resource-filter.tsx'
import { type LateRow, PatientsToCall, ReachedPatients } from './late-lists.tsx'
import { useDelay } from './use-delay.ts'
import { useShownResource } from './use-shown-resource.ts'

/** The delays in minutes that have a button. Others can be typed. */
const USUAL_DELAYS = ['10', '20', '30', '45'].map((value) => ({ value, label: value }))

/** Tells the patients of the rest of today that the practice runs late, and lists whom to call. */
export function LateDialog({ onClose }: { onClose: () => void }) {
  const [minutes, setMinutes] = useState('20')
  const [until, setUntil] = useState('')
  const { choices } = useResourceChoice()
  const shownResource = useShownResource('day')
  const [resource, setResource] = useState(shownResource)
  const { patients, isLoading, reached, toCall, failure, tell } = useDelay({ minutes, until, resource })
  return (
    <Dialog
      look="sheet"
      open
      onClose={onClose}
      title="Verspätung ansagen"
      actions={
        <>
          <Button onClick={onClose}>{tell.isSuccess ? 'Fertig' : 'Abbrechen'}</Button>
          {!tell.isSuccess && (
            <Button
              kind="primary"
              disabled={!isPossibleDelay(minutes) || reached.length === 0}
              busy={tell.isPending}
              busyText="Wird gesendet …"
              onClick={() => tell.mutate()}
            >
              {reached.length === 0 ? 'Niemand zu benachrichtigen' : `${messagesTo(reached)} senden`}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {failure && (
          <Banner tone="danger" role="alert">
            {sentenceOf(failure, 'Die Verspätung konnte nicht angesagt werden.')}
          </Banner>
        )}
        {tell.isSuccess ? (
          <Banner tone="good" role="status">
            {`${messagesTo(tell.data)} gesendet. Die Termine bleiben, wie sie sind.`}
          </Banner>
        ) : (
          <>
            <ResourceSelect
              label="Wer verspätet sich?"
              choices={choices}
              chosen={resource}
              onChoose={setResource}
            />
            <HowLate minutes={minutes} onMinutes={setMinutes} until={until} onUntil={setUntil} />
          </>
        )}
        {isLoading && <Skeleton height={160} />}
        {patients?.length === 0 && <p className="muted">Heute beginnt bis dahin kein Termin mehr.</p>}
        {reached.length > 0 && (
          <ReachedPatients
            title={tell.isSuccess ? 'Benachrichtigt' : 'Bekommen eine Nachricht'}
            rows={reached}
          />
        )}
        {toCall.length > 0 && <PatientsToCall rows={toCall} />}
      </div>
    </Dialog>
  )
}

/** Returns which messages go to these patients, such as `3 SMS (rund € 0,24) und 1 E-Mail`. */
function messagesTo(rows: readonly LateRow[]): string {
  return countMessages(rows.map(({ way, sms_price }) => ({ by: way === 'call' ? [] : [way], sms_price })))
}

/** Returns whether the text is a whole number of minutes that can be announced. */
function isPossibleDelay(minutes: string): boolean {
  return (
    /^\d+$/.test(minutes) && Number(minutes) >= LATE_MINUTES.least && Number(minutes) <= LATE_MINUTES.most
  )
}

type HowLateProps = {
  minutes: string
  onMinutes: (minutes: string) => void
  /** `HH:MM`; empty for the whole rest of today. */
  until: string
  onUntil: (until: string) => void
}

/** Asks by how many minutes the practice is late, and until when appointments are concerned. */
function HowLate({ minutes, onMinutes, until, onUntil }: HowLateProps) {
  const { least, most } = LATE_MINUTES
  return (
    <>
      <ToggleSegment label="Minuten" options={USUAL_DELAYS} value={minutes} onChange={onMinutes} />
      <div className="columns">
        <Field
          label="Minuten später"
          error={isPossibleDelay(minutes) ? undefined : `Bitte ${least} bis ${most} Minuten angeben.`}
        >
          <TextInput
            inputMode="numeric"
            value={minutes}
            onChange={({ target }) => onMinutes(target.value.trim())}
          />
        </Field>
        <Field label="Termine bis (freiwillig)" help="Sonst alle von heute.">
          <TimeInput value={until} onChange={onUntil} />
        </Field>
      </div>
    </>
  )
}
