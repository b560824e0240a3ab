import { flushSync } from 'react-dom'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { formStore } from '#web/features/generate/lib/form-store.ts'

/** The field of the prompt; null where there is none on the page. */
export const promptField = () => document.querySelector<HTMLTextAreaElement>('#prompt')

/**
 * Puts a text into the prompt and the cursor, or a selection, into it; nothing if the text is too long. For event handlers, not
 * for effects.
 */
export function writePrompt(prompt: string, from = prompt.length, to = from): void {
  if (prompt.length > LIMITS.prompt) return
  // At once: a key that is pressed right after it already replaces the selection.
  flushSync(() => formStore.getState().change({ prompt }))
  const field = promptField()
  field?.focus()
  field?.setSelectionRange(from, to)
  // A dialog that closes gives the focus back to what opened it.
  setTimeout(() => field?.focus())
}
