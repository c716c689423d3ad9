import { useState } from 'react'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { sentenceOf } from '../../api/http.ts'
import { MessageField } from '../../appointment/message-field.tsx'
import { CANCEL_FAILURE } from '../../appointment/texts.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { telLink } from '../../components/links.ts'
import type { Conflict } from './use-absences.ts'

/** So few at once that the progress moves. */
const AT_ONCE = 10

type CancelDialogProps = { title: string; bookings: readonly Conflict[]; onClose: () => void }

/** Cancels the ticked appointments with one message, and says of each what became of it. */
export function CancelDialog({ title, bookings, onClose }: CancelDialogProps) {
  const [listed] = useState(bookings)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(listed.map(({ id }) => id)))
  const [message, setMessage] = useState('')
  const [notify, setNotify] = useState(true)
  const { answers, total, busy, failure, cancel } = useCancellations()
  const open = listed.filter(({ id }) => !answers.has(id))
  const chosen = open.map(({ id }) => id).filter((id) => ticked.has(id))

  const tick = (id: string, on: boolean) =>
    setTicked((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)))

  return (
    <Dialog
      look="sheet"
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{open.length > 0 ? 'Später' : 'Fertig'}</Button>
          {open.length > 0 && (
            <Button
              kind="danger"
              disabled={chosen.length === 0}
              busy={busy}
              busyText={`${answers.size} von ${total} …`}
              onClick={() => void cancel(chosen, { message, notify })}
            >
              {chosen.length === 1 ? '1 Termin stornieren' : `${chosen.length} Termine stornieren`}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {open.length > 0 && (
          <p>
            {open.length === 1 ? 'Ein Termin steht' : `${open.length} Termine stehen`} noch in dieser Zeit.
            Was Sie nicht stornieren, bleibt bestehen und steht auf der Übersicht.
          </p>
        )}
        <div role="status">
          {(busy || answers.size > 0) && (
            <p className="row gap-2">
              <progress max={total} value={answers.size} aria-hidden="true" />
              <span className="num">
                {answers.size} von {total} beantwortet
              </span>
            </p>
          )}
        </div>
        {failure && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        {open.length > 0 && (
          <>
            <MessageField
              label="Nachricht an alle"
              help="Steht in der Nachricht über die Stornierung."
              value={message}
              onChange={setMessage}
            />
            <Checkbox checked={notify} onChange={({ target }) => setNotify(target.checked)}>
              Patientinnen und Patienten benachrichtigen
            </Checkbox>
          </>
        )}
        {open.length > 1 && (
          <div className="row between baseline line-above">
            <h3>Termine</h3>
            <Button
              kind="link"
              onClick={() => setTicked(new Set(chosen.length > 0 ? [] : open.map(({ id }) => id)))}
            >
              {chosen.length > 0 ? 'Keinen anhaken' : 'Alle anhaken'}
            </Button>
          </div>
        )}
        <ul className="stack gap-3" aria-label="Termine">
          {listed.map(({ id, name, start, service_name, mobile }) => {
            const answer = answers.get(id)
            const facts = (
              <>
                <span className="muted num">{shortDayTime(start)}</span>, {service_name}
              </>
            )
            return (
              <li key={id}>
                {answer === undefined ? (
                  <Checkbox
                    checked={ticked.has(id)}
                    disabled={busy}
                    onChange={({ target }) => tick(id, target.checked)}
                    help={facts}
                  >
                    {name}
                  </Checkbox>
                ) : (
                  <Banner tone={answer.notified ? 'good' : 'warning'} title={name}>
                    <p>{facts}</p>
                    <p>{answer.text}</p>
                    {!answer.notified && <a href={telLink(mobile)}>{mobile}</a>}
                  </Banner>
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </Dialog>
  )
}

/** `notified`: the patient gets a message about the cancellation. */
type Answer = { notified: boolean; text: string }

/** Sends the ids in small parts. After a failure those without an answer can be sent again. */
function useCancellations() {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Answer>>(new Map())
  const [total, setTotal] = useState(0)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const cancel = async (ids: readonly string[], options: { message: string; notify: boolean }) => {
    setBusy(true)
    setFailure(undefined)
    setTotal(answers.size + ids.length)
    try {
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const json = { ids: ids.slice(at, at + AT_ONCE), ...options }
        const { results } = await adminRequest(admin.bookings.cancel.$post({ json }))
        setAnswers(
          (before) => new Map([...before, ...results.map((each) => [each.id, answerOf(each)] as const)]),
        )
      }
    } catch (error) {
      setFailure(sentenceOf(error as Error, CANCEL_FAILURE))
    }
    setBusy(false)
    await refreshShown()
  }
  return { answers, total, busy, failure, cancel }
}

function answerOf(result: { notified: boolean; note: string } | { message: string }): Answer {
  return 'note' in result
    ? { notified: result.notified, text: result.note }
    : { notified: false, text: result.message }
}
