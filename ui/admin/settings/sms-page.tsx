import { Button } from '../../components/button.tsx'
import { EditFrame } from '../forms/edit-page.tsx'
import { SecretField } from '../forms/secret-field.tsx'
import { EntryField, settingLabel } from '../forms/setting-field.tsx'
import { BalanceCard } from './balance-card.tsx'
import styles from './sms-page.module.css'
import {
  CLICKSEND_LABELS,
  PROVIDER_NAMES,
  SEVENIO_LABELS,
  useClicksend,
  useSevenio,
} from './sms-providers.ts'
import { SmsSection } from './sms-section.tsx'
import { useBalance } from './use-balance.ts'
import { useSmsSaving } from './use-sms-saving.ts'

/** Specification section 2, SMS Provider. */
export function SmsPage() {
  const clicksend = useClicksend()
  const sevenio = useSevenio()
  const balances = { clicksend: useBalance('clicksend'), sevenio: useBalance('sevenio') }
  const editables = [clicksend.editable, sevenio.editable]
  const { outcome, alone, saveAll, saveOnly, saveAnyway, reloadAll } = useSmsSaving(
    [clicksend.account, sevenio.account],
    {
      clicksend: balances.clicksend.refresh,
      sevenio: balances.sevenio.refresh,
    },
  )

  return (
    <EditFrame
      title="SMS Provider"
      lead="Gesendet wird über ClickSend, und über seven.io, wenn ClickSend nicht eingerichtet ist oder ablehnt."
      loaded={editables.every(({ value }) => value !== undefined)}
      loading={editables.some(({ loading }) => loading)}
      saving={editables.some(({ saving }) => saving)}
      dirty={clicksend.editing.dirty || sevenio.editing.dirty}
      loadFault={clicksend.editable.loadFault ?? sevenio.editable.loadFault}
      loadFaultMore={clicksend.editable.loadFaultMore ?? sevenio.editable.loadFaultMore}
      outcome={outcome}
      outcomeHelp={
        alone && (
          <div className={styles.alone}>
            <Button size="small" onClick={() => void saveOnly(alone)}>
              Nur {PROVIDER_NAMES[alone]} speichern
            </Button>
          </div>
        )
      }
      onReload={() => void reloadAll()}
      onSubmit={(event) => {
        event.preventDefault()
        void saveAll()
      }}
      before={
        <div className={styles.balances}>
          <BalanceCard name={PROVIDER_NAMES.clicksend} account={balances.clicksend} />
          <BalanceCard name={PROVIDER_NAMES.sevenio} account={balances.sevenio} />
        </div>
      }
    >
      <SmsSection
        provider="clicksend"
        lead="Wird zuerst versucht."
        labels={CLICKSEND_LABELS}
        onKeepMine={() => void saveAnyway('clicksend')}
        {...clicksend}
      >
        <EntryField
          editing={clicksend.editing}
          name="CLICKSEND_USERNAME"
          label={settingLabel(CLICKSEND_LABELS.CLICKSEND_USERNAME, 'CLICKSEND_USERNAME')}
          autoComplete="off"
          spellCheck={false}
        />
        <SecretField
          editing={clicksend.editing}
          name="CLICKSEND_PWD"
          label={settingLabel(CLICKSEND_LABELS.CLICKSEND_PWD, 'CLICKSEND_PWD')}
          stored={clicksend.stored}
        />
        <EntryField
          editing={clicksend.editing}
          name="CLICKSEND_FROM"
          label={settingLabel(CLICKSEND_LABELS.CLICKSEND_FROM, 'CLICKSEND_FROM')}
          help={SENDER_HELP}
          spellCheck={false}
        />
      </SmsSection>
      <SmsSection
        provider="sevenio"
        lead="Springt ein, wenn der erste Anbieter nicht kann."
        labels={SEVENIO_LABELS}
        onKeepMine={() => void saveAnyway('sevenio')}
        {...sevenio}
      >
        <SecretField
          editing={sevenio.editing}
          name="SEVENIO_KEY"
          label={settingLabel(SEVENIO_LABELS.SEVENIO_KEY, 'SEVENIO_KEY')}
          stored={sevenio.stored}
        />
        <EntryField
          editing={sevenio.editing}
          name="SEVENIO_FROM"
          label={settingLabel(SEVENIO_LABELS.SEVENIO_FROM, 'SEVENIO_FROM')}
          help={SENDER_HELP}
          spellCheck={false}
        />
      </SmsSection>
    </EditFrame>
  )
}

const SENDER_HELP = 'Höchstens elf Buchstaben und Ziffern, oder eine Nummer.'
