/** Whether nothing was written into a field. */
export const isBlank = (text: string): boolean => text.trim() === ''

/** Brings the keyboard to the first field with an error, once the page shows it. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 50)
}
