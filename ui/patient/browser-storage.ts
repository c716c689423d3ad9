/**
 * A browser's storage that never throws. A blocked storage reads null, and a blocked or full one stores
 * nothing.
 */
type SafeStorage = Readonly<{
  read: (key: string) => string | null
  /** Stores the text; undefined deletes what is stored. */
  write: (key: string, text: string | undefined) => void
}>

/** The storage of this tab, and the one that all tabs of the device share. */
export type BrowserStorage = Readonly<{ tab: SafeStorage; device: SafeStorage }>

/** The key under which a tab stores e-mail address and time of its last verification e-mail. */
export const MAIL_SENT_KEY = 'ordi_email_check'

/**
 * Returns the storage as one that never throws. `getStorage` is a function, because a browser may throw as
 * soon as a page reads `localStorage`.
 */
export function safeStorage(getStorage: () => Storage): SafeStorage {
  const tryWith = <Result>(use: (storage: Storage) => Result): Result | null => {
    try {
      return use(getStorage())
    } catch {
      // The storage is blocked or full. The page works without it, and forgets its state when it is closed.
      return null
    }
  }
  return {
    read: (key) => tryWith((storage) => storage.getItem(key)),
    write: (key, text) =>
      void tryWith((storage) => (text === undefined ? storage.removeItem(key) : storage.setItem(key, text))),
  }
}

/** The storage of this browser: sessionStorage and localStorage. */
export const browserStorage: BrowserStorage = {
  tab: safeStorage(() => sessionStorage),
  device: safeStorage(() => localStorage),
}

/** Returns the object that the text holds as JSON, or an empty object for any other text. */
export function recordIn(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
