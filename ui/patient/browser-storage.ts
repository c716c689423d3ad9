/** A browser's storage that never throws; a blocked or full one stores nothing. */
export type SafeStorage = Readonly<{
  read: (key: string) => string | null
  write: (key: string, text: string | undefined) => void
}>

/** A copy for each tab, and one for all tabs of the device. */
export type BrowserStorage = Readonly<{ tab: SafeStorage; device: SafeStorage }>

/** To whom the last verification mail went, and when. */
export const MAIL_SENT_KEY = 'ordi_email_check'

export function safeStorage(storage: () => Storage): SafeStorage {
  const trying = <Result>(work: (storage: Storage) => Result): Result | null => {
    try {
      return work(storage())
    } catch {
      // Blocked or full: the state is then lost with the page.
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

/** The JSON object in the text, or an empty object. */
export function recordIn(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
