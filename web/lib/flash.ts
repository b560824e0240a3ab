const FLASH = 'flash'

/** Keeps what the next page of this tab says. */
export const keepFlash = (flash: string): void => sessionStorage.setItem(FLASH, flash)

/** What the page before wanted to be said here; once. */
export function takeFlash(): string | null {
  try {
    const flash = sessionStorage.getItem(FLASH)
    sessionStorage.removeItem(FLASH)
    return flash
  } catch {
    return null
  }
}
