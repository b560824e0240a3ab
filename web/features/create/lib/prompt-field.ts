import { LIMITS } from '#contract/jobs/drawing.ts'
import { formStore } from './form-store.ts'

/** The field of the prompt; null where there is none on the page. */
export const promptField = () => document.querySelector<HTMLTextAreaElement>('#prompt')

/** Puts a text into the prompt and the cursor, or a selection, into it; nothing if the text is too long. */
export function writePrompt(prompt: string, from = prompt.length, to = from): void {
  if (prompt.length > LIMITS.prompt) return
  formStore.getState().change({ prompt })
  // Once the field shows it.
  setTimeout(() => {
    const field = promptField()
    field?.focus()
    field?.setSelectionRange(from, to)
  })
}
