import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './admin.module.css'

/** One tab; `countText` is shown beside its label. */
type Tab<Name extends string> = { name: Name; label: string; countText?: string | undefined }

type TabsProps<Name extends string> = {
  /** The name of the list of tabs for a screen reader. */
  label: string
  tabs: readonly Tab<Name>[]
  chosen: Name
  onChoose: (name: Name) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

/** How many tabs each key moves. */
const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

/** A list of tabs, and the content of the chosen one. Arrow keys choose (ARIA Authoring Practices, tabs). */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId()
  const listRef = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    const chosenIndex = tabs.findIndex(({ name }) => name === chosen)
    const next = tabs.at((chosenIndex + step) % tabs.length)
    if (!next || next.name === chosen) return
    event.preventDefault()
    onChoose(next.name)
    listRef.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${next.name}`)}`)?.focus()
  }

  return (
    <>
      <div ref={listRef} className={styles.tabs} role="tablist" aria-label={label}>
        {tabs.map(({ name, label: tabLabel, countText }) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={name === chosen}
            aria-controls={name === chosen ? `${id}-panel` : undefined}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            onKeyDown={onKeyDown}
          >
            {tabLabel}
            {countText !== undefined && <span className="muted regular num"> {countText}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  )
}
