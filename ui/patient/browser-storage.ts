/** A browser's storage that never throws. A blocked or full one stores nothing. */
export type SafeStorage = Readonly<{
  read: (key: string) => string | null
  write: (key: string, text: string | undefined) => void
}>

/** The storage of this tab, and the one that all tabs of the device share. */
export type BrowserStorage = Readonly<{ tab: SafeStorage; device: SafeStorage }>

/** The key under which a tab stores address and time of its last verification e-mail. */
export const MAIL_SENT_KEY = 'ordi_email_check'

export function safeStorage(storage: () => Storage): SafeStorage {
  const trying = <Result>(work: (storage: Storage) => Result): Result | null => {
    try {
      return work(storage())
    } catch {
      // The storage is blocked or full, and the state is lost with the page.
      return null
    }
  }
  return {
    read: (key) => trying((open) => open.getItem(key)),
    write: (key, text) =>
      void trying((open) => (text === undefined ? open.removeItem(key) : open.setItem(key, text))),
  }
}

export const browserStorage: BrowserStorage = {
  tab: safeStorage(() => sessionStorage),
  device: safeStorage(() => localStorage),
}

/** Returns the JSON object in the text, or an empty object if there is none. */
export function recordIn(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
