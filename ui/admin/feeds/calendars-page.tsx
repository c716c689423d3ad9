import { useMutation, useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useState } from 'react'
import { dateTime, fullDayTime, timeOfDay } from '../../../src/shared/format.ts'
import { type CalendarInput, calendarSchema, newCalendarSchema } from '../../../src/shared/other-calendar.ts'
import { admin, adminQuery, adminRequest, refreshShown } from '../../api/admin.ts'
import { sentenceOf } from '../../api/http.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ConfirmAction } from '../components/confirm-action.tsx'
import { PageHead, Section } from '../components/page.tsx'
import { ResourceList } from '../components/resource-list.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { FormCheckbox, FormInput } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { type FormOf, useSubmitForm } from '../forms/use-submit-form.ts'
import { ResourceField, useActiveResources } from '../resources/resource-field.tsx'

type Calendar = InferResponseType<typeof admin.calendars.$get>[number]
type Asked = Readonly<{ calendar: Calendar; about: 'change' | 'removal' }>

/** The doctor's calendars elsewhere, whose busy times are not free here. */
export function CalendarsPage() {
  return (
    <>
      <PageHead
        title="Andere Kalender"
        lead="Was in Ihrem Kalender bei Google, Apple, Outlook oder Nextcloud belegt ist, kann hier niemand buchen."
      />
      <div className="stack gap-6">
        <Section
          title="Bestehende Kalender"
          lead="Sie werden alle zehn Minuten gelesen. Gespeichert wird nur, wann etwas belegt ist, nie was."
        >
          <CalendarList />
        </Section>
        <Section
          title="Neuer Kalender"
          lead="Die Adresse zum Abonnieren steht in den Einstellungen Ihres Kalenders, etwa als „Privatadresse im iCal-Format“."
        >
          <NewCalendar />
        </Section>
      </div>
    </>
  )
}

function CalendarList() {
  const [about, setAbout] = useState<Asked['about']>('change')
  return (
    <ResourceList
      query={useQuery(adminQuery(admin.calendars, {}))}
      failure="Kalender konnten nicht geladen werden."
      loading="Lade Kalender …"
      skeleton={<Skeleton height={120} />}
      empty="Hier stehen die Kalender, die gelesen werden. Noch gibt es keinen."
      row={(calendar, ask) => (
        <CalendarRow
          calendar={calendar}
          onAsk={(question) => {
            setAbout(question)
            ask()
          }}
        />
      )}
      dialog={(calendar, close) =>
        about === 'change' ? (
          <ChangeCalendar calendar={calendar} onClose={close} />
        ) : (
          <RemoveCalendar calendar={calendar} onClose={close} />
        )
      }
    />
  )
}

type CalendarRowProps = { calendar: Calendar; onAsk: (about: Asked['about']) => void }

function CalendarRow({ calendar, onAsk }: CalendarRowProps) {
  const { id, name, host, fault, read_at } = calendar
  const whose = useActiveResources(calendar.resource_id).find((one) => one.id === calendar.resource_id)
  const reading = useMutation({
    mutationFn: () => adminRequest(admin.calendars[':id'].read.$post({ param: { id: String(id) } })),
    onSettled: refreshShown,
  })
  const age = read_at === null ? 'noch nie gelesen' : `zuletzt gelesen ${dateTime(read_at)}`
  return (
    <li className="stack gap-2">
      <div className="row between">
        <div className="break">
          <b>{name}</b>
          <p className="muted small">
            {host}, {whose && `gilt für ${whose.name}, `}
            {age}
          </p>
          {read_at !== null && <p className="muted small">{countText(calendar)}</p>}
        </div>
        <div className="row gap-2">
          <Button
            size="small"
            busy={reading.isPending}
            busyText="Lesen …"
            aria-label={`„${name}“ jetzt lesen`}
            onClick={() => reading.mutate()}
          >
            Jetzt lesen
          </Button>
          <Button size="small" aria-label={`„${name}“ ändern`} onClick={() => onAsk('change')}>
            Ändern
          </Button>
          <Button size="small" aria-label={`„${name}“ entfernen`} onClick={() => onAsk('removal')}>
            Entfernen
          </Button>
        </div>
      </div>
      <div role="status">
        {reading.data && <Found {...reading.data} />}
        {reading.error && (
          <Banner tone="danger">{sentenceOf(reading.error, 'Das Lesen ist fehlgeschlagen.')}</Banner>
        )}
      </div>
      {fault !== null && !reading.error && (
        <Banner tone="warning">
          {fault} {read_at !== null && 'Was zuletzt gelesen wurde, gilt weiter.'}
        </Banner>
      )}
    </li>
  )
}

type FoundProps = InferResponseType<(typeof admin.calendars)[':id']['read']['$post'], 200>

/** Shows what a reading has found, so that the doctor sees whether it is the right calendar. */
function Found({ found, next }: FoundProps) {
  if (found === 0) return <Banner tone="good">Gelesen. In den nächsten zwei Jahren ist nichts belegt.</Banner>
  return (
    <Banner tone="good" title={`Gelesen: ${timesText(found)}. Die nächsten:`}>
      <ul>
        {next.map(({ start, end }) => (
          <li key={`${start} ${end}`}>
            {fullDayTime(start)} bis {untilText(start, end)}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function untilText(start: string, end: string): string {
  return start.slice(0, 10) === end.slice(0, 10) ? timeOfDay(end) : fullDayTime(end)
}

function timesText(count: number): string {
  return count === 1 ? '1 belegte Zeit' : `${count} belegte Zeiten`
}

function countText({ found, unread, unknown_zone, cut }: Calendar): string {
  return [
    timesText(found),
    cut && 'es gibt noch mehr, gelesen werden die ersten 5.000',
    unread > 0 && `${entriesText(unread)} nicht lesbar`,
    unknown_zone > 0 && `${entriesText(unknown_zone)} mit unbekannter Zeitzone, gelesen wie in Wien`,
  ]
    .filter(Boolean)
    .join('; ')
}

function entriesText(count: number): string {
  return count === 1 ? '1 Eintrag' : `${count} Einträge`
}

function NewCalendar() {
  const form = useSubmitForm({
    schema: newCalendarSchema,
    defaultValues: { name: '', url: '', resource_id: '' as string | null, busy_only: true },
    send: (draft) => adminRequest(admin.calendars.$post({ json: withNullForAll(draft) })),
    onSuccess: refreshShown,
    success: () => ({ text: 'Der Kalender ist angelegt und wird gleich gelesen.' }),
    failure: 'Der Kalender konnte nicht angelegt werden.',
  })
  return (
    <form className="stack padded" noValidate autoComplete="off" onSubmit={form.submit}>
      <FormInput
        form={form}
        name="name"
        label="Name"
        help="Damit Sie ihn wiedererkennen."
        placeholder="z. B. Privat"
      />
      <FormInput
        form={form}
        name="url"
        label="Adresse zum Abonnieren"
        help="Beginnt mit https:// oder webcal://. Sie wird verschlüsselt gespeichert und nicht mehr gezeigt."
        inputMode="url"
      />
      <ResourceField
        form={form}
        name="resource_id"
        all="Alle"
        own={null}
        help="Für andere bleiben diese Zeiten buchbar."
      />
      <BusyOnly form={form} />
      <OutcomeBanner outcome={form.outcome} />
      <div>
        <Button type="submit" kind="primary" busy={form.busy} busyText="Anlegen …">
          Kalender anlegen
        </Button>
      </div>
    </form>
  )
}

function ChangeCalendar({ calendar, onClose }: { calendar: Calendar; onClose: () => void }) {
  const { id, name, host, resource_id, busy_only } = calendar
  const form = useSubmitForm({
    schema: calendarSchema,
    defaultValues: { name, url: '', resource_id: (resource_id ?? '') as string | null, busy_only },
    send: (draft) =>
      adminRequest(admin.calendars[':id'].$put({ param: { id: String(id) }, json: withNullForAll(draft) })),
    onSuccess: () => {
      onClose()
      return refreshShown()
    },
  })
  return (
    <FormDialog
      title={`Kalender „${name}“`}
      form={form}
      button="Speichern"
      busyText="Speichern …"
      look="dialog"
      onClose={onClose}
    >
      <FormInput form={form} name="name" label="Name" />
      <FormInput
        form={form}
        name="url"
        label="Neue Adresse zum Abonnieren"
        help={`Leer bleibt die gespeicherte Adresse bei ${host}.`}
        inputMode="url"
      />
      <ResourceField
        form={form}
        name="resource_id"
        all="Alle"
        own={resource_id}
        help="Für andere bleiben diese Zeiten buchbar."
      />
      <BusyOnly form={form} />
    </FormDialog>
  )
}

/** A select has no null, so '' stands for all doctors and rooms there. */
function withNullForAll<Draft extends CalendarInput>(draft: Draft): Draft {
  return { ...draft, resource_id: draft.resource_id || null }
}

function BusyOnly({ form }: { form: FormOf<CalendarInput> }) {
  return (
    <FormCheckbox
      form={form}
      name="busy_only"
      label="Belegt nur, was als belegt gilt"
      help="Einträge, die im Kalender als „frei“ gelten, bleiben dann buchbar."
    />
  )
}

function RemoveCalendar({ calendar, onClose }: { calendar: Calendar; onClose: () => void }) {
  const { id, name } = calendar
  return (
    <ConfirmAction
      title={`Kalender „${name}“ entfernen?`}
      button={`„${name}“ entfernen`}
      busyText="Entfernen …"
      failure="Entfernen fehlgeschlagen."
      action={() => adminRequest(admin.calendars[':id'].$delete({ param: { id: String(id) } }))}
      onClose={onClose}
    >
      <p>Was darin belegt ist, kann dann wieder gebucht werden. Ihr Kalender selbst bleibt, wie er ist.</p>
    </ConfirmAction>
  )
}
