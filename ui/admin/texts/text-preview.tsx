import { CHANNEL_NAMES } from '../../../src/shared/messages/message-kinds.ts'
import { smsLengthText } from '../../../src/shared/messages/sms-length.ts'
import type { TextChannel, TextKind } from '../../../src/shared/messages/texts.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { isRefusal } from '../../api/query-client.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { SandboxedHtml } from '../../components/sandboxed-html.tsx'
import { type TextForm, useTextPreview } from './use-texts.ts'

/** An e-mail as the preview has it. */
type PreviewedEmail = NonNullable<ReturnType<typeof useTextPreview>['data']>['email']

type TextPreviewProps = { kind: TextKind; channel: TextChannel; form: TextForm }

/** The message with the words in the form, addressed to an invented patient. */
export function TextPreview({ kind, channel, form }: TextPreviewProps) {
  const { data, error, isFetching, refetch } = useTextPreview(kind, form.watch())
  return (
    <section aria-label={`Vorschau der ${CHANNEL_NAMES[channel]}`}>
      <h3>Vorschau mit erfundenen Daten</h3>
      {error && (
        <Banner tone="warning" role="status">
          {failureSentence(error, 'Vorschau konnte nicht geladen werden.')}{' '}
          {/* A refusal is about a faulty placeholder, and ends when that is corrected. */}
          {!isRefusal(error) && (
            <Button kind="link" busy={isFetching} busyText="Lade Vorschau …" onClick={() => void refetch()}>
              Neu laden
            </Button>
          )}
        </Banner>
      )}
      {data && channel === 'email' && <EmailFrame email={data.email} />}
      {data?.sms && channel === 'sms' && (
        <>
          <p className="well break mt-2">{data.sms.text}</p>
          <p className="small muted mt-2" role="status">
            {smsLengthText(data.sms)}
          </p>
        </>
      )}
    </section>
  )
}

/**
 * Shows the subject, which the practice cannot change, and the e-mail in a frame without scripts. The frame
 * loads a page of its own (`url`), unless the words are too long for a URL. Then the e-mail is embedded
 * in this page, whose Content-Security-Policy drops its styles.
 */
function EmailFrame({ email: { subject, html, url } }: { email: PreviewedEmail }) {
  const title = 'Vorschau der E-Mail'
  return (
    <>
      <p className="small muted mt-2 mb-3">Betreff: {subject}</p>
      {url ? (
        <iframe className="paper" src={url} sandbox="" title={title} />
      ) : (
        <SandboxedHtml html={html} title={title} />
      )}
    </>
  )
}
