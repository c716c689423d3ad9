import { type BrowserStorage, safeStorage } from '../patient/browser-storage.ts'

/** Opens a storage in memory, whose texts can be read. */
function openMemoryStorage() {
  const texts = new Map<string, string>()
  // The part of the browser's `Storage` that the portal uses, hence the cast.
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  } as Storage
  return { texts, storage: safeStorage(() => storage) }
}

/** Opens a tab on a device in which nothing is stored yet, for tests. */
export function openDevice() {
  const tab = openMemoryStorage()
  const device = openMemoryStorage()
  const storage: BrowserStorage = { tab: tab.storage, device: device.storage }
  return {
    storage,
    tabTexts: tab.texts,
    deviceTexts: device.texts,
    /** Opens another tab of the same device. */
    openOtherTab: (): BrowserStorage => ({ tab: openMemoryStorage().storage, device: device.storage }),
    /** Returns all texts that the tab and the device have stored. */
    allTexts: () => [...tab.texts.values(), ...device.texts.values()].join(),
  }
}
