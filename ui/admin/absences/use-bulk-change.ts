import { useState } from 'react'
import { failureSentence } from '../../api/failure-sentence.ts'
import { CANCEL_FAILURE } from '../../patient/appointment-texts.ts'
import {
  type BulkAction,
  type BulkAnswer,
  type BulkChange,
  type BulkOptions,
  sendBulkChange,
} from './send-bulk-change.ts'

const FAILURES: Readonly<Record<BulkAction, string>> = {
  move: 'Die Termine konnten nicht verschoben werden.',
  cancel: CANCEL_FAILURE,
}

/**
 * Moves or cancels appointments. `answers` holds the server's answers by the id of the appointment, and
 * `takenIds` the appointments whose new time somebody else has just taken. An appointment without an answer
 * can be tried again.
 */
export function useBulkChange() {
  const [answers, setAnswers] = useState<ReadonlyMap<string, BulkAnswer>>(new Map())
  const [takenIds, setTakenIds] = useState<ReadonlySet<string>>(new Set())
  const [totalCount, setTotalCount] = useState(0)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  /** Changes the appointments in order. Resolves to all answers, including those of earlier runs. */
  const run = async (change: BulkChange, options: BulkOptions) => {
    const answered = new Map(answers)
    const takenNow = new Set<string>()
    setBusy(true)
    setFailure(undefined)
    setTakenIds(new Set())
    setTotalCount(answered.size + (change.action === 'move' ? change.moves : change.bookings).length)
    try {
      for await (const { id, answer } of sendBulkChange(change, options)) {
        if (answer === 'taken') takenNow.add(id)
        else answered.set(id, answer)
        // The progress bar counts the answers.
        setAnswers(new Map(answered))
      }
    } catch (error) {
      setFailure(failureSentence(error as Error, FAILURES[change.action]))
    }
    // Staff choose other times only when the run is over.
    setTakenIds(takenNow)
    setBusy(false)
    return answered
  }
  return { answers, takenIds, totalCount, busy, failure, run }
}
