/** Brings the keyboard to the first field with an error, once the page shows it. */
export function focusFirstInvalid(form: HTMLFormElement): void {
  setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 50)
}

/**
 * Brings the keyboard to a date that is half typed or impossible: its value is empty, as if none were wanted.
 * @returns whether there is one
 */
export function focusBrokenDate(form: HTMLFormElement): boolean {
  const broken = [...form.querySelectorAll('input')].find(({ validity }) => validity.badInput)
  broken?.focus()
  return broken !== undefined
}
