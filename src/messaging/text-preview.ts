import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Ctx } from '../ctx.ts'
import type { TextFields, TextKind } from '../shared/messages/texts.ts'
import type { EmailContent } from './email/layout.ts'
import type { MessageSample } from './kind.ts'
import { KINDS } from './kinds.ts'
import { sampleAppointment } from './sample-appointment.ts'
import { fieldsOfText, ORIGINALS, readTexts } from './texts.ts'

type Preview = Readonly<{ email: EmailContent; sms?: string }>

/** Returns the messages about an invented appointment as they would read after the change. Queues nothing. */
export function previewText(ctx: Ctx, kind: TextKind, change: TextFields): Preview {
  const words = { ...fieldsOfText(readTexts(ctx), kind), ...change }
  const { email_opening = '', email_closing = '', sms_opening, sms_closing = '' } = words
  const changedWords = {
    email: { opening: email_opening, closing: email_closing },
    sms: { opening: sms_opening ?? '', closing: sms_closing },
  }
  const { email, sms, samples } = declarationOf(kind)
  const sample = sampleAppointment(ctx, { ...readTexts(ctx), [kind]: changedWords })
  // A message that the practice adds to a single e-mail is not part of the text. TypeScript cannot know that
  // the facts are those of the kind that was found.
  const facts = { ...samples[kind]?.(sample), message: '' } as never
  return { email: email(facts), ...(sms && ORIGINALS[kind].sms && { sms: sms(facts) }) }
}

/** A declaration with a text that the practice can change. */
type Editable = Readonly<{
  email: (facts: never) => EmailContent
  sms?: (facts: never) => string
  samples: Readonly<Record<string, (sample: MessageSample) => object>>
}>

/** Returns the declaration of the kind to which the text belongs. */
function declarationOf(text: TextKind): Editable {
  // One is always found, because a text that no kind declares does not compile (texts.ts).
  return Object.values(KINDS).find((kind) => 'texts' in kind && text in kind.texts) as Editable
}

/** Packs a change of a text into a part of the URL from which the frame of its preview is loaded. */
export function packChange(kind: TextKind, change: TextFields): string {
  return deflateRawSync(JSON.stringify([kind, change])).toString('base64url')
}

/** Reverses `packChange`. @throws Error for a text that does not come from `packChange` */
export function unpackChange(packed: string): [kind: TextKind, change: TextFields] {
  return JSON.parse(inflateRawSync(Buffer.from(packed, 'base64url')).toString())
}
