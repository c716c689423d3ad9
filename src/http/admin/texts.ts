import { type Context, Hono } from 'hono'
import { signEmailPreview } from '../../access/links.ts'
import { type Ctx, inTx } from '../../ctx.ts'
import { listVersions, saveText } from '../../messaging/text-editing.ts'
import { packChange, previewText } from '../../messaging/text-preview.ts'
import { channelsOf, fieldsOfText, newestVersions, ORIGINALS, readTexts } from '../../messaging/texts.ts'
import { TEXT_SAVED } from '../../shared/admin-messages.de.ts'
import { smsLength } from '../../shared/messages/sms-length.ts'
import {
  TEXT_KINDS,
  TEXT_NAMES,
  type TextFields,
  type TextKind,
  textSchema,
} from '../../shared/messages/texts.ts'
import { Problem } from '../../shared/problems.ts'
import { isoAt } from '../../time/vienna.ts'
import { ctxOf } from '../deps.ts'
import { body, noBody, WITH_FIELD_ERRORS } from '../input.ts'
import { assertAnswerUnchanged, withEtag } from './etag.ts'
import type { AdminEnv } from './guard.ts'

/**
 * Characters in the URL of a preview. Browsers and Node accept longer ones, but proxies often refuse more
 * than 8 kB.
 */
const LONGEST_URL = 7000

/** The calls about the practice's own words for its messages (docs/behaviour.md 10.48 to 10.53). */
export function textRoutes() {
  return new Hono<AdminEnv>()
    .get('/texts', (c) => c.json(TEXT_KINDS.map((kind) => textAnswer(ctxOf(c), kind))))
    .get('/texts/:kind', (c) =>
      c.json(withEtag(c, answerWithVersions(ctxOf(c), getTextKind(c.req.param('kind'))))),
    )
    .put('/texts/:kind', body(textSchema, WITH_FIELD_ERRORS), (c) => {
      const kind = getTextKind(c.req.param('kind'))
      return c.json({ message: TEXT_SAVED, ...saveFields(c, kind, c.req.valid('json')) })
    })
    .delete('/texts/:kind', noBody, (c) => {
      const kind = getTextKind(c.req.param('kind'))
      const saved = saveFields(c, kind, fieldsOfText(ORIGINALS, kind))
      return c.json({ message: 'Der Text ist wieder der ursprüngliche.', ...saved })
    })
    .post('/texts/:kind/preview', body(textSchema, WITH_FIELD_ERRORS), (c) => {
      const ctx = ctxOf(c)
      const kind = getTextKind(c.req.param('kind'))
      const fields = c.req.valid('json')
      const { email, sms } = previewText(ctx, kind, fields)
      const packedFields = packChange(kind, fields)
      const url = `/api/email-previews/texts/${packedFields}/${signEmailPreview(ctx, packedFields)}`
      return c.json({
        // The page shows the e-mail in a frame, where it keeps its inline styles.
        email: { ...email, url: url.length > LONGEST_URL ? null : url },
        ...(sms !== undefined && { sms: { text: sms, ...smsLength(sms) } }),
      })
    })
}

/** Saves the fields of a text, unless the caller has read an older version. @returns the new answer */
function saveFields(c: Context<AdminEnv>, kind: TextKind, fields: TextFields) {
  const ctx = ctxOf(c)
  return inTx(ctx, () => {
    assertAnswerUnchanged(c, answerWithVersions(ctx, kind))
    saveText(ctx, kind, fields)
    return withEtag(c, answerWithVersions(ctx, kind))
  })
}

/** Returns the kind of text that the path names. @throws Problem unknown_path */
function getTextKind(name: string): TextKind {
  const kind = TEXT_KINDS.find((textKind) => textKind === name)
  if (kind === undefined) throw new Problem('unknown_path', {}, 'Diesen Text gibt es nicht.')
  return kind
}

/**
 * Returns a text with its original words. `edited` has the practice's own words, or null; `at` and `by` are
 * of the last change.
 */
function textAnswer(ctx: Ctx, kind: TextKind) {
  const versions = newestVersions(ctx.db).filter((version) => version.kind === kind)
  const [last] = versions.toSorted((a, b) => b.id - a.id)
  return {
    kind,
    label: TEXT_NAMES[kind],
    about: ORIGINALS[kind].about,
    channels: channelsOf(kind),
    original: fieldsOfText(ORIGINALS, kind),
    edited: versions.some(({ opening }) => opening !== null) ? fieldsOfText(readTexts(ctx), kind) : null,
    at: last ? isoAt(last.at) : null,
    by: last?.actorName ?? null,
  }
}

/**
 * Returns a text with all its versions, the newest first. A version with null as its words is the original
 * text.
 */
function answerWithVersions(ctx: Ctx, kind: TextKind) {
  const versions = listVersions(ctx, kind).map(({ id, channel, opening, closing, at, actorName }) => ({
    id,
    channel,
    opening,
    closing,
    at: isoAt(at),
    by: actorName,
  }))
  return { ...textAnswer(ctx, kind), versions }
}
