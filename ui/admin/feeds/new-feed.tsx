import { feedSchema } from '../../../src/shared/feed.ts'
import { admin, adminRequest, refreshAdminData } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { CopyUrl } from '../components/copy-button.tsx'
import { FormCheckbox, FormInput } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'

/** The form that creates a feed. The new URL appears below it, only once. */
export function NewFeed() {
  const form = useSubmitForm({
    schema: feedSchema,
    defaultValues: { title: '', initials_only: true },
    send: (json) => adminRequest(admin.feeds.$post({ json })),
    // The next feed needs another title, but probably shows names in the same way.
    valuesAfter: ({ initials_only }) => ({ title: '', initials_only }),
    onSuccess: refreshAdminData,
    failure: 'Das Abo konnte nicht angelegt werden.',
  })
  const feed = form.answer
  return (
    <>
      <form className="stack padded" noValidate onSubmit={form.submit}>
        <FormInput
          form={form}
          name="title"
          label="Titel"
          help="Damit Sie es wiedererkennen."
          placeholder="z. B. Telefon der Ärztin"
        />
        <FormCheckbox
          form={form}
          name="initials_only"
          label="Nur Initialen zeigen"
          help="Auf fremden Servern steht dann kein voller Name."
        />
        <OutcomeBanner outcome={form.outcome} />
        <div>
          <Button type="submit" kind="primary" busy={form.busy} busyText="Anlegen …">
            Abo anlegen
          </Button>
        </div>
      </form>
      <div role="status">
        {feed && (
          <div className="stack padded line-above">
            <Banner tone="good" title={`Abo „${feed.title}“ ist angelegt.`}>
              Fügen Sie diese Adresse in Ihrem Kalender als Abonnement ein. Sie wird nur jetzt gezeigt.
            </Banner>
            <CopyUrl key={feed.id} label="Adresse des Abos" url={feed.url} />
          </div>
        )}
      </div>
    </>
  )
}
